import type { Spelling } from '../../arbitraries/index.ts';
import { inQuotes } from '../../quote/shell.ts';
import { decodeLatin1 } from '../../wire/index.ts';
import type { ValueSpan } from '../report/report.ts';

/** In bash: fails with a sentence where the variable is not set. */
const askForToken = `: "\${TOKEN:?is the credential, in the form in which the request has it}"`;

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

/** One connection: what is sent on it, one after the other with a pause before each but the first. */
export type Sent = readonly Part[];

/** Seconds between two parts, and for which an answer is waited for. */
const pause = 1;
const patience = 3;

/**
 * A script for bash that sends the same octets on connections of their own, one after another, and shows what comes
 * back. It needs nothing but bash, cat and timeout; over TLS openssl.
 *
 * @param isSecret whether runs of placeholders stand for a credential, which the script takes from `$TOKEN`
 */
export function writeReproduction(
  { host, port, secure }: Address,
  connections: readonly Sent[],
  isSecret: boolean,
): string {
  const bare = host.replace(/^\[|\]$/g, '');
  const play = (sent: Sent) =>
    secure
      ? [
          `{ ${sent.map((part) => write(part, isSecret)).join(`; sleep ${pause}; `)}; sleep ${patience}; } |`,
          `  openssl s_client -quiet -connect ${inQuotes(`${host}:${port}`)} -servername ${inQuotes(bare)} 2>/dev/null | cat -v`,
        ]
      : [
          `exec 3<>${inQuotes(`/dev/tcp/${bare}/${port}`)}`,
          ...sent.flatMap((part, at) => [
            ...(at === 0 ? [] : [`sleep ${pause}`]),
            `${write(part, isSecret)} >&3`,
          ]),
          `timeout ${patience} cat -v <&3; exec 3>&-`,
        ];
  return [...(isSecret ? [askForToken] : []), ...connections.flatMap(play)].join('\n');
}

/** What makes each spelling of the credential, in bash. */
const spelt: Readonly<Record<Spelling, string>> = {
  whole: '"$TOKEN"',
  swapped: `"$(printf %s "$TOKEN" | tr a-zA-Z A-Za-z)"`,
  withoutLast: `"\${TOKEN%?}"`,
  withoutFirst: `"\${TOKEN#?}"`,
  reversed: '"$(printf %s "$TOKEN" | rev)"',
};

/** A command that writes octets: text as it is, other octets as octal escapes, the credential and placeholders as `$TOKEN`. */
function write({ octets, spans }: Part, isSecret: boolean): string {
  const ofCredential = spans.filter(({ of }) => of === 'credential');
  const ends = [0, ...ofCredential.map(({ end }) => end)];
  const between = [...ofCredential.map(({ start }) => start), octets.length].map((start, at) =>
    decodeLatin1(octets.subarray(ends[at], start)).split(isSecret ? /\*{3,}/ : /$^/),
  );
  const format = between.map((texts) => texts.map(escapeText).join('%s')).join('%s');
  const values = between.flatMap((texts, at) => [
    ...texts.slice(1).map(() => spelt.whole),
    ...ofCredential.slice(at, at + 1).map(({ spelling }) => spelt[spelling]),
  ]);
  return [`printf '${format}'`, ...values].join(' ');
}

function escapeText(text: string): string {
  return text.replace(/[^\x20-\x7e]|[%'\\]|(?<=##)\[/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  switch (character) {
    case '\r':
      return '\\r';
    case '\n':
      return '\\n';
    case '%':
      return '%%';
    case '\\':
      return '\\\\';
    default:
      return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  }
}
