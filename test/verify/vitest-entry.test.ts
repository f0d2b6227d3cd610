import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';

const folder = mkdtempSync(join(tmpdir(), 'ws101-vitest-'));
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
let url = '';

beforeAll(async () => {
  if (!server.address()) await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // an object, since it listens on a port
  url = `ws://127.0.0.1:${port}/`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs vitest on one file and gives what it prints of each test, and how it ended. */
async function runVitest(name: string, call: string): Promise<{ code: number; output: string }> {
  const entry = pathToFileURL('src/verify/vitest.ts').href;
  writeFileSync(join(folder, `${name}.test.mjs`), `import { describeServer } from '${entry}';\n${call}\n`);
  const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [vitest, 'run', name, '--root', folder, '--reporter=verbose', '--no-color'],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  );
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, output: output + errors };
}

const options = (more: string) =>
  `{ runs: 4, only: ['rfc9112/3.2/host-present', 'rfc6455/4.2.1/key-present', 'rfc9110/7.8/upgrade-list', 'rfc6455/10.6/tls-supported'], ${more} }`;

test('a clause passes, fails with the octets, is a warning, or untested', async () => {
  const { code, output } = await runVitest('plain', `describeServer('${url}', ${options('')});`);
  expect(output).toMatch(/✓ .*rfc6455\/4\.2\.1\/key-present: A server refuses/);
  expect(output).toMatch(/× .*rfc9112\/3\.2\/host-present: A server answers/);
  expect(output).toMatch(/↓ .*rfc9110\/7\.8\/upgrade-list: .*\[a warning: 400 Bad Request\]/);
  expect(output).toMatch(/↓ .*rfc6455\/10\.6\/tls-supported: .*\[untested\]/);
  expect(output).toContain('observed  101 Switching Protocols');
  expect(output).toContain('sent      "GET / HTTP/1.1\\r\\n');
  expect(output).toContain('Tests  1 failed | 1 passed | 2 skipped (4)');
  expect(code).toBe(1);
});

test('what is waived is skipped with the reason, and the URL may come from a function', async () => {
  const waivers = `waivers: [{ clause: 'rfc9112/3.2/host-present', reason: 'Node decides' }]`;
  const { code, output } = await runVitest(
    'waived',
    `describeServer(async () => '${url}', ${options(waivers)});`,
  );
  expect(output).toMatch(/↓ .*rfc9112\/3\.2\/host-present: .*\[waived: Node decides\]/);
  expect(output).toContain('Tests  1 passed | 3 skipped (4)');
  expect(code).toBe(0);
});

test('at level should a warning fails', async () => {
  const { output } = await runVitest('should', `describeServer('${url}', ${options("level: 'should'")});`);
  expect(output).toMatch(/× .*rfc9110\/7\.8\/upgrade-list/);
  expect(output).toContain('Tests  2 failed | 1 passed | 1 skipped (4)');
});

test('where nothing can be said no test passes', async () => {
  const { code, output } = await runVitest(
    'unreachable',
    `describeServer('ws://127.0.0.1:1/', ${options('')});`,
  );
  expect(output).toContain('NoVerdict: no connection to 127.0.0.1:1');
  expect(output).not.toContain('✓');
  expect(code).toBe(1);
});
