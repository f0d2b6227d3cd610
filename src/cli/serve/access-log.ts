import { toJson } from '../../quote/json.ts';
import { type Outcome, wholeTargetOf } from '../../server/outcome.ts';

/**
 * One line of JSON for each connection. Credentials are redacted in the target, unless they are to be shown; what a peer has sent is
 * escaped, so that no line can be forged and no terminal is moved.
 */
export function writeLogLine(outcome: Outcome, time: Date, areSecretsShown = false): string {
  const { error, facts: _, ...told } = outcome;
  const line = {
    time: time.toISOString(),
    ...told,
    ...(areSecretsShown ? { target: wholeTargetOf(outcome) } : {}),
    error: error === null ? null : error instanceof Error ? error.message : String(error),
    durationMs: Math.round(outcome.durationMs * 1_000) / 1_000,
  };
  return toJson(line);
}
