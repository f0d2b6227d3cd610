import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { verifyClient } from '../../../src/verify/client/verify-client.ts';
import { type ClientBehaviour, createClient } from '../../mutants/client.ts';
import { clientDeviations } from '../../mutants/client-deviation.ts';
import { describeWithPackages } from '../../system.ts';

/** What the server of a script says last of a client that it is told of. */
async function play(script: string, behaviour: ClientBehaviour): Promise<string> {
  const server = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const client = createClient({ ...behaviour, subprotocols: ['mqtt', 'amqp'] });
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line);
    const [, url] = /^connect the client to (ws:\S+)$/.exec(line) ?? [];
    if (url !== undefined) void client.connect({ url, subprotocols: [] }, new AbortController().signal);
  }
  if (server.exitCode === null) await once(server, 'close');
  await client.close();
  return said.at(-1) ?? '';
}

const opens = /^it sent b['"]\\x8a\\x85/m;
const fails = 'it ended the connection';

describeWithPackages(['python3'], 'the script of a finding on a client', () => {
  test.each<[string, string | RegExp, string | RegExp]>([
    ['compares the accept value without regard to letter case', opens, fails],
    ['compares as much of the accept value as came', opens, fails],
    ['looks for the accept value anywhere', opens, fails],
    ['takes the same accept value twice', opens, fails],
    ['takes a subprotocol in other letter case', opens, fails],
    ['takes a subprotocol that an offered one begins with', opens, fails],
    ['takes a list of subprotocols', opens, fails],
    ['opens on a 403 with right fields', opens, fails],
    ['opens on an interim 100', /^no ping/, /^no ping/],
    ['fails on another letter case of Upgrade', fails, opens],
  ])(
    'shows one that %s, whatever it offers now, and not one that does it right',
    async (title, broken, right) => {
      const { behaviour, clause } = clientDeviations.find((each) => each.title === title) ?? {};
      if (!behaviour || !clause) throw new Error(`nothing of the title ${title} is planted`);
      const subject = createClient(behaviour);
      const said = await verifyClient('0', subject, { seed: 1, runs: 0, only: [clause] });
      await subject.close();
      const script = said.ok ? (said.report.findings[0]?.reproduction ?? '') : '';
      expect(await play(script, behaviour)).toMatch(broken);
      expect(await play(script, {})).toMatch(right);
    },
  );
});
