import { type Diagnosis, diagnoseFailure, type Observation } from '../diagnosis/index.ts';
import { hashes } from '../sha1.ts';
import { examine } from './examine.ts';
import type { DoctorOptions, Step } from './option.ts';

/** Why a handshake fails, or that it does not, and all that was done to find out. */
export interface Consultation {
  readonly url: string;
  readonly steps: readonly Step[];
  /** The most likely first; none where nothing that was seen tells anything. */
  readonly diagnoses: readonly Diagnosis[];
  /** Connections that were made to the target itself. */
  readonly connections: number;
  readonly observation: Observation;
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
  let observation: Observation = own.observation;
  const authority = own.observation.asked.uri?.authority;
  const inner = authority === undefined ? nearer : { ...nearer, authority };
  for (const hop of direct) {
    const { observation: seen, steps: taken } = await examine(hop, inner, onStep);
    steps.push(...taken);
    if (observation.direct === undefined || !opens(observation.direct))
      observation = { ...observation, direct: seen };
    if (opens(seen)) break;
  }
  const diagnoses = diagnoseFailure(observation, hashes);
  return { url, steps, diagnoses, connections: own.connections, observation };
}

function opens(observation: Observation): boolean {
  return (
    diagnoseFailure(observation, hashes).every(({ id }) => id === 'healthy' || id === 'client/strictness') &&
    observation.frames !== undefined
  );
}
