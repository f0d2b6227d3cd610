import { drawKey } from '../client/nonce.ts';
import { diagnoseFailure, findFlaws, isOfUse, readAnswer } from '../diagnosis/index.ts';
import { hashes, sha1 } from '../sha1.ts';
import { maySend, patienceFor } from './change.ts';
import { ask, hangUp } from './exchange.ts';
import { speak, watchedBehind } from './frames.ts';
import { writeRequest } from './request.ts';
import type { ExaminedTarget } from './target.ts';

/**
 * Sends an opening once more whose 101 was wrong, or of no use, where that would be told for certain: it may have been so by
 * chance, or by one of several servers.
 */
export async function switchAgain(target: ExaminedTarget): Promise<void> {
  const { uri, link, record, addresses, asked } = target;
  const { opening, frames } = record.seen;
  const [first] = diagnoseFailure(record.seen, hashes);
  const isFlawed = opening !== undefined && findFlaws(readAnswer(opening, sha1), frames).length > 0;
  if (!isFlawed || first?.confidence !== 'certain') return;
  const ms = patienceFor(target);
  const linked = maySend(target, asked) ? await link.open(addresses, ms) : null;
  if (!linked?.ok) {
    record.see({ isTriedOnce: true });
    return;
  }
  const { seen, connection, headEnd } = await ask(linked, writeRequest(uri, asked, drawKey()), ms);
  const answer = readAnswer(seen, sha1);
  record.tellAsked(seen, answer, 'again');
  const kept = { name: 'switchAgain', change: 'again', exchange: seen } as const;
  const contrasts = record.seen.contrasts ?? [];
  if (!answer.opens || !connection) {
    hangUp(connection);
    record.see({ contrasts: [...contrasts, kept] });
    return;
  }
  const spoken = await speak(connection, answer, headEnd, null, ms, watchedBehind);
  spoken.webSocket.terminate();
  const [[, detail] = [null, 'the server answered a ping']] = findFlaws(answer, spoken.seen);
  record.tell({ name: 'frames', ok: isOfUse(answer, spoken.seen), ms: spoken.ms, detail: detail ?? '' });
  record.see({ contrasts: [...contrasts, { ...kept, frames: spoken.seen }] });
}
