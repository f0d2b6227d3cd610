import type { ServerRow } from '../../../models/decisions/row.ts';
import type { RequestGuard } from '../../../models/decisions/server.ts';
import type { Fault } from '../judge/judgement.ts';
import type { FilledPhrase, Lines, Phrase, PlainPhrase } from '../judge/seen/phrase.ts';
import { interimsKept } from '../peer/answer.ts';
import type { Finding } from './report.ts';

/** How a fault is told: what was due, what was seen, and what is probably the cause. */
export function describeFault(
  { expected, observed, hint }: Pick<Fault, 'expected' | 'observed' | 'hint'>,
  hide: (text: string) => string = (text) => text,
): Pick<Finding, 'expected' | 'observed' | 'hint'> {
  const describe = (phrase: Phrase) => hide(describePhrase(phrase));
  return {
    expected: describe(expected),
    observed: describe(observed),
    ...(hint === undefined ? {} : { hint: describe(hint) }),
  };
}

/** What was due, what was seen, or what is probably its cause, in words that can stand in a sentence. */
export function describePhrase(phrase: Phrase): string {
  return typeof phrase === 'string' ? plain[phrase] : describeFilled(phrase);
}

const plain: Readonly<Record<PlainPhrase, string>> = {
  acceptance: 'a 101, since nothing is wrong with the request',
  replyOfHttp: 'a reply of HTTP, which begins with a status line',
  acceptingSwitch: 'a 101 in HTTP/1.1, since the accept value says that the opening is accepted',
  readableSwitch: 'a 101 in HTTP/1.1 that can be read',
  survival: 'a target that still takes connections after the request',
  noConnectionSince: 'no connection was taken after it',
  noConnectionAgain:
    'no connection was taken after it; the target came back, and was gone again after the same request',
  silenceBeforeCredential: 'no answer to a message before the credential is validated',
  noReplyBehindSwitch: 'no reply of HTTP behind the 101',
  replyBehindSwitch: 'a reply of HTTP',
  pongToEarlyPing: 'a pong to the ping that came right behind the request',
  pongToContent: 'a pong to a ping that stands in the content',
  octetsThatAreNoFrame: 'octets that are no frame of a server',
  replyToSecond: 'a reply to a second request on the same connection',
  foldedField: 'a folded field',

  survivingClient: 'a client that goes on',
  closeFrame: 'a Close frame',
  pong: 'a pong',
  freshKey: 'a key that no other connection has',
  randomKey: 'a key of 16 random octets',
  uniqueNames: 'an offer in which no name stands twice',
  tokens: 'an offer of tokens',

  arrivalOrReply: 'the request at the backend, or a reply',
  arrival: 'the request at the backend',
  neither: 'neither',
  interimFirst: '103, then the final reply',
  noSwitch: 'no 101, since the request asks for no WebSocket',
  switch: 'a 101',
  openAfterPause: 'a connection that is still open after the pause',
  wholeContent: 'all of the content that the reply announces',
  partOfContent: 'less of it',
  nothingButRequests: 'nothing at the backend that is no request',
  octetsBeyond: 'the octets that the client had sent behind',
  oneLength: 'one length, or none',

  request: 'a request',
  reply: 'a reply',
  noReply: 'no reply',
  noField: 'no field',
  openConnection: 'an open connection',
  end: 'the end of the connection',
  nothingInTime: 'nothing in time',
  nothing: 'nothing',
  none: 'none',
  permitted: 'what is permitted',

  cutRequest: 'the request came in several pieces, and may be looked for in the first alone',
  declaredToCarry:
    'RFC 9110 §7.6.1 and §7.8 allow a hop that does not carry WebSocket to do so; this one is declared to carry it',
};

function describeFilled(phrase: FilledPhrase): string {
  switch (phrase.is) {
    case 'text':
      return phrase.text;
    case 'permits':
      return describeRows(phrase);
    case 'failing':
      return `a connection that fails${phrase.guards.length === 0 ? '' : ` (${phrase.guards.join(', ')})`}`;
    case 'partOfSwitch':
      return describePart(phrase);
    case 'values':
      return describeValues(phrase);
    case 'list':
      return `${phrase.name}: ${phrase.values.join(', ')}`;
    case 'framing':
      return phrase.fields.map(describeValues).join(', ');
    case 'fields':
      return phrase.fields.map(describeLines).join('; ');
    case 'noneNominated':
      return `none of what Connection names: ${phrase.options}`;
    case 'requestLine':
      return `${phrase.method} in HTTP/${phrase.major}.${phrase.minor}`;
    case 'status':
      return `${phrase.status} ${phrase.reason}`.trim();
    case 'unanswered': {
      const first = phrase.interims.length > 0 ? `${describeInterims(phrase.interims)}, and then ` : '';
      return first + ends[phrase.end];
    }
    case 'interims':
      return describeInterims(phrase.statuses) || plain.none;
    case 'dropped':
      return (
        `on ${phrase.guards.length} of ${phrase.of} kinds of faulty openings (${phrase.guards.join(', ')}); ` +
        'that may be a crash: see the log of the target'
      );
    case 'accepting':
      return `${describePhrase(phrase.answer)}, with the accept value of the key`;
    case 'octets':
      return `${phrase.count} octets`;
    case 'octetsThatAreNoReply':
      return `${phrase.count} octets that are no reply`;
    case 'octetsThatAreNoRequest':
      return `${phrase.count} octets that are no request`;
    case 'otherOctets':
      return `${phrase.count} octets, others than were sent`;
    case 'message':
      return `a message of ${phrase.count} octets`;
    case 'repeatedKey': {
      const { key, count, of, answered } = phrase;
      const first = answered === null ? '' : `, the first of which was answered by ${answered}`;
      return `${key} on ${count} of ${of} connections${first}`;
    }
    case 'sameBits':
      return `${phrase.bits} of 128 bits that are the same in all of ${phrase.keys} keys`;
    case 'serverName':
      return `the server name ${phrase.host}`;
    case 'failure':
      return `a connection that failed${phrase.told === null ? '' : `: ${phrase.told}`}`;
    case 'processEnd':
      return `the end of its process (${phrase.how})`;
    case 'ownAnswer':
      return `${phrase.status ?? 'octets'} of the hop, and nothing at the backend`;
    case 'outcome':
      return `a connection that ${outcomes[phrase.outcome]}`;
    case 'onlyBehind': {
      const what = `only behind another request, such as that of case ${phrase.number}: ${phrase.title}`;
      return phrase.recovers
        ? what
        : `${what}; within ${phrase.within} requests it did not come back to right answers`;
    }
    case 'unreadable':
      return `${phrase.problem}, at octet ${phrase.at}`;
    case 'rightAccept': {
      const right = `The right value is ${phrase.accept}.`;
      return phrase.cause === null ? right : `${phrase.cause} ${right}`;
    }
  }
}

/** `an error status (hostIsAbsent, keyIsAbsent)`, for example. */
function describeRows({ rows, orEnd }: Extract<FilledPhrase, { is: 'permits' }>): string {
  const guards = new Set(rows.map(({ guard }) => guard));
  const permitted = [...new Set(rows.map(describePermits))].join('; or ');
  return `${permitted} (${[...guards].join(', ')})${orEnd ? ', or the end of the connection' : ''}`;
}

function describePart({
  about,
  accept,
  subprotocols,
}: Extract<FilledPhrase, { is: 'partOfSwitch' }>): string {
  switch (about) {
    case 'start-line':
      return 'a 101 in HTTP/1.1';
    case 'upgrade':
      return 'websocket';
    case 'connection':
      return 'Upgrade';
    case 'sec-websocket-accept':
      return `one ${accept}`;
    case 'sec-websocket-protocol':
      return `none, or one of those offered: ${subprotocols.join(', ') || 'none'}`;
    default:
      return 'none, or an answer that fits one of the offers';
  }
}

/** The values of a field, or that it has none. */
function describeValues({ name, values }: Lines): string {
  const text = values.join(' and ');
  if (values.length === 0) return `no ${name}`;
  return text === '' ? `an empty ${name}` : text;
}

function describeLines({ name, values }: Lines): string {
  return values.length === 0 ? `no ${name}` : values.map((value) => `${name}: ${value}`).join(' and ');
}

const ends = {
  replied: plain.nothing,
  ended: plain.end,
  reset: 'a reset',
  late: plain.nothingInTime,
} as const;

const outcomes = {
  opened: 'is open',
  openedAnother: 'is open elsewhere',
  failed: 'failed',
  undecided: 'nothing is known of',
} as const;

const statuses = {
  any: 'any status',
  anyBut101: 'any final status but 101',
  anyError: 'an error status',
} as const;

/** `an error status with Sec-WebSocket-Version`, for example. */
export function describePermits({
  permits: { status, fields },
}: Pick<ServerRow<RequestGuard>, 'permits'>): string {
  const what = typeof status === 'string' ? statuses[status] : status.join(' or ');
  return fields.length > 0 ? `${what} with ${fields.join(', ')}` : what;
}

/** Statuses of interim replies that are told. */
const interimsTold = 5;

/** The statuses of the first interim replies, and how many more there were. */
function describeInterims(interims: readonly number[]): string {
  const more = interims.length - interimsTold;
  const least = interims.length === interimsKept ? 'at least ' : '';
  return interims.slice(0, interimsTold).join(', ') + (more > 0 ? ` and ${least}${more} more` : '');
}
