import { inQuotes } from '../../quote/shell.ts';
import { decodeLatin1 } from '../../wire/index.ts';

/** In bash: fails with a sentence where the variable is not set. */
const askForToken = `: "\${TOKEN:?is the credential, in the form in which the request has it}"`;

/** Where a target is reached. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/** One connection: what is sent on it, one after the other with a pause before each but the first. */
export type Sent = readonly Uint8Array[];

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
          `{ ${sent.map((octets) => write(octets, isSecret)).join(`; sleep ${pause}; `)}; sleep ${patience}; } |`,
          `  openssl s_client -quiet -connect ${inQuotes(`${host}:${port}`)} -servername ${inQuotes(bare)} 2>/dev/null | cat -v`,
        ]
      : [
          `exec 3<>${inQuotes(`/dev/tcp/${bare}/${port}`)}`,
          ...sent.flatMap((octets, at) => [
            ...(at === 0 ? [] : [`sleep ${pause}`]),
            `${write(octets, isSecret)} >&3`,
          ]),
          `timeout ${patience} cat -v <&3; exec 3>&-`,
        ];
  return [...(isSecret ? [askForToken] : []), ...connections.flatMap(play)].join('\n');
}

/** A command that writes octets: text as it is, other octets as octal escapes, placeholders as the credential. */
function write(octets: Uint8Array, isSecret: boolean): string {
  const parts = isSecret ? decodeLatin1(octets).split(/\*{3,}/) : [decodeLatin1(octets)];
  const format = parts
    .map((part) => part.replace(/[^\x20-\x7e]|[%'\\]|(?<=##)\[/g, escapeCharacter))
    .join('%s');
  const values = parts.slice(1).map(() => ' "$TOKEN"');
  return `printf '${format}'${values.join('')}`;
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
