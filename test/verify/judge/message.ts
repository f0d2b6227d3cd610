import type { Fault } from '../../../src/verify/judge/judgement.ts';
import type { Side } from '../../../src/verify/judge/seen/seen.ts';
import { type Answer, AnswerReader } from '../../../src/verify/peer/answer.ts';

/** An opening that a server has to take, and the reply that it is owed. */
export const opening = [
  ...['GET /chat HTTP/1.1', 'Host: a.test', 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', '', ''],
].join('\r\n');
export const accepted = [
  ...['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=', '', ''],
].join('\r\n');

/** A message with more lines at the end of its head. */
export const withLines = (message: string, ...lines: readonly string[]): string =>
  message.replace('\r\n\r\n', `\r\n${lines.join('\r\n')}\r\n\r\n`);

/** What a fault was seen in, as text: the sides of an exchange with their octets. */
export const showSeen = (
  { seen }: Pick<Fault, 'seen'>,
  texts: Readonly<Partial<Record<Side, string>>>,
): readonly string[] =>
  seen.flatMap(({ side, spans }) =>
    spans.map(({ start, end }) => `${side}: ${texts[side]?.slice(start, end)}`),
  );

/** What has come as this text, and then ended so. */
export function readAnswer(text: string, end: Answer['end'] = 'late'): Answer {
  const reader = new AnswerReader();
  if (text !== '') reader.push(Buffer.from(text, 'latin1'));
  return reader.answer(end);
}
