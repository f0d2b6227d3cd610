import type { Spelling } from '../../../arbitraries/index.ts';
import { escapeForPrintf, tellInShell } from '../../../quote/requote.ts';
import { inQuotes } from '../../../quote/shell.ts';
import { decodeLatin1 } from '../../../wire/index.ts';
import type { ValueSpan } from '../../report/report.ts';

/** Where a target is reached. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/** Octets, and where in them the credential stands, right or spoilt. */
export interface Part {
  readonly octets: Uint8Array;
  readonly spans: readonly ValueSpan[];
}

/** A value that does not stand in a script, which takes it from a variable of the environment. */
interface Secret {
  readonly variable: string;
  /** The line that it stands in, up to it. */
  readonly before: string;
}

/** One connection: what is sent on it, one after the other with a pause before each but the first. */
export type ScriptConnection = readonly Part[];

/** Seconds between two parts, and for which an answer is waited for. */
const pause = 1;
const patience = 3;

/**
 * A script for bash that sends the same octets on connections of their own, one after another, and shows what comes
 * back. It needs nothing but bash, cat and timeout; over TLS openssl. The credential is taken from `$TOKEN`, each other
 * secret from a variable of its own, which is named after its place.
 *
 * @param isSecret whether runs of placeholders stand for secrets
 */
export function writeReproduction(
  { host, port, secure }: Address,
  connections: readonly ScriptConnection[],
  isSecret: boolean,
): string {
  const bare = host.replace(/^\[|\]$/g, '');
  const secrets = new Map<string, Secret>();
  const write = (part: Part) => {
    const { command, needed } = writePart(part, isSecret);
    for (const each of needed) if (!secrets.has(each.variable)) secrets.set(each.variable, each);
    return command;
  };
  const play = (sent: ScriptConnection) =>
    secure
      ? [
          `{ ${sent.map(write).join(`; sleep ${pause}; `)}; sleep ${patience}; } |`,
          `  openssl s_client -quiet -connect ${inQuotes(`${host}:${port}`)} -servername ${inQuotes(bare)} 2>/dev/null | cat -v`,
        ]
      : [
          `exec 3<>${inQuotes(`/dev/tcp/${bare}/${port}`)}`,
          ...sent.flatMap((part, at) => [...(at === 0 ? [] : [`sleep ${pause}`]), `${write(part)} >&3`]),
          `timeout ${patience} cat -v <&3; exec 3>&-`,
        ];
  const played = connections.flatMap(play);
  return [...[...secrets.values()].map(askFor), ...played].join('\n');
}

/** In bash: fails with a sentence where the variable is not set. */
function askFor({ variable, before }: Secret): string {
  return `: "\${${variable}:?is what the request has in place of the dots: ${tellInShell(before)}...}"`;
}

/** What makes each spelling of the credential, in bash. */
const spelt: Readonly<Record<Spelling, string>> = {
  whole: '"$TOKEN"',
  swapped: `"$(printf %s "$TOKEN" | tr a-zA-Z A-Za-z)"`,
  withoutLast: `"\${TOKEN%?}"`,
  withoutFirst: `"\${TOKEN#?}"`,
  reversed: '"$(printf %s "$TOKEN" | rev)"',
};

/** What stands in octets in the place of something that a script does not have. */
interface Gap {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
  /** What gives its value, in bash. */
  readonly value: string;
}

/** A command that writes octets: text as it is, other octets as octal escapes, and secrets from their variables. */
function writePart(
  { octets, spans }: Part,
  isSecret: boolean,
): { readonly command: string; readonly needed: readonly Secret[] } {
  const text = decodeLatin1(octets);
  const ofCredential = spans
    .filter(({ of }) => of === 'credential')
    .map(({ start, end, spelling }): Gap => {
      const secret = { variable: 'TOKEN', before: lineBefore(text, start) };
      return { start, end, secret, value: spelt[spelling] };
    });
  const isFree = (at: number) => ofCredential.every(({ start, end }) => at < start || at >= end);
  const runs = isSecret ? [...text.matchAll(/\*{3,}/g)].filter(({ index }) => isFree(index)) : [];
  const places = runs.map(({ index }) => placeOf(lineBefore(text, index)));
  const hidden = runs.map(({ 0: run, index }, at): Gap => {
    const place = places[at] ?? '';
    const nth = places.slice(0, at).filter((each) => each === place).length + 1;
    const secret = { variable: nameVariable(place, nth), before: lineBefore(text, index) };
    return { start: index, end: index + run.length, secret, value: `"$${secret.variable}"` };
  });
  const gaps = [...ofCredential, ...hidden].toSorted((one, other) => one.start - other.start);
  const ends = [0, ...gaps.map(({ end }) => end)];
  const between = [...gaps.map(({ start }) => start), text.length].map((start, at) =>
    escapeForPrintf(text.slice(ends[at], start)),
  );
  const format = between.join('%s');
  // A text that begins as an option does is none.
  const dashes = format.startsWith('-') ? '-- ' : '';
  return {
    command: [`printf ${dashes}'${format}'`, ...gaps.map(({ value }) => value)].join(' '),
    needed: gaps.map(({ secret }) => secret),
  };
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
}

/** The field that something stands in, or the URL, or anything else. */
function placeOf(before: string): string {
  const [, field] = /^([\w-]+):/.exec(before) ?? [];
  return field ?? (/^[A-Z]+ /.test(before) ? 'url' : 'request');
}

/** The variable of a secret, which is named after its place; the second one there has a number. */
function nameVariable(place: string, nth: number): string {
  const name = `${place}_secret${nth > 1 ? `_${nth}` : ''}`.toUpperCase().replaceAll('-', '_');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}
