import { expect, test } from 'vitest';
import type { HopBehaviour } from '../../mutants/hop.ts';
import { holdHop } from '../../mutants/hop-hold.ts';

test('of a hop that is lost early nothing is played again, and what it has shown until then is told', async () => {
  let requests = 0;
  const behaviour: HopBehaviour = {
    answers: () => {
      requests += 1;
      return requests > 70 ? null : undefined;
    },
    forwards: ({ first, lines }) => ({ first, lines: lines.filter((line) => !/^cookie:/i.test(line)) }),
  };
  const said = await holdHop(behaviour, '/chat', 1_500);
  expect(said).toMatchObject({ partial: true, flaky: [] });
  const found = typeof said === 'string' ? said : said.findings.map(({ clause, again }) => [clause, again]);
  expect(found).toEqual([['rfc9110/5.1/fields-forwarded', undefined]]);
}, 90_000);
