import type { ClauseId } from '../../../models/clauses.ts';
import { fieldValues, type ReplyHead } from '../../wire/index.ts';
import type { Answer } from '../peer/answer.ts';
import { isBusy } from './oracle.ts';
import type { Fault } from './switch-check.ts';

/** What an obligation on a reply depends on besides the reply. */
export interface Asked {
  /** The guards of the rows that find a fault in the request. */
  readonly guards: readonly string[];
  /** Values of Sec-WebSocket-Version in the request. */
  readonly versions: readonly string[];
  /** Versions that the target was declared to speak; null where nothing was said. */
  readonly declared: readonly number[] | null;
}

/** A reply, and what was asked. */
interface Seen extends Pick<ReplyHead, 'status' | 'fields'>, Asked {
  readonly head: string;
  readonly interims: readonly number[];
  /** Values of Sec-WebSocket-Version in the reply. */
  readonly told: readonly string[];
  /** The elements of them. */
  readonly listed: readonly string[];
}

/** What a server owes in any reply, whatever it decides. */
interface Obligation {
  readonly clause: ClauseId;
  readonly applies: (seen: Seen) => boolean;
  /** What was seen where the obligation is broken; null where it is kept. */
  readonly broken: (seen: Seen) => string | null;
  readonly expected: string;
}

const hasStatus =
  (status: number) =>
  (seen: Seen): boolean =>
    seen.status === status;
const lacks =
  (name: string) =>
  ({ fields }: Seen): string | null =>
    fieldValues(fields, name).length === 0 ? `no ${name}` : null;
const elements = (values: readonly string[]) =>
  values.flatMap((value) => value.split(',')).map((e) => e.trim());
const always = () => true;
const hasVersions = ({ told }: Seen) => told.length > 0;
// Who is overloaded, or asked too often, has looked at no version.
const refusesVersion = ({ status, guards }: Seen) =>
  status >= 300 &&
  !isBusy(status) &&
  guards.length > 0 &&
  guards.every((guard) => guard === 'versionIsNot13');

const obligations: readonly Obligation[] = [
  {
    clause: 'rfc9110/15.5.2/challenge',
    applies: hasStatus(401),
    expected: 'WWW-Authenticate in a 401',
    broken: lacks('www-authenticate'),
  },
  {
    clause: 'rfc9110/15.5.6/allow',
    applies: hasStatus(405),
    expected: 'Allow in a 405',
    broken: lacks('allow'),
  },
  {
    clause: 'rfc9110/15.5.22/upgrade-in-426',
    applies: hasStatus(426),
    expected: 'Upgrade in a 426',
    broken: lacks('upgrade'),
  },
  {
    clause: 'rfc9110/7.8/connection-option-with-upgrade',
    applies: ({ status, fields }) => status !== 101 && fieldValues(fields, 'upgrade').length > 0,
    expected: 'upgrade in Connection, where Upgrade is sent',
    broken({ fields }) {
      const values = fieldValues(fields, 'connection');
      const isListed = elements(values).some((option) => option.toLowerCase() === 'upgrade');
      return isListed ? null : `Connection: ${values.join(', ') || '(none)'}`;
    },
  },
  {
    clause: 'rfc6455/4.2.2/version-advertised',
    applies: refusesVersion,
    expected: 'Sec-WebSocket-Version in the refusal, with the versions that the target speaks',
    broken: lacks('sec-websocket-version'),
  },
  {
    clause: 'rfc6455/4.3/version-sent-grammar',
    applies: hasVersions,
    expected: 'a list of numbers from 0 to 255 without leading zeros in Sec-WebSocket-Version',
    broken({ told, listed }) {
      const isVersion = (text: string) => /^(0|[1-9][0-9]{0,2})$/.test(text) && Number(text) <= 255;
      return listed.every(isVersion) ? null : told.join(' and ');
    },
  },
  {
    clause: 'rfc6455/11.3.5/refused-version-unlisted',
    applies: (seen) => refusesVersion(seen) && hasVersions(seen),
    expected: 'no version that is refused in Sec-WebSocket-Version',
    broken: ({ told, listed, versions }) =>
      listed.some((version) => versions.includes(version)) ? told.join(' and ') : null,
  },
  {
    clause: 'rfc6455/4.4/all-versions-listed',
    applies: (seen) => seen.declared !== null && refusesVersion(seen) && hasVersions(seen),
    expected: 'every version that the target was declared to speak in Sec-WebSocket-Version',
    broken: ({ listed, declared }) =>
      declared?.every((version) => listed.includes(String(version))) ? null : listed.join(', '),
  },
  {
    clause: 'service/9/version-13-only',
    applies: (seen) => seen.declared === null && hasVersions(seen),
    expected: '13 alone in Sec-WebSocket-Version',
    broken: ({ told, listed }) => (listed.some((version) => version !== '13') ? told.join(' and ') : null),
  },
  {
    clause: 'rfc9110/15.2/no-1xx-to-http10',
    applies: ({ guards }) => guards.includes('httpVersionIs10'),
    expected: 'no interim reply to a request in HTTP/1.0',
    broken: ({ interims }) => (interims.length === 0 ? null : interims.join(', ')),
  },
  {
    clause: 'rfc9112/4/reason-space',
    applies: always,
    expected: 'a space behind the status code',
    broken: ({ head }) => (/^\S+ [0-9]{3} /.test(head) ? null : 'none'),
  },
  {
    clause: 'rfc9112/5.2/no-folding-in-reply',
    applies: always,
    expected: 'every field on one line',
    broken: ({ head }) => (/\r\n[ \t]/.test(head) ? 'a folded field' : null),
  },
  {
    clause: 'rfc9110/5.6.1.1/no-empty-elements-in-reply',
    applies: always,
    expected: 'no empty element in a list',
    broken({ fields }) {
      const lists = ['connection', 'upgrade', 'allow', 'sec-websocket-version'];
      for (const name of lists) {
        const values = fieldValues(fields, name);
        // One alone, or none, is no list with an empty element.
        if (values.length < 2 && !values[0]?.includes(',')) continue;
        const all = elements(values);
        if (all.length > 1 && all.includes('')) return `${name}: ${values.join(', ')}`;
      }
      return null;
    },
  },
];

/** Which obligations a reply shows, and which of them it breaks. */
export function checkObligations(
  answer: Answer,
  asked: Asked,
): { readonly shown: readonly ClauseId[]; readonly faults: readonly Fault[] } {
  const { reply } = answer;
  if (!reply) return { shown: [], faults: [] };
  const { status, fields } = reply;
  const { guards, versions, declared } = asked;
  const { buffer, byteOffset, length } = answer.head;
  const told = fieldValues(fields, 'sec-websocket-version');
  const seen: Seen = {
    status,
    fields,
    guards,
    versions,
    declared,
    told,
    head: Buffer.from(buffer, byteOffset, length).toString('latin1'),
    interims: answer.interims,
    listed: elements(told),
  };
  const shown: ClauseId[] = [];
  const faults: Fault[] = [];
  for (const { clause, expected, applies, broken } of obligations) {
    if (!applies(seen)) continue;
    shown.push(clause);
    const observed = broken(seen);
    if (observed !== null) faults.push({ clause, expected, observed });
  }
  return { shown, faults };
}
