import { diagnose } from '../../models/verdict/diagnose.ts';
import { diagnosisRows } from '../../models/verdict/diagnosis.ts';
import { classifyKey } from '../wire/index.ts';
import type { Hashes } from './accept-sign.ts';
import { readReplySigns, type ToldReply } from './reply-sign.ts';

const finding = { kind: 'reply', clause: 'rfc6455/4.2.2/accept-value', guard: null, part: null } as const;

/**
 * What is wrong with the accept value of one reply, as far as that alone tells it, in a sentence; null where nothing
 * does.
 *
 * @param key value of the Sec-WebSocket-Key, with one space before it on the wire
 */
export function explainReply(key: string, reply: ToldReply, hashes: Hashes): string | null {
  const sent = classifyKey(key) === 'ok' ? { value: key, before: ' ', behind: '' } : null;
  const row = diagnose(diagnosisRows, finding, new Set(readReplySigns(sent, [], reply, hashes)));
  return row === null ? null : `${row.cause.charAt(0).toUpperCase()}${row.cause.slice(1)}.`;
}
