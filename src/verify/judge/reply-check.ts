import type { ClauseId } from '../../../models/clauses.ts';
import { decodeLatin1, fieldValues } from '../../wire/index.ts';
import type { Exchanged } from '../peer/exchange.ts';
import { type Observation, observe } from './observation.ts';

/** What a request was like, as far as obligations on its reply depend on it. */
export interface Asked {
  /** The accept value that belongs to its key. */
  readonly accept: string;
  /** The subprotocol that must be chosen: the first of those offered that is supported. */
  readonly chosen: string | null;
  /** The guard of the row that must decide. */
  readonly refusedFor: string;
  readonly asksForWebSocket: boolean;
  readonly isHttp10: boolean;
  readonly isHead: boolean;
  /** Whether nothing but an error status will do. */
  readonly mustFail: boolean;
  readonly expectsContinue: boolean;
}

/** An obligation on a reply, whatever was asked. */
interface ReplyCheck {
  readonly clause: ClauseId;
  readonly applies: (status: number, values: Values, asked: Asked) => boolean;
  readonly expected: (asked: Asked) => unknown;
  readonly observed: (values: Values, exchanged: Exchanged, asked: Asked) => unknown;
}

type Values = (name: string) => readonly string[];

const is101 = (status: number) => status === 101;
const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase());
const isRefusal = (status: number) => status >= 400;
const hasUpgradeOption = (values: Values) => /(^|,)\s*upgrade\s*(,|$)/i.test(values('connection').join(','));

const checks: readonly ReplyCheck[] = [
  {
    clause: 'rfc6455/4.2.2/reply-upgrade',
    applies: is101,
    expected: () => ['websocket'],
    observed: (values) => lower(values('upgrade')),
  },
  {
    clause: 'rfc6455/4.2.2/reply-connection',
    applies: is101,
    expected: () => ['upgrade'],
    observed: (values) => lower(values('connection')),
  },
  {
    clause: 'rfc6455/4.2.2/accept-value',
    applies: is101,
    expected: ({ accept }) => [accept],
    observed: (values) => values('sec-websocket-accept'),
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
    applies: (status, _, { chosen }) => is101(status) && chosen !== null,
    expected: ({ chosen }) => [chosen],
    observed: (values) => values('sec-websocket-protocol'),
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-null',
    applies: (status, _, { chosen }) => is101(status) && chosen === null,
    expected: () => [],
    observed: (values) => values('sec-websocket-protocol'),
  },
  {
    clause: 'rfc6455/4.2.2/extension-from-offer',
    applies: is101,
    expected: () => [],
    observed: (values) => values('sec-websocket-extensions'),
  },
  {
    clause: 'rfc6455/11.3.3/accept-sent-once',
    applies: is101,
    expected: () => 1,
    observed: (values) => values('sec-websocket-accept').length,
  },
  {
    clause: 'rfc6455/11.3.4/subprotocol-sent-once',
    applies: is101,
    expected: () => true,
    observed: (values) => values('sec-websocket-protocol').length <= 1,
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-empty-not-sent',
    applies: is101,
    expected: () => false,
    observed: (values) => values('sec-websocket-protocol').includes(''),
  },
  {
    clause: 'rfc6455/4.2.2/extension-empty-not-sent',
    applies: is101,
    expected: () => false,
    observed: (values) => values('sec-websocket-extensions').includes(''),
  },
  {
    clause: 'service/1/no-body-in-101',
    applies: is101,
    expected: () => 0,
    observed: (_, { rest }) => rest.length,
  },
  {
    clause: 'rfc9110/7.8/switch-only-as-asked',
    applies: is101,
    expected: ({ asksForWebSocket }) => asksForWebSocket,
    observed: (values) => lower(values('upgrade')).join() === 'websocket',
  },
  {
    clause: 'rfc9110/15.2/no-1xx-to-http10',
    applies: (_status, _values, { isHttp10 }) => isHttp10,
    expected: () => [],
    observed: (_, { interims, reply }) => [...interims, ...(reply?.status === 101 ? [101] : [])],
  },
  {
    clause: 'rfc6455/4.2.1/error-status',
    applies: (_status, _values, { mustFail }) => mustFail,
    expected: () => true,
    observed: (_, { reply }) => isRefusal(reply?.status ?? 0),
  },
  {
    clause: 'rfc6455/7.1.7/server-closed-on-failure',
    applies: isRefusal,
    expected: () => true,
    observed: (_, { ended }) => ended,
  },
  {
    clause: 'rfc9110/6.6.1/date',
    applies: (status) => status >= 200 && status < 500,
    expected: () => true,
    observed: (values) =>
      values('date').every((date) => new Date(date).toUTCString() === date) && values('date').length === 1,
  },
  {
    clause: 'rfc9110/9.3.2/no-content-to-head',
    applies: (_status, _values, { isHead }) => isHead,
    expected: () => 0,
    observed: (_, { behind }) => behind,
  },
  {
    clause: 'rfc9112/9.6/close-option-sent',
    applies: isRefusal,
    expected: () => true,
    observed: (values) =>
      lower(values('connection').flatMap((value) => value.split(/, ?/))).includes('close'),
  },
  {
    clause: 'rfc9112/4/reason-space',
    applies: () => true,
    expected: () => true,
    observed: (_, { octets }) =>
      /^(HTTP\/1\.1 100 [\s\S]*?\r\n\r\n)?HTTP\/1\.1 [0-9]{3} /.test(decodeLatin1(octets)),
  },
  {
    clause: 'rfc9112/5.2/no-folding-in-reply',
    applies: () => true,
    expected: () => false,
    observed: (_, { octets }) => /\r\n[ \t]/.test(decodeLatin1(octets)),
  },
  {
    clause: 'rfc9110/5.6.1.1/no-empty-elements-in-reply',
    applies: () => true,
    expected: () => false,
    observed: (values) =>
      ['connection', 'upgrade', 'allow'].some((name) => /^,|, *,|,$/.test(values(name).join(', '))),
  },
  {
    clause: 'rfc9110/9.1/method-405',
    applies: (_status, _values, { refusedFor }) => refusedFor === 'methodIsNotGet',
    expected: () => 405,
    observed: (_, { reply }) => reply?.status,
  },
  {
    clause: 'rfc9110/15.5.2/challenge',
    applies: (status) => status === 401,
    expected: () => true,
    observed: (values) =>
      values('www-authenticate').length > 0 &&
      values('www-authenticate').every((value) => /^[A-Za-z]+ [a-z]+="[^"]*"/.test(value)),
  },
  {
    clause: 'service/5.2/credential-401',
    applies: (_status, _values, { refusedFor }) => refusedFor.startsWith('credentialIs'),
    expected: () => 401,
    observed: (_, { reply }) => reply?.status,
  },
  {
    clause: 'rfc6455/10.2/origin-403',
    applies: (_status, _values, { refusedFor }) => refusedFor.startsWith('originIs'),
    expected: () => 403,
    observed: (_, { reply }) => reply?.status,
  },
  {
    clause: 'service/9/version-426',
    applies: (_status, _values, { refusedFor }) => refusedFor === 'versionIsNot13',
    expected: () => 426,
    observed: (_, { reply }) => reply?.status,
  },
  {
    clause: 'service/9/version-13-only',
    applies: (_, values) => values('sec-websocket-version').length > 0,
    expected: () => ['13'],
    observed: (values) => values('sec-websocket-version'),
  },
  {
    clause: 'service/7/malformed-400',
    applies: (_status, _values, { refusedFor }) =>
      /(Malformed|keyIsNot16Octets|hostIsAbsent)$/.test(refusedFor) && refusedFor !== 'originIsMalformed',
    expected: () => 400,
    observed: (_, { reply }) => reply?.status,
  },
  {
    clause: 'rfc9110/8.6/no-content-length-in-1xx',
    applies: is101,
    expected: () => [],
    observed: (values) => values('content-length'),
  },
  {
    clause: 'rfc9112/6.1/no-transfer-encoding-in-1xx',
    applies: is101,
    expected: () => [],
    observed: (values) => values('transfer-encoding'),
  },
  {
    clause: 'rfc9110/7.8/continue-before-switching',
    applies: (status, _, { expectsContinue }) => is101(status) && expectsContinue,
    expected: () => [100],
    observed: (_, { interims }) => interims,
  },
  {
    clause: 'service/7/no-upgrade-after-refusal',
    applies: isRefusal,
    expected: () => [],
    observed: (values) => values('sec-websocket-accept'),
  },
  {
    clause: 'rfc9110/15.5.6/allow',
    applies: (status) => status === 405,
    expected: () => ['GET'],
    observed: (values) => values('allow'),
  },
  {
    clause: 'rfc9110/15.5.22/upgrade-in-426',
    applies: (status) => status === 426,
    expected: () => ['websocket'],
    observed: (values) => values('upgrade'),
  },
  {
    clause: 'rfc9110/7.8/connection-option-with-upgrade',
    applies: (_, values) => values('upgrade').length > 0,
    expected: () => true,
    observed: hasUpgradeOption,
  },
  {
    clause: 'rfc6455/4.2.2/version-advertised',
    applies: (_status, _values, { refusedFor }) => refusedFor === 'versionIsNot13',
    expected: () => ['13'],
    observed: (values) => values('sec-websocket-version'),
  },
  {
    clause: 'rfc6455/4.4/all-versions-listed',
    applies: (_status, _values, { refusedFor }) => refusedFor === 'versionIsNot13',
    expected: () => ['13'],
    observed: (values) => values('sec-websocket-version').flatMap((value) => value.split(/, */)),
  },
  {
    clause: 'rfc9112/9.6/close-after-close-option',
    applies: (_, values) => values('connection').some((value) => /\bclose\b/i.test(value)),
    expected: () => true,
    observed: (_, { ended }) => ended,
  },
];

/** The clauses that are looked for in every reply. */
export const replyClauses: readonly ClauseId[] = checks.map(({ clause }) => clause);

/** Holds a reply against every obligation that concerns it. */
export function checkReply(exchanged: Exchanged, asked: Asked): readonly Observation[] {
  const { reply } = exchanged;
  if (!reply) return [];
  const values: Values = (name) => fieldValues(reply.fields, name);
  return checks
    .filter(({ applies }) => applies(reply.status, values, asked))
    .map(({ clause, expected, observed }) =>
      observe(clause, expected(asked), observed(values, exchanged, asked)),
    );
}
