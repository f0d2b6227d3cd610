import type { Target } from '../../verify/judge/target.ts';
import { exhibitPair, showPair } from '../../verify/proxy/exhibit.ts';
import { replayPair } from '../../verify/proxy/replay.ts';
import { aim } from '../../verify/proxy/verify-proxy.ts';
import { encodeSeen, toBase64 } from '../../verify/report/exhibit.ts';
import { describeFault, describePhrase } from '../../verify/report/phrase.ts';
import { hideInText } from '../../verify/report/placeholder.ts';
import { findMissing } from '../../verify/server/replay/replay.ts';
import type { Io } from '../io.ts';
import { type BackendSettings, listenAsBackend, readSecuring } from '../verify/backend.ts';
import type { ReplaySeen } from './replayed.ts';
import type { FindingFile } from './report-file.ts';

/** Pairs that are drawn again at most, until that of a finding is among them. */
const mostRuns = 10_000;

/** Plays the pair of a finding on a proxy again. */
export async function replayProxy(
  { declared, finding, seed = 1, runs = 0 }: FindingFile,
  front: Target,
  settings: BackendSettings & { readonly timeout: number },
  io: Io,
): Promise<Omit<ReplaySeen, 'target'>> {
  const missing =
    runs > mostRuns
      ? `its run drew ${runs} pairs, more than can be drawn again`
      : findMissing(declared, front);
  if (missing !== null) return { outcome: 'cannot tell', problem: missing, now: {} };
  const tls = readSecuring(settings, io);
  const backend = await listenAsBackend(settings, io);
  try {
    const aimed = await aim(front, backend, settings.timeout, tls);
    if ('problem' in aimed) return { outcome: 'cannot tell', problem: aimed.problem, now: {} };
    const replay = await replayPair(finding, { seed, runs }, aimed);
    if (replay.outcome === 'cannot tell')
      return { ...replay, problem: hideInText(replay.problem, front), now: {} };
    if (replay.outcome === 'fixed') {
      const { request, forwarded, answered = new Uint8Array(), response } = showPair(replay, replay.target);
      const now = {
        observed: describePhrase('permitted'),
        request: toBase64(request),
        forwarded: toBase64(forwarded),
        answered: toBase64(answered),
        response: toBase64(response),
      };
      return { outcome: 'fixed', problem: '', now };
    }
    const exhibit = exhibitPair({ ...replay, clause: replay.fault.clause, also: [] }, replay.target, '');
    const { fault, request, forwarded, answered, response } = exhibit;
    const now = {
      ...describeFault(fault, exhibit.hide),
      seen: encodeSeen(fault),
      request: toBase64(request),
      response: toBase64(response),
      ...(forwarded === undefined ? {} : { forwarded: toBase64(forwarded) }),
      ...(answered === undefined ? {} : { answered: toBase64(answered) }),
    };
    return { outcome: 'still fails', problem: '', now };
  } finally {
    await backend.close();
  }
}
