import { InvalidArgumentError, Option } from 'commander';
import { type ClauseId, clauseIds, isClauseId } from '../../models/clauses.ts';
import type { NewField } from '../wire/index.ts';
import { isToken } from '../wire/token.ts';
import { tellNoClause } from './near.ts';

/** Shows what is hidden by default. */
export function showSecrets(): Option {
  return new Option('--show-secrets', 'show credentials and query values, which are hidden otherwise');
}

/** A credential of a server. */
export function auth(): Option {
  return new Option(
    '--auth <where>',
    "a credential that the server requires, as in 'header:Authorization=Bearer X'",
  );
}

/** A field of every request. */
export function header(): Option {
  return new Option("--header <'N: v'>", 'a header field for every request; can be repeated').argParser(
    headerField,
  );
}

/** What fixes the random choices of a run. */
export function seed(): Option {
  return new Option(
    '--seed <n>',
    'number that fixes the random choices: the same seed runs the same cases',
  ).argParser(wholeNumber(0, 2 ** 31));
}

/** Reads a whole number of at least `min`. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(
      max < Number.MAX_SAFE_INTEGER
        ? `A whole number from ${min} to ${max} was expected.`
        : `A whole number of at least ${min} was expected.`,
    );
  };
}

/** Reads names with commas between them. */
export function nameList(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  const odd = names.find((name) => !isToken(name));
  if (odd === undefined) return names;
  throw new InvalidArgumentError(`${JSON.stringify(odd)} is not a token (RFC 6455 §4.1).`);
}

/** Reads one `Name: value` and adds it to those before. */
export function headerField(text: string, before: readonly NewField[] = []): readonly NewField[] {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(colon, 0));
  if (!isToken(name)) throw new InvalidArgumentError("'Name: value' was expected (RFC 9110 §5.1).");
  return [...before, [name, text.slice(colon + 1).trim()]];
}

/** Reads `host:port`, or a port alone; an IPv6 address stands in brackets, and without a host it is 127.0.0.1. */
export function hostAndPort(text: string): { readonly host: string; readonly port: number } {
  const match = /^(?:(?:\[([^\]]+)\]|([^:]*)):)?([0-9]{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (!match || port > 65_535)
    throw new InvalidArgumentError(
      'host:port or only a port was expected, with a port from 0 to 65535. An IPv6 address needs brackets.',
    );
  return { host: match[1] ?? (match[2] || '127.0.0.1'), port };
}

/** Reads ids of clauses with commas between them; `rfc6455/4.2.1` stands for all of that section. */
export function clauseList(text: string): readonly ClauseId[] {
  const ids = text.split(',').flatMap((id) => {
    const trimmed = id.trim();
    if (isClauseId(trimmed)) return [trimmed];
    const within = clauseIds.filter((each) => each.startsWith(`${trimmed.replace(/\/$/, '')}/`));
    if (trimmed !== '' && within.length > 0) return within;
    throw new InvalidArgumentError(`${tellNoClause(trimmed)}.`);
  });
  return [...new Set(ids)];
}

/** Reads texts with commas between them. */
export function textList(text: string): readonly string[] {
  return text.split(',').map((each) => each.trim());
}

/** Reads versions of the protocol with commas between them. */
export function versionList(text: string): readonly number[] {
  return textList(text).map(wholeNumber(0, 255));
}

/** Reads `I/N`: the Ith of N parts, I from 1. */
export function shard(text: string): { readonly index: number; readonly count: number } {
  const [, index, count] = (/^([0-9]{1,5})\/([0-9]{1,5})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('I/N was expected, with I from 1 to N.');
}
