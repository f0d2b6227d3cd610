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
 * chance, or by one of several servers. Where the connection has ended, nothing is sent on the other one for longer than it
 * lasted, and then a ping: whoever ends it for that alone does not close what connects.
 *
 * @param lasted milliseconds after which the connection has ended; 0 where it has not
 */
export async function switchAgain(target: ExaminedTarget, lasted: number): Promise<void> {
  const { uri, link, record, addresses, asked } = target;
  const { opening, frames } = record.seen;
  const [first] = diagnoseFailure(record.seen, hashes);
  const flaws = opening === undefined ? [] : findFlaws(readAnswer(opening, sha1), frames);
  if (flaws.length === 0 || first?.confidence !== 'certain') return;
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
  const isEnded = flaws.some(([sign]) => sign === 'closesAtOnce');
  const unasked = isEnded ? lasted + watchedBehind : 0;
  // Who ends it later than it has lasted without a ping may do so for anything.
  const waits = { ms: isEnded ? Math.min(ms, unasked) : ms, watched: watchedBehind, unasked };
  const spoken = await speak(connection, answer, headEnd, waits);
  spoken.webSocket.terminate();
  const [[, told] = [null, 'the server answered a ping']] = findFlaws(answer, spoken.seen);
  const quiet = spoken.seen.lastsUnasked
    ? `open for ${Math.round(unasked)} ms without a ping; with one, `
    : '';
  record.tell({
    name: 'frames',
    ok: isOfUse(answer, spoken.seen),
    ms: spoken.ms,
    detail: quiet + (told ?? ''),
  });
  record.see({ contrasts: [...contrasts, { ...kept, frames: spoken.seen }] });
}
