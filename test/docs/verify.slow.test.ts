import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startWs } from '../cli/ws-target.ts';

const page = readFileSync('docs/verify.md', 'utf8');
const [workflow = '', job = ''] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) => yaml);
const examples = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, shell = '']) => shell);

/** The lines that stand deeper than a key of a YAML document, behind `marker`. */
function blocksOf(yaml: string, marker: string): readonly string[] {
  return yaml
    .split(new RegExp(`^ *(?:- )?${marker}\\n`, 'm'))
    .slice(1)
    .map((rest) => {
      const indent = /^ */.exec(rest)?.[0] ?? '';
      const lines = rest.split('\n');
      const end = lines.findIndex((line) => !line.startsWith(indent));
      return lines
        .slice(0, end)
        .map((line) => line.slice(indent.length))
        .join('\n');
    });
}

/** A folder to run lines of the page in, where `ws101`, by `npx` or by itself, is the build of this checkout. */
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'ws101-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const main = join(process.cwd(), 'dist/src/cli/main.js');
  for (const [name, first] of [
    ['npx', 'shift'],
    ['ws101', ':'],
  ] as const) {
    const program = join(bin, name);
    writeFileSync(program, `#!/bin/sh\n${first}\nexec "${process.execPath}" "${main}" "$@"\n`);
    chmodSync(program, 0o755);
  }
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
  return {
    folder,
    run: async (shell: readonly [string, ...string[]], more: NodeJS.ProcessEnv = {}) => {
      const [command, ...args] = shell;
      const child = spawn(command, args, {
        cwd: folder,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const code = new Promise((resolve) => child.once('close', resolve));
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { code: await code, out, err };
    },
  };
}

test('the workflow of GitHub: its lines give four reports, and merge their verdict', async () => {
  const { folder, run } = makeFolder();
  const url = await startWs();
  const [start = '', verify = ''] = blocksOf(workflow, 'run: \\|');
  const [, merge = ''] = /- run: (npx ws101 merge .*)/.exec(workflow) ?? [];
  const [, port = ''] = /:(\d+)\//.exec(url) ?? [];
  const [, wait = ''] = start.replace('9001', port).split('\n');
  expect(await run(['bash', '-e', '-c', wait])).toEqual({ code: 0, out: '', err: '' });
  expect(verify).toContain('ws://127.0.0.1:9001/');
  for (const shard of ['1', '2', '3', '4']) {
    const line = verify
      .replaceAll(/\$\{\{ matrix\.shard \}\}/g, shard)
      .replace('ws://127.0.0.1:9001/', `${url} --runs 1`);
    expect(await run(['bash', '-e', '-c', line])).toMatchObject({ code: 0, err: '' });
  }
  const merged = await run(['bash', '-e', '-c', merge]);
  expect(merged).toMatchObject({ code: 1, err: '' });
  expect(merged.out).toContain('rfc9112/3.2/host-present');
  expect(existsSync(join(folder, 'report.xml'))).toBe(true);
});

test('the job of Kubernetes: indices from 0 give all shards, and merge their verdict', async () => {
  const { folder, run } = makeFolder();
  const [block = ''] = blocksOf(job, '>-');
  const line = block
    .replaceAll('\n', ' ')
    .replaceAll('/reports', folder)
    .replace('verify server', 'verify server --runs 1');
  const [, shell = '', flag = ''] = /image: \S+\n +command: \[(\w+), (-c)\]/.exec(job) ?? [];
  expect([shell, flag]).toEqual(['sh', '-c']);
  const TARGET = await startWs();
  for (const JOB_COMPLETION_INDEX of ['0', '1', '2', '3', '4', '5', '6', '7']) {
    expect(await run(['sh', '-c', line], { TARGET, JOB_COMPLETION_INDEX })).toMatchObject({
      code: 0,
      err: '',
    });
  }
  const merged = await run(['sh', '-c', `npx ws101 merge ${folder}/*.json --quiet`]);
  expect(merged).toMatchObject({ code: 1, err: '' });
  expect(merged.out).toContain('rfc9112/3.2/host-present');
});

test('where the target cannot be reached, a part fails', async () => {
  const { run } = makeFolder();
  const [block = ''] = blocksOf(job, '>-');
  const env = { TARGET: 'ws://127.0.0.1:1/', JOB_COMPLETION_INDEX: '0' };
  expect(await run(['sh', '-c', block.replaceAll('\n', ' ')], env)).toMatchObject({ code: 1, out: '' });
});

describe('the examples', () => {
  test('a baseline: what is known is 0', async () => {
    const { run } = makeFolder();
    const url = await startWs();
    const lines = (examples.find((each) => each.includes('--baseline')) ?? '').trim().split('\n');
    const [first = '', second = ''] = lines.map((line) =>
      line.replace('ws://127.0.0.1:9001/', `${url} --runs 1`),
    );
    expect(await run(['sh', '-c', first])).toMatchObject({ code: 1, err: '' });
    expect(await run(['sh', '-c', second])).toMatchObject({ code: 0 });
  });

  test('every option that a page names is one', async () => {
    const { run } = makeFolder();
    const { out } = await run(['sh', '-c', 'npx ws101 verify server --help']);
    const named = [...page.matchAll(/^\| `(--[a-z-]+)/gm)].map(([, option = '']) => option);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((option) => !out.includes(`  ${option}`))).toEqual([]);
  });

  test('every option has a line on the page', async () => {
    const { run } = makeFolder();
    const { out } = await run(['sh', '-c', 'npx ws101 verify server --help']);
    const options = [...out.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option);
    expect(options.length).toBeGreaterThan(15);
    expect(options.filter((option) => !page.includes(`\n| \`${option}`))).toEqual([]);
  });
});
