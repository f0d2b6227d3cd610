import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import type { ClientChoices } from '../../models/facts/reply.ts';
import { echoOffer, nearestAnswers, sortAnswers, writeAnswer, writeParameters } from './deflate-answer.ts';
import { applyEdits, type ReplyEdit } from './edit.ts';
import { line, writeReplyMessage } from './message.ts';
import { randomCase } from './near-miss.ts';
import type { Offer } from './offer.ts';
import { connectionCases, upgradeCases } from './opening-part.ts';
import { groupByClause } from './random-deviation.ts';
import { canonicalReply } from './reply-message.ts';

/** A change to a valid reply that must change nothing in what comes of it. */
export interface ReplyTransform {
  /** The clause that says so. */
  readonly clause: ClauseId;
  /** What is to be done to a reply. */
  readonly edits: readonly ReplyEdit[];
}

/**
 * Every change to a reply that can be written down and that a client must not mind, once each; those that change
 * the octets.
 *
 * @param rules those that bind the client; by `whatwg` one of the subprotocols has to be chosen
 */
export function literalReplyTransforms(
  offer: Offer,
  rules: ClientChoices['rules'] = 'rfc6455',
): readonly ReplyTransform[] {
  const canonical = canonicalReply(offer);
  const textOf = (edits: readonly ReplyEdit[]) => `${writeReplyMessage(applyEdits(canonical, edits))}`;
  return [...messageTransforms, ...choiceTransforms(offer, rules)].filter(
    ({ edits }) => textOf(edits) !== textOf([]),
  );
}

/** Changes to a reply that a client must not mind, each under the clause that says so. */
export function replyTransforms(
  offer: Offer,
  rules: ClientChoices['rules'] = 'rfc6455',
): readonly fc.Arbitrary<ReplyTransform>[] {
  const white = fc.stringMatching(/^[ \t]{0,3}$/);
  return [
    ...groupByClause([...messageTransforms, ...choiceTransforms(offer, rules)]),
    fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }).map(recaseNames),
    fc.tuple(white, white).map(([before, after]) => spaceAccept(before, after)),
    fc.tuple(white, white).map(([before, after]) => spaceOthers(before, after)),
    randomCase('websocket').map((text) => setting('rfc6455/4.1/reply-upgrade-case', 'Upgrade', text)),
    randomCase('upgrade').map((text) => setting('rfc6455/4.1/reply-connection-case', 'Connection', text)),
  ];
}

/** Changes that do not depend on what was offered. */
const messageTransforms: readonly ReplyTransform[] = [
  recaseNames([false]),
  recaseNames([true]),
  recaseNames([false, true]),
  transform('rfc9110/5.3/reply-field-order', { kind: 'reverseLines' }),
  ...upgradeCases.map((text) => setting('rfc6455/4.1/reply-upgrade-case', 'Upgrade', text)),
  ...connectionCases.map((text) => setting('rfc6455/4.1/reply-connection-case', 'Connection', text)),
  ...['keep-alive, Upgrade', 'Upgrade, keep-alive'].map((text) =>
    setting('rfc6455/4.1/reply-connection-token', 'Connection', text),
  ),
  ...['Server: x', 'Date: Sat, 21 Nov 2026 08:00:00 GMT', 'Set-Cookie: a=b', 'X-Unknown:'].map((text) => {
    const [name = '', value = ''] = text.split(/: ?(.*)/, 2);
    return transform('rfc6455/4.1/established', adding(name, value));
  }),
  ...['\xe4', '\xff \x80'].map((value) =>
    transform('rfc9110/5.5/reply-octets-above-ascii', adding('X-Opaque', value)),
  ),
  ...[['keep-alive', 'Upgrade'], [', ,Upgrade,'], ['keep-alive,, upgrade']].map((values) =>
    setting('rfc9110/5.6.1/reply-empty-elements', 'Connection', ...values),
  ),
  ...[spaceAccept, spaceOthers].flatMap((space) => [
    space('', ''),
    space(' ', ' '),
    space('\t ', '\t'),
    space('  ', ''),
  ]),
  ...['', ' ', ' OK', ' Web Socket Protocol Handshake', ' \xe4\xf6'].map((reason) =>
    transform('rfc9112/4/reason-ignored', {
      kind: 'setPart',
      part: 'statusLine',
      text: `HTTP/1.1 101${reason}`,
    }),
  ),
  ...['a\r\n b', '\r\n\tfolded', 'x \r\n  y\r\n z'].map((value) =>
    transform('rfc9112/5.2/reply-folding', adding('X-Folded', value)),
  ),
  transform('rfc9112/6.3/reply-without-body', adding('Content-Length', '5')),
  transform('rfc9112/6.3/reply-without-body', adding('Transfer-Encoding', 'chunked')),
  ...['100 Continue', '102 Processing', '103 Early Hints'].map((status) =>
    transform('rfc9110/15.2/interim-replies', {
      kind: 'setPart',
      part: 'prefix',
      text: `HTTP/1.1 ${status}\r\nX: y\r\n\r\n`,
    }),
  ),
];

/** Other choices among what was offered: a subprotocol, or none; an extension, as it was asked for or nearly so. */
function choiceTransforms(
  { subprotocols, extensions }: Offer,
  rules: ClientChoices['rules'],
): readonly ReplyTransform[] {
  const name = 'Sec-WebSocket-Protocol';
  const { fitting } = sortAnswers(extensions);
  const echo = echoOffer(extensions);
  const nearest = nearestAnswers(fitting, echo);
  const others = fitting.filter((values) => !nearest.includes(values));
  return [
    ...(rules === 'rfc6455' && subprotocols.length > 0
      ? [setting('rfc6455/4.1/subprotocol-none-chosen', name)]
      : []),
    ...subprotocols.map((each) => setting('rfc6455/4.1/subprotocol-in-use', name, each)),
    ...[...nearest, ...nearestAnswers(others, echo)].map((values) =>
      setting(
        'rfc6455/4.1/extensions-in-use',
        'Sec-WebSocket-Extensions',
        writeAnswer(writeParameters(values)),
      ),
    ),
  ];
}

function transform(clause: ClauseId, ...edits: readonly ReplyEdit[]): ReplyTransform {
  return { clause, edits };
}

function setting(clause: ClauseId, name: string, ...values: readonly string[]): ReplyTransform {
  return transform(clause, { kind: 'setField', name, values });
}

function adding(name: string, value: string): ReplyEdit {
  return { kind: 'addLines', at: 'end', lines: [line(name, value)] };
}

function recaseNames(upper: readonly boolean[]): ReplyTransform {
  return transform('rfc6455/4.1/reply-field-name-case', { kind: 'recaseNames', upper });
}

function spaceAccept(before: string, after: string): ReplyTransform {
  const names = ['Sec-WebSocket-Accept'];
  return transform('rfc6455/4.1/accept-surrounding-space', { kind: 'spaceValues', names, before, after });
}

function spaceOthers(before: string, after: string): ReplyTransform {
  const names = ['Upgrade', 'Connection', 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions'];
  return transform('rfc9112/5.1/reply-surrounding-space', { kind: 'spaceValues', names, before, after });
}
