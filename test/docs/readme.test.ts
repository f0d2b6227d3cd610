import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, runWith, serve } from '../cli/run.ts';
import { startWs } from '../cli/ws-target.ts';
import { findFreePort } from '../process-group.ts';
import { outputs } from './doctor-page.ts';
import { blocksOf, codeOf } from './page.ts';
import { runTyped } from './typed.ts';

const page = 'README.md';
const [tried = '', verified = ''] = codeOf(page, 'sh');
const [concluded = ''] = codeOf(page, 'text');
const [asked = '', explained = ''] = codeOf('docs/handshake.md', 'text').slice(-2);
const [serverExample = '', clientExample = ''] = codeOf(page, 'ts');

/** Runs an example as it stands, but for its port. */
function run(code: string, port: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code.replaceAll('8080', port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8');
  return child;
}

test('the blocks of the README are those that are run here, or drawn in drawing.test.ts', () => {
  expect(blocksOf(page).map(({ language }) => language)).toEqual('sh sh text sh ts ts mermaid'.split(' '));
});

test('the README is no longer than what is read at once', () => {
  expect(readFileSync(page, 'utf8').split('\n').length).toBeLessThan(150);
});

test("the README's server and client talk to each other", async () => {
  const port = String(await findFreePort());
  const server = run(serverExample, port);
  try {
    expect(await once(server.stdout, 'data')).toEqual([`ws://127.0.0.1:${port}\n`]);
    const client = run(clientExample, port);
    const [[said], [code]] = await Promise.all([once(client.stdout, 'data'), once(client, 'exit')]);
    expect([said, code]).toEqual(['hello\n', 0]);
  } finally {
    server.kill();
  }
});

test('the commands to try: the project verifies itself, serves, and connects', async () => {
  const [starting = '', serving = '', connecting = '', consulting = ''] = tried.split('\n');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect([starting, scripts.start]).toEqual([
    expect.stringMatching(/^npm start /),
    expect.stringContaining('main.js verify self'),
  ]);
  expect(serving).toMatch(/^npx ws101 serve --listen 127\.0\.0\.1:8080 /);
  const { url } = await serve();
  const ended = await runTyped(connecting.replace('ws://127.0.0.1:8080', url));
  expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('subprotocol chat') });
  const told = await runTyped(consulting.replace('ws://127.0.0.1:8080', url));
  expect(told).toMatchObject({ code: 0, out: expect.stringContaining('The handshake works.') });
});

test('what the doctor concludes is what its page has', () => {
  expect(outputs[0]).toContain(`\n${concluded}`);
});

test('the command that verifies a server writes a page', async () => {
  const few = '--runs 1 --only rfc6455/4.3/version-grammar';
  const ended = await runTyped(verified.replace('ws://127.0.0.1:9001/', `${await startWs()} ${few}`));
  expect(ended).toMatchObject({ code: 1, out: expect.stringContaining('rfc6455/4.3/version-grammar') });
  expect(existsSync(join(folder, 'report.html'))).toBe(true);
});

test('what explain says of the request on the page of the handshake is there as well', async () => {
  expect(await runWith(asked, 'explain', '-')).toEqual({ code: 1, err: '', out: explained });
});

test('the picture of a report is as wide as a page, and light', () => {
  const png = readFileSync('docs/images/report.png');
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(1280);
  expect(png.length).toBeLessThan(150_000);
});
