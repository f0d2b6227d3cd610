import type { ClauseId } from '../../models/clauses.ts';
import type { ReplyEdit } from '../arbitraries/edit.ts';
import { line } from '../arbitraries/message.ts';
import { casePrefix, type ReplyDelivery, type ReplySketch } from './case.ts';

/** A case that no table of deviations has: its id is its own. */
export interface OwnCase extends ReplySketch {
  readonly id: string;
}

/** The case whose reply is the canonical 101: others lead to it. */
export const plainId = 'plain';

/** The case whose reply is a refusal as it should be. */
export const refusalId = 'refusal';

const right = 'Right replies';
const unfinished = 'No whole reply';
const elsewhere = 'Other statuses';

/** Replies that are right, in ways that are no change of a field, and replies that never come to their end. */
export const ownCases: readonly OwnCase[] = [
  own(plainId, 'A plain 101', right, 'rfc6455/4.1/established'),
  own('other-fields', '101 with fields that mean nothing to a handshake', right, 'rfc6455/4.1/established', {
    edits: [
      adding('Server', 'zoo'),
      adding('Date', 'Sat, 21 Nov 2026 08:00:00 GMT'),
      adding('X-Frame-Options', 'DENY'),
    ],
  }),
  own('message-with-101', 'A message in one segment with the 101', right, 'service/1/frames-after-101', {
    delivery: 'withMessage',
  }),
  own('halves', '101 in two halves, half a second apart', right, 'rfc6455/4.1/established', {
    delivery: 'halves',
  }),
  own('late', '101 after a second', right, 'rfc6455/4.1/established', { delivery: 'late' }),
  own('two-interims', '100 and 103 before the 101', right, 'rfc9110/15.2/interim-replies', {
    edits: [
      {
        kind: 'setPart',
        part: 'prefix',
        text: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n',
      },
    ],
  }),
  own(
    'deflate-agreed',
    '101 that agrees to permessage-deflate, where that was offered',
    right,
    'rfc6455/4.1/extensions-in-use',
    { isDeflating: true },
  ),
  own('head-cut', 'The connection ends within the head', unfinished, 'rfc9112/8/incomplete-reply', {
    delivery: 'cut',
  }),
  own('no-reply', 'The connection ends without a reply', unfinished, 'service/7/closed-without-response', {
    delivery: 'none',
  }),
  own(
    'subprotocol-unasked',
    '101 with Sec-WebSocket-Protocol: unoffered, where nothing was offered',
    'Sec-WebSocket-Protocol',
    'rfc6455/4.1/subprotocol-offered',
    { edits: [{ kind: 'setField', name: 'Sec-WebSocket-Protocol', values: ['unoffered'] }] },
  ),
  ...[
    '301 Moved Permanently',
    '302 Found',
    '303 See Other',
    '307 Temporary Redirect',
    '308 Permanent Redirect',
  ].map((status) =>
    own(
      `redirect-${status.slice(0, 3)}`,
      `${status.slice(0, 3)} with the Location of a plain 101`,
      elsewhere,
      'rfc6455/4.1/redirect-not-followed',
      { edits: redirecting(status) },
    ),
  ),
  own(refusalId, '403 with a sentence', elsewhere, 'rfc6455/4.1/status-101', {
    edits: [
      ...bare('403 Forbidden'),
      adding('Content-Type', 'text/plain; charset=utf-8'),
      adding('Content-Length', '27'),
      { kind: 'setPart', part: 'content', text: 'nobody is let in, as meant\n' },
    ],
  }),
  own('page', '200 with a page', elsewhere, 'rfc6455/4.1/status-101', {
    edits: [
      ...bare('200 OK'),
      adding('Content-Type', 'text/html'),
      adding('Content-Length', '16'),
      { kind: 'setPart', part: 'content', text: '<h1>Welcome</h1>' },
    ],
  }),
];

function own(
  id: string,
  title: string,
  group: string,
  clause: ClauseId,
  {
    edits = [],
    delivery = 'whole',
    isDeflating = false,
  }: {
    readonly edits?: readonly ReplyEdit[];
    readonly delivery?: ReplyDelivery;
    readonly isDeflating?: boolean;
  } = {},
): OwnCase {
  return { id, title, group, clause, subprotocols: [], edits, delivery, isDeflating };
}

function adding(name: string, value: string): ReplyEdit {
  return { kind: 'addLines', at: 'end', lines: [line(name, value)] };
}

/** A status with none of the fields of a 101. */
function bare(status: string): readonly ReplyEdit[] {
  const names = ['Upgrade', 'Connection', 'Sec-WebSocket-Accept', 'Sec-WebSocket-Protocol'];
  return [
    { kind: 'setPart', part: 'statusLine', text: `HTTP/1.1 ${status}` },
    ...names.map((name): ReplyEdit => ({ kind: 'setField', name, values: [] })),
    adding('Connection', 'close'),
  ];
}

function redirecting(status: string): readonly ReplyEdit[] {
  return [...bare(status), adding('Location', `${casePrefix}${plainId}`), adding('Content-Length', '0')];
}
