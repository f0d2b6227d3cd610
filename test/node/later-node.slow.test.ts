import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startPeer } from '../campaign/peer.ts';
import { describeWithNode } from '../system.ts';
import { laterNodes, pinnedVersion } from './binary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = 'dist/src/cli/main.js';
const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
const few = ['--seed', '1', '--runs', '1'];

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const start: readonly string[] = scripts.start.split(' ').slice(1);

/** The environment without what this run of vitest says to its workers. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:VITEST|WS101_|NODE_ENV$|TEST$)/.test(name)),
);

interface Ended {
  readonly code: number;
  readonly told: string;
}

/** Runs a file with a version of Node, and keeps what both streams told last. */
function run(node: string, args: readonly string[]): Promise<Ended> {
  const options = { cwd: root, env, timeout: 280_000, maxBuffer: 64_000_000 };
  return new Promise((resolve) => {
    const child = execFile(node, args, options, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, told: `${out}${err}` }),
    );
    child.stdin?.end();
  });
}

const long = { timeout: 300_000 };

for (const major of laterNodes) {
  describeWithNode(major, (node) => {
    test('it is the version that is pinned', async () => {
      expect(await run(node, ['--version'])).toEqual({ code: 0, told: `v${pinnedVersion(major)}\n` });
    });

    test.concurrent('what `npm start` runs finds nothing', long, async ({ expect }) => {
      const { code, told } = await run(node, start);
      expect(code, told).toBe(0);
      expect(told).toMatch(/ clauses: \d+ pass, 0 fail, 0 warn, \d+ untested\n$/);
    });

    // Without isolation they need half the time. What ws keeps for a whole process is tested in a process of its own.
    test.concurrent('the tests of wire, facts, server, client and frames pass', long, async ({ expect }) => {
      const folders = ['test/wire', 'test/facts', 'test/server', 'test/client'];
      const most = await run(node, [...vitest, '--no-isolate', ...folders]);
      expect(most.code, most.told).toBe(0);
      const frames = await run(node, [...vitest, 'test/frames']);
      expect(frames.code, frames.told).toBe(0);
    });

    test('a server of ws on it is verified and examined', long, async () => {
      const command = [node, `${root}test/campaign/server/ws.mjs`, '{port}'];
      const { port, stop } = await startPeer({ name: `ws on Node ${major}`, command });
      onTestFinished(stop);
      const url = `ws://127.0.0.1:${port}/`;
      const verified = await run(node, [main, 'verify', 'server', url, ...few]);
      expect(verified.code, verified.told).toBe(1);
      expect(verified.told).toMatch(/^MUST RFC 6455 §4\.3 {2}rfc6455\/4\.3\/version-grammar$/m);
      const examined = await run(node, [main, 'doctor', url]);
      expect(examined.code, examined.told).toBe(0);
      expect(examined.told).toContain('The handshake works.  healthy, certain');
    });

    test('a client of ws on it is verified', long, async () => {
      const driver = [node, 'test/campaign/client/driver.mjs', 'ws'];
      const { code, told } = await run(node, [main, 'verify', 'client', ...few, '--driver', '--', ...driver]);
      expect(code, told).toBe(1);
      expect(told).toMatch(/^MUST RFC 7692 §5 {2}rfc7692\/5\/answered-twice$/m);
    });
  });
}
