import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { parse } from 'yaml';
import { listen } from '../../src/server/index.ts';

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action: Action = parse(readFileSync('action.yml', 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'ws101-action-'));

/** Runs the steps that are shell commands, as a runner does: each in bash, that ends at the first failure. */
async function runAction(given: Readonly<Record<string, string>>, temp = mkdtempSync(join(folder, 'run-'))) {
  const inputs: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, each]) => [name, each.default])),
    ...given,
  };
  const [output, summary] = [join(temp, 'output'), join(temp, 'summary')];
  for (const file of [output, summary]) writeFileSync(file, '');
  const resolve = (value: string) =>
    value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => inputs[name] ?? '');
  let [code, out] = [0, ''];
  for (const { run, env = {} } of action.runs.steps) {
    if (run === undefined || code !== 0) continue;
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      env: {
        ...process.env,
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, resolve(value)])),
        ...{ GITHUB_ACTION_PATH: process.cwd(), RUNNER_TEMP: temp },
        ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = new Promise<number>((done) => child.once('close', (status) => done(status ?? -1)));
    out += await text(child.stdout);
    code = await closed;
  }
  const annotations = out.split('\n').filter((line) => line.startsWith('::'));
  const outputs = Object.fromEntries(
    readFileSync(output, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  );
  return { code, annotations, outputs, summary: readFileSync(summary, 'utf8'), temp };
}

async function startReference() {
  const server = await listen({ port: 0, host: '127.0.0.1', onConnection: ({ socket }) => socket.resume() });
  onTestFinished(() => server.close());
  return `ws://127.0.0.1:${server.port}/`;
}

/** `ws`, which takes a request without a Host where nobody looks at it. */
async function startWs() {
  const server = createServer((_, reply) => reply.writeHead(404).end());
  new WebSocketServer({ server }).on('connection', (webSocket) => webSocket.on('error', () => {}));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

const hostOnly = '--seed 1 --only rfc9112/3.2/host-present';

test('every step is a command for bash, or an action of GitHub’s by its version', () => {
  expect(action.runs.using).toBe('composite');
  for (const { run, uses, name } of action.runs.steps) {
    expect([name, run === undefined ? uses : 'a command']).toEqual([
      name,
      run === undefined ? expect.stringMatching(/^actions\/[\w/-]+@v\d+$/) : 'a command',
    ]);
  }
  // What a workflow says reaches bash by the environment alone, where it is no code.
  for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
});

describe('a server', () => {
  test('without a finding: 0, a summary, and nothing to annotate', async () => {
    const target = await startReference();
    const { code, annotations, outputs, summary } = await runAction({ target, options: hostOnly });
    expect({ code, annotations, exit: outputs['exit-code'] }).toEqual({
      code: 0,
      annotations: [],
      exit: '0',
    });
    expect(summary).toContain(target);
    expect(readFileSync(join(outputs.folder ?? '', 'report.html'), 'utf8')).toContain('</html>');
    expect(JSON.parse(readFileSync(join(outputs.folder ?? '', 'report.json'), 'utf8'))).toMatchObject({
      ...{ mode: 'server', target, findings: [] },
    });
  });

  test('with one: 1, and an error that has the clause and what is to be done', async () => {
    const { code, annotations, summary } = await runAction({ target: await startWs(), options: hostOnly });
    expect({ code, count: annotations.length }).toEqual({ code: 1, count: 1 });
    expect(annotations[0]).toMatch(
      /^::error title=MUST RFC 9112 §3\.2 rfc9112\/3\.2\/host-present::.*%0Aexpected: .*%0Aobserved: 101.*%0Aws101 replay /,
    );
    expect(summary).toContain('rfc9112/3.2/host-present');
  });

  test('with one that the baseline has, too: 0, and with another one 1', async () => {
    const target = await startWs();
    const first = await runAction({ target, options: hostOnly, baseline: 'true' });
    expect({ code: first.code, count: first.annotations.length }).toEqual({ code: 1, count: 1 });
    const second = await runAction({ target, options: hostOnly, baseline: 'true' }, first.temp);
    expect({ code: second.code, annotations: second.annotations }).toEqual({ code: 0, annotations: [] });
    const mended = await runAction(
      { target: await startReference(), options: hostOnly, baseline: 'true' },
      first.temp,
    );
    expect({ code: mended.code, annotations: mended.annotations }).toEqual({
      code: 0,
      annotations: ['::notice title=rfc9112/3.2/host-present::passes now, and did not before'],
    });
    const again = await runAction({ target, options: hostOnly, baseline: 'true' }, first.temp);
    expect({ code: again.code, count: again.annotations.length }).toEqual({ code: 1, count: 1 });
  });

  test('of which nothing can be said: 3', async () => {
    const { code, outputs } = await runAction({ target: 'ws://127.0.0.1:1/', options: '--seed 1' });
    expect({ code, exit: outputs['exit-code'] }).toEqual({ code: 3, exit: '3' });
  });
});

test('a client, whose command is quoted as in a shell', async () => {
  const program = "new WebSocket(process.env.WS101_URL, ['chat']).on('error', () => process.exit(1))";
  const { code, annotations } = await runAction({
    ...{ verify: 'client', options: '--seed 1 --only rfc6455/4.1/accept-value' },
    command: `"${process.execPath}" -e "const { WebSocket } = require('ws'); ${program}"`,
  });
  expect({ code, annotations }).toEqual({ code: 0, annotations: [] });
});

test('doctor, by its first diagnosis', async () => {
  const { code, annotations, summary } = await runAction({
    ...{ verify: 'doctor', target: 'ws://127.0.0.1:1/', options: '' },
  });
  expect({ code, count: annotations.length }).toEqual({ code: 1, count: 1 });
  expect(annotations[0]).toMatch(/^::error title=network\//);
  expect(summary).toContain('127.0.0.1');
});
