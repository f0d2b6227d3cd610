import { expect, test } from 'vitest';
import type { HopBehaviour } from '../../mutants/hop.ts';
import { holdHop } from '../../mutants/hop-hold.ts';

test.concurrent('of a hop that is lost early nothing is played again, and what it has shown until then is told', async () => {
  let requests = 0;
  const behaviour: HopBehaviour = {
    answers: () => {
      requests += 1;
      return requests > 70 ? null : undefined;
    },
    forwards: ({ first, lines }) => ({ first, lines: lines.filter((line) => !/^cookie:/i.test(line)) }),
  };
  const said = await holdHop(behaviour, { timeout: 1_500 });
  expect(said).toMatchObject({ partial: true, flaky: [] });
  const found = typeof said === 'string' ? said : said.findings.map(({ clause }) => clause);
  expect(found).toEqual(['rfc9110/5.1/fields-forwarded']);
}, 90_000);

test.concurrent('a hop that sets its backend aside for longer than any case takes is waited for', async () => {
  const said = await holdHop({ setsAside: 4_000 });
  expect(said).toMatchObject({ findings: [], flaky: [] });
  expect(said).not.toHaveProperty('partial');
}, 120_000);
