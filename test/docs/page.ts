import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Block {
  readonly language: string;
  readonly code: string;
}

/** The fenced blocks of a page in their order. */
export function blocksOf(page: string): readonly Block[] {
  const fences = readFileSync(page, 'utf8').matchAll(/^```([^\n]*)\n(.*?)^```$/gms);
  return [...fences].map(([, language = '', code = '']) => ({ language, code }));
}

/** The blocks of a page in one language. */
export function codeOf(page: string, language: string): readonly string[] {
  return blocksOf(page)
    .filter((block) => block.language === language)
    .map(({ code }) => code);
}

/** A folder of a user who has installed this package, and the packages that its own tests have. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ws101-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync('node_modules').filter((each) => !each.startsWith('.')))
    symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name));
  symlinkSync(process.cwd(), join(modules, 'ws101'));
  return folder;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs lines of a shell in a folder, where `npx` runs the build of this checkout and `npm` does nothing. */
export async function runShell(folder: string, lines: string): Promise<Ended> {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const main = join(process.cwd(), 'dist/src/cli/main.js');
  writeProgram(join(bin, 'npx'), `shift\nexec "${process.execPath}" "${main}" "$@"`);
  writeProgram(join(bin, 'npm'), 'exit 0');
  const child = spawn('bash', ['-e', '-c', lines], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

function writeProgram(path: string, lines: string): void {
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
}

/** Runs JavaScript that uses the package, until it has printed so many lines, and gives them. */
export async function runUntil(count: number, code: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const err = text(child.stderr);
  let out = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    out += chunk;
    if (out.split('\n').length > count) return out.trimEnd().split('\n');
  }
  throw new Error(`it ended after ${JSON.stringify(out)}: ${await err}`);
}
