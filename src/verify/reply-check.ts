import type { ClauseId } from '../../models/clauses.ts';
import { fieldValues } from '../wire/index.ts';
import type { Exchanged } from './exchange.ts';
import { type Observation, observe } from './observation.ts';

/** What a request was like, as far as obligations on its reply depend on it. */
export interface Asked {
  /** The accept value that belongs to its key. */
  readonly accept: string;
  readonly offered: readonly string[];
  /** Whether it is refused for asking for a version other than 13. */
  readonly otherVersion: boolean;
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
const isRefusal = (status: number) => status >= 400;
const hasUpgradeOption = (values: Values) => /(^|,)\s*upgrade\s*(,|$)/i.test(values('connection').join(','));

const checks: readonly ReplyCheck[] = [
  {
    clause: 'rfc6455/4.2.2/reply-upgrade',
    applies: is101,
    expected: () => ['websocket'],
    observed: (values) => values('upgrade').map((value) => value.toLowerCase()),
  },
  {
    clause: 'rfc6455/4.2.2/reply-connection',
    applies: is101,
    expected: () => ['upgrade'],
    observed: (values) => values('connection').map((value) => value.toLowerCase()),
  },
  {
    clause: 'rfc6455/4.2.2/accept-value',
    applies: is101,
    expected: ({ accept }) => [accept],
    observed: (values) => values('sec-websocket-accept'),
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
    applies: (status, values) => is101(status) && values('sec-websocket-protocol').length > 0,
    expected: () => true,
    observed: (values, _, { offered }) =>
      values('sec-websocket-protocol').length === 1 &&
      offered.includes(values('sec-websocket-protocol')[0] ?? ''),
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-null',
    applies: (status, _, { offered }) => is101(status) && offered.length === 0,
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
    applies: (status, _, { otherVersion }) => isRefusal(status) && otherVersion,
    expected: () => ['13'],
    observed: (values) => values('sec-websocket-version'),
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
