import type { ClauseId } from '../../models/clauses.ts';
import { decodeLatin1, fieldValues, type ReplyHead } from '../wire/index.ts';
import type { Answer } from './probe.ts';
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

/** What a server owes in any reply, whatever it decides. */
interface Obligation {
  readonly clause: ClauseId;
  readonly applies: (reply: ReplyHead, asked: Asked) => boolean;
  /** What was seen where the obligation is broken; null where it is kept. */
  readonly broken: (reply: ReplyHead, asked: Asked, answer: Answer, head: string) => string | null;
  readonly expected: string;
}

const hasStatus =
  (status: number) =>
  (reply: ReplyHead): boolean =>
    reply.status === status;
const lacks =
  (name: string) =>
  ({ fields }: ReplyHead): string | null =>
    fieldValues(fields, name).length === 0 ? `no ${name}` : null;
const versionsIn = ({ fields }: ReplyHead) => fieldValues(fields, 'sec-websocket-version');
const elements = (values: readonly string[]) =>
  values.flatMap((value) => value.split(',')).map((e) => e.trim());
const always = () => true;
const refusesVersion = ({ status }: ReplyHead, { guards }: Asked) =>
  status >= 300 && guards.length > 0 && guards.every((guard) => guard === 'versionIsNot13');

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
    applies: (reply) => versionsIn(reply).length > 0,
    expected: 'a list of numbers from 0 to 255 without leading zeros in Sec-WebSocket-Version',
    broken(reply) {
      const isVersion = (text: string) => /^(0|[1-9][0-9]{0,2})$/.test(text) && Number(text) <= 255;
      return elements(versionsIn(reply)).every(isVersion) ? null : versionsIn(reply).join(' and ');
    },
  },
  {
    clause: 'rfc6455/11.3.5/refused-version-unlisted',
    applies: (reply, asked) => refusesVersion(reply, asked) && versionsIn(reply).length > 0,
    expected: 'no version that is refused in Sec-WebSocket-Version',
    broken: (reply, { versions }) =>
      elements(versionsIn(reply)).some((version) => versions.includes(version))
        ? versionsIn(reply).join(' and ')
        : null,
  },
  {
    clause: 'rfc6455/4.4/all-versions-listed',
    applies: (reply, asked) =>
      asked.declared !== null && refusesVersion(reply, asked) && versionsIn(reply).length > 0,
    expected: 'every version that the target was declared to speak in Sec-WebSocket-Version',
    broken(reply, { declared }) {
      const listed = elements(versionsIn(reply));
      return declared?.every((version) => listed.includes(String(version))) ? null : listed.join(', ');
    },
  },
  {
    clause: 'service/9/version-13-only',
    applies: (reply, { declared }) => declared === null && versionsIn(reply).length > 0,
    expected: '13 alone in Sec-WebSocket-Version',
    broken: (reply) =>
      elements(versionsIn(reply)).some((version) => version !== '13')
        ? versionsIn(reply).join(' and ')
        : null,
  },
  {
    clause: 'rfc9110/15.2/no-1xx-to-http10',
    applies: (_, { guards }) => guards.includes('httpVersionIs10'),
    expected: 'no interim reply to a request in HTTP/1.0',
    broken: (_reply, _asked, { interims }) => (interims.length === 0 ? null : interims.join(', ')),
  },
  {
    clause: 'rfc9112/4/reason-space',
    applies: always,
    expected: 'a space behind the status code',
    broken: (_reply, _asked, _answer, head) => (/^\S+ [0-9]{3} /.test(head) ? null : 'none'),
  },
  {
    clause: 'rfc9112/5.2/no-folding-in-reply',
    applies: always,
    expected: 'every field on one line',
    broken: (_reply, _asked, _answer, head) => (/\r\n[ \t]/.test(head) ? 'a folded field' : null),
  },
  {
    clause: 'rfc9110/5.6.1.1/no-empty-elements-in-reply',
    applies: always,
    expected: 'no empty element in a list',
    broken({ fields }) {
      const lists = ['connection', 'upgrade', 'allow', 'sec-websocket-version'];
      const odd = lists.find((name) => {
        const all = elements(fieldValues(fields, name));
        return all.length > 1 && all.includes('');
      });
      return odd === undefined ? null : `${odd}: ${fieldValues(fields, odd).join(', ')}`;
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
  const head = decodeLatin1(answer.head);
  const owed = obligations.filter(({ applies }) => applies(reply, asked));
  return {
    shown: owed.map(({ clause }) => clause),
    faults: owed.flatMap(({ clause, expected, broken }) => {
      const observed = broken(reply, asked, answer, head);
      return observed === null ? [] : [{ clause, expected, observed }];
    }),
  };
}
