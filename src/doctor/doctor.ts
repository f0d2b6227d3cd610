import { type Diagnosis, diagnoseFailure, type Observation } from '../diagnosis/index.ts';
import { hashes } from '../sha1.ts';
import { examine } from './examine.ts';
import { type Difference, findDifference } from './hop.ts';
import type { DoctorOptions, Step } from './option.ts';

/** Why a handshake fails, or that it does not, and all that was done to find out. */
export interface Consultation {
  readonly url: string;
  readonly steps: readonly Step[];
  /** The most likely first; none where nothing that was seen tells anything. */
  readonly diagnoses: readonly Diagnosis[];
  /** Where the answer differs first, of the same asked hop by hop; null where it does not, or there are no hops. */
  readonly difference: Difference | null;
  /** Connections that were made to the target itself. */
  readonly connections: number;
  readonly observation: Observation;
  /** Whether it was interrupted before all was done. */
  readonly isPartial?: boolean;
}

/**
 * Examines a target, and then, where they are given, the same service nearer to the application, hop by hop, and
 * concludes.
 *
 * @param onStep told each step when it ends
 * @throws HandshakeError of phase `input` where the options are of no use
 */
export async function consult(
  url: string,
  options: DoctorOptions = {},
  onStep: (step: Step) => void = () => {},
): Promise<Consultation> {
  const { direct = [], idle: _idle, ...nearer } = options;
  const own = await examine(url, options, onStep);
  const steps = [...own.steps];
  const { uri, origin } = own.observation.asked;
  const ofPage = origin === null ? {} : { origin };
  const inner = uri === null ? nearer : { ...nearer, ...ofPage, authority: uri.authority };
  const hops = [{ url, seen: own.observation }];
  for (const hop of direct) {
    if (options.signal?.aborted) break;
    const { observation: seen, steps: taken } = await examine(hop, inner, onStep);
    steps.push(...taken);
    hops.push({ url: hop, seen });
    if (isHealthy(seen)) break;
  }
  const difference = findDifference(hops);
  const nearest = difference?.inner ?? hops.slice(1).at(-1);
  const observation = { ...own.observation, ...(nearest ? { direct: nearest.seen } : {}) };
  const diagnoses = diagnoseFailure(observation, hashes);
  const isPartial = options.signal?.aborted ?? false;
  return { url, steps, diagnoses, difference, connections: own.connections, observation, isPartial };
}

function isHealthy(seen: Observation): boolean {
  return diagnoseFailure(seen, hashes).some(({ id }) => id === 'healthy' || id === 'client/strictness');
}
