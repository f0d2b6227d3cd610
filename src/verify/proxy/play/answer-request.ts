import {
  canonicalReply,
  line,
  offerOf,
  type ReplyMessage,
  replaceLines,
  writeReplyMessage,
} from '../../../arbitraries/index.ts';
import { asksForWebSocket } from '../../../facts/hop-request-facts.ts';
import { sha1 } from '../../../sha1.ts';
import { encodeLatin1, type RequestHead } from '../../../wire/index.ts';
import type { ServedConnection } from '../../peer/connection/served-connection.ts';
import { versionRefused } from '../case/backend-answer.ts';
import type { BackendAnswer, PairCase } from '../case/pair-case.ts';

/** Answers what has arrived at the backend as the case has it. Octets that are no request get no 101. */
export async function answerRequest(connection: ServedConnection, current: PairCase): Promise<void> {
  connection.expect(current.forth.length);
  if (!connection.request) return connection.end();
  // No right server switches who does not ask for it.
  const isAsked =
    current.answer.reply !== 'switch' || current.answer.isOdd || asksForWebSocket(connection.request);
  const answer = isAsked ? current.answer : versionRefused;
  const octets = answer.reply === 'nothing' ? new Uint8Array() : writeAnswer(answer, connection.request);
  if (octets.length > 0) {
    const pieces = answer.isCut ? cut(octets) : [octets];
    await connection.sendApart(pieces, 0);
  }
  const end = answer.end ?? (answer.reply === 'refusal' ? 'ends' : 'stays');
  if (end === 'ends') connection.end();
  if (end === 'resets') connection.reset();
}

/** Octets of a piece: so few that every line is cut, and some of them between CR and LF. */
const pieceLength = 7;

/** Octets in many pieces. */
export function cut(octets: Uint8Array, length = pieceLength): readonly Uint8Array[] {
  const count = Math.ceil(octets.length / length);
  return Array.from({ length: count }, (_, at) => octets.subarray(at * length, (at + 1) * length));
}

/** The octets of an answer to a request. */
export function writeAnswer(answer: BackendAnswer, request: RequestHead): Uint8Array {
  const { interims = '', behind = '' } = answer;
  const { content, ...head } = answer.reply === 'switch' ? makeSwitch(answer, request) : makeRefusal(answer);
  return Buffer.concat([encodeLatin1(interims), writeReplyMessage({ ...head, content: content + behind })]);
}

function makeSwitch(answer: BackendAnswer, request: RequestHead): ReplyMessage {
  const reply = canonicalReply(offerOf(request, sha1));
  return withFields(
    answer.statusLine === undefined ? reply : { ...reply, statusLine: answer.statusLine },
    answer,
  );
}

function makeRefusal(answer: BackendAnswer): ReplyMessage {
  const { statusLine = 'HTTP/1.1 403 Forbidden', content = '', fields = [], end = 'ends' } = answer;
  const isAdded = (name: string) => !fields.some(([own]) => own === name);
  const lines = [
    ...(isAdded('Connection') && end === 'ends' ? [line('Connection', 'close')] : []),
    line('Content-Length', String(content.length)),
  ];
  return withFields({ prefix: '', statusLine, lines, content }, answer);
}

function withFields(message: ReplyMessage, { fields = [], without = [] }: BackendAnswer): ReplyMessage {
  const lines = [...message.lines, ...fields.map(([name, value]) => line(name, value))];
  return without.reduce((left, name) => replaceLines(left, name, []), { ...message, lines });
}
