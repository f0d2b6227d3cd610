import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { decodeText } from '../paste/index.ts';
import { toJson } from '../quote/json.ts';
import type { Io } from './io.ts';
import { tellSystemError } from './system-error.ts';
import { UsageError } from './usage-error.ts';

/** What the system says of a file, in words. */
const words: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder, where a file was expected',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'its file system is read-only',
  ENOSPC: 'no space is left on the device',
};

/** Why a file cannot be read or written, in words. */
export function tellFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', errno = 0 }: NodeJS.ErrnoException = error;
  return words[code] ?? tellSystemError(errno) ?? error.message;
}

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws UsageError that names the file and says why it cannot be read
 */
export async function readInput(file: string, { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>): Promise<Buffer> {
  return file === '-' ? readStream(stdin) : readOctets(file, cwd);
}

/** Octets that are read of anything, at most. */
const mostRead = 64 * 2 ** 20;

function tooLarge(file: string): UsageError {
  return new UsageError(
    `${file} has more than ${mostRead / 2 ** 20} MiB, which nothing has that ws101 reads`,
  );
}

/** Standard input may never end. */
async function readStream(stdin: Io['stdin']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    const octets = Buffer.from(chunk);
    length += octets.length;
    if (length > mostRead) throw tooLarge('standard input');
    chunks.push(octets);
  }
  return Buffer.concat(chunks);
}

/** Reads a file. @throws UsageError that names it and says why it cannot be read */
export function readOctets(file: string, cwd: string): Buffer {
  const path = resolve(cwd, file);
  if (file === '') throw new UsageError('the name of a file was expected, and not an empty word');
  try {
    // A pipe ends where its writer does; a device may have no end, whatever size it tells.
    const about = statSync(path);
    if (about.isCharacterDevice() || about.isBlockDevice()) throw new UsageError(`${file}: it is a device`);
    if (about.size > mostRead) throw tooLarge(file);
    return readFileSync(path);
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${file}: ${tellFileError(error)}`);
  }
}

/** Reads a text in UTF-8 or UTF-16. @throws UsageError that names the file and says why it cannot be read */
export function readText(file: string, cwd: string): string {
  return decodeText(readOctets(file, cwd));
}

/**
 * Reads JSON from a file, or from standard input for `-`. Of what is no JSON nothing is quoted: it may be a secret.
 *
 * @throws UsageError
 */
export async function readJson(file: string, io: Pick<Io, 'stdin' | 'cwd'>): Promise<unknown> {
  const octets = await readInput(file, io);
  const value = parseJson(file, decodeText(octets));
  if (isDeep(value))
    throw new UsageError(`${file} has values within values, deeper than ${mostDepth} levels`);
  return value;
}

/** How deep a file of JSON nests, at most. */
const mostDepth = 64;

function isDeep(value: unknown, left = mostDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((each) => isDeep(each, left - 1));
}

/** @throws UsageError that names the file, and where its syntax is wrong as far as that is known */
export function parseJson(file: string, text: string): unknown {
  if (text.trim() === '') throw new UsageError(`${file} is empty, where JSON was expected`);
  try {
    return JSON.parse(text);
  } catch (error) {
    const [, position] = /position ([0-9]+)/.exec(String(error)) ?? [];
    const where = position === undefined ? '' : ` at position ${position}`;
    throw new UsageError(`${file} is not valid JSON: there is a syntax error${where}`);
  }
}

/**
 * Sees that a file can be written, before there is anything to write: what is in it stays, and what was not there is not
 * there afterwards. A pipe or a device is not opened, since whoever reads it may take that for all.
 *
 * @throws UsageError that names the file and says why it cannot be written
 */
export function checkWritable(file: string | undefined, cwd: string): void {
  if (file === undefined || file === '-') return;
  const path = resolve(cwd, file);
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there && !there.isFile() && !there.isDirectory()) {
      accessSync(path, constants.W_OK);
      return;
    }
    closeSync(openSync(path, 'a'));
    if (!there) rmSync(path);
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
}

/**
 * Writes a value as the text that is made of it, to a file, or to standard output for `-`. What is secret in it is hidden
 * first: in a text that is escaped already, what hides it could take away what escapes something else.
 *
 * @throws UsageError if the file cannot be written: whoever waits for it must not take its absence for a verdict
 */
export function writeRendered<T>(
  file: string,
  value: T,
  render: (hidden: T) => string,
  io: Pick<Io, 'stdout' | 'cwd' | 'secrets'>,
): void {
  writeHidden(file, render(io.secrets.hideAll(value)), io);
}

function writeHidden(file: string, text: string, { stdout, cwd }: Pick<Io, 'stdout' | 'cwd'>): void {
  if (file === '-') {
    stdout.writeHidden(text);
    return;
  }
  try {
    writeFileSync(resolve(cwd, file), text);
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
}

/** @param error what the system has thrown */
export function cannotBeWritten(file: string, error: unknown): UsageError {
  const { code }: { readonly code?: unknown } = Object(error);
  const why = code === 'ENOENT' ? 'there is no such folder' : tellFileError(error);
  return new UsageError(`${file} cannot be written: ${why}`);
}

/**
 * Writes a value as JSON to a file, or to standard output for `-`.
 *
 * @throws UsageError if the file cannot be written
 */
export function writeJson(file: string, value: unknown, io: Pick<Io, 'stdout' | 'cwd' | 'secrets'>): void {
  writeHidden(file, `${toJson(io.secrets.hideAll(value), 2)}\n`, io);
}
