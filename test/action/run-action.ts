import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
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

export const action: Action = parse(readFileSync('action.yml', 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'ws101-action-'));

/** Runs the steps that are shell commands, as a runner does: each in bash, that ends at the first failure. */
export async function runAction(
  given: Readonly<Record<string, string>>,
  temp = mkdtempSync(join(folder, 'run-')),
) {
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
  const { annotations, muted } = readCommands(out);
  const outputs = Object.fromEntries(
    readFileSync(output, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  );
  return { code, annotations, muted, outputs, summary: readFileSync(summary, 'utf8'), temp };
}

/** The commands that a runner obeys, and what it takes for text: all that stands between `stop-commands` and its token. */
function readCommands(out: string) {
  let token: string | undefined;
  const annotations: string[] = [];
  const muted: string[] = [];
  for (const line of out.split('\n')) {
    const [, name, data] = /^\s*::([^ :]+)[^:]*::(.*)/.exec(line) ?? [];
    if (token !== undefined && name === token) token = undefined;
    else if (token !== undefined) muted.push(line);
    else if (name === 'stop-commands') token = data;
    else if (name !== undefined) annotations.push(line);
  }
  if (token !== undefined) throw new Error('the runner does not listen again');
  return { annotations, muted: muted.join('\n') };
}

export async function startReference() {
  const server = await listen({ port: 0, host: '127.0.0.1', onConnection: ({ socket }) => socket.resume() });
  onTestFinished(() => server.close());
  return `ws://127.0.0.1:${server.port}/`;
}

/** The least that shows whether a server conforms, so that a run is short. */
export const hostOnly = '--seed 1 --only rfc9112/3.2/host-present';
