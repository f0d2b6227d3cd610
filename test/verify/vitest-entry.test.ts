import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';

const folder = mkdtempSync(join(tmpdir(), 'ws101-vitest-'));
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
// Frames that are malformed are an error to it.
server.on('connection', (webSocket) => webSocket.on('error', () => {}));

const options = (more = '') =>
  `{ runs: 1, only: ['rfc9112/3.2/host-present', 'rfc9112/3.2/host-once', 'rfc6455/4.2.1/key-present', 'rfc9110/7.8/upgrade-list', 'rfc6455/10.6/tls-supported'], ${more} }`;
const waivers = `waivers: [{ clause: 'rfc9110/7.8/upgrade-list', reason: 'a gateway' }, { tag: 'http-layer', reason: 'Node decides' }]`;

let output = '';
let ended: { readonly name: string; readonly status: string; readonly message: string }[] = [];

/** Runs vitest once on all files: it takes longer to start than to verify. */
beforeAll(async () => {
  if (!server.address()) await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // an object, since it listens on a port
  const url = `ws://127.0.0.1:${port}/`;
  const calls = {
    plain: `describeServer('${url}', ${options()});`,
    waived: `describeServer(async () => '${url}', ${options(waivers)});`,
    should: `describeServer('${url}', ${options("level: 'should'")});`,
    unreachable: `describeServer('ws://127.0.0.1:1/', ${options()});`,
  };
  const entry = pathToFileURL('src/verify/vitest.ts').href;
  for (const [name, call] of Object.entries(calls)) {
    writeFileSync(join(folder, `${name}.test.mjs`), `import { describeServer } from '${entry}';\n${call}\n`);
  }
  const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs');
  const file = join(folder, 'ended.json');
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile=${file}`];
  // The files share one process, and the modules that they import.
  const shared = ['--no-isolate', '--maxWorkers=1'];
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--root', folder, '--no-color', ...shared, ...reporters],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    },
  );
  output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  ended = JSON.parse(readFileSync(file, 'utf8')).testResults;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What vitest has said of one file: its lines, what made its tests fail, and whether it passed. */
function read(name: string) {
  const file = `${name}.test.mjs`;
  const lines = output.split('\n').filter((line) => line.includes(` ${file} `));
  const results = lines.filter((line) => /^ *[✓×↓]/.test(line)).map((line) => line.trim().charAt(0));
  const result = ended.find((each) => each.name.endsWith(file));
  return { lines: lines.join('\n'), results: results.sort().join(''), status: result?.status };
}

test('a clause passes, fails with the octets, is a warning, the defect of another, or untested', () => {
  const { lines, results, status } = read('plain');
  expect(lines).toMatch(/✓ .*rfc6455\/4\.2\.1\/key-present: A server refuses/);
  expect(lines).toMatch(/× .*rfc9112\/3\.2\/host-present: A server answers/);
  expect(lines).toMatch(/↓ .*rfc9110\/7\.8\/upgrade-list: .*\[a warning: 400 Bad Request\]/);
  expect(lines).toMatch(
    /↓ .*rfc6455\/10\.6\/tls-supported: .*\[not shown: the URL is ws:\/\/, where no TLS is seen\]/,
  );
  expect(lines).toMatch(/↓ .*rfc9112\/3\.2\/host-once: .*\[the same defect as rfc9112\/3\.2\/host-present\]/);
  expect(output).toContain('observed  101 Switching Protocols');
  expect(output).toContain('sent      "GET / HTTP/1.1\\r\\n');
  expect({ results, status }).toEqual({ results: '×↓↓↓✓', status: 'failed' });
});

test('what a clause or a tag waives is skipped with the reason, and the URL may come from a function', () => {
  const { lines, results, status } = read('waived');
  expect(lines).toMatch(/↓ .*rfc9112\/3\.2\/host-present: .*\[waived: Node decides\]/);
  expect(lines).toMatch(/↓ .*rfc9110\/7\.8\/upgrade-list: .*\[waived: a gateway\]/);
  expect({ results, status }).toEqual({ results: '↓↓↓↓✓', status: 'passed' });
});

test('at level should a warning fails', () => {
  const { lines, results } = read('should');
  expect(lines).toMatch(/× .*rfc9110\/7\.8\/upgrade-list/);
  expect(results).toBe('××↓↓✓');
});

test('where nothing can be said no test passes', () => {
  const { results, status } = read('unreachable');
  expect(output).toContain('NoVerdict: no connection to 127.0.0.1:1');
  expect(results).not.toContain('✓');
  expect(status).toBe('failed');
});
