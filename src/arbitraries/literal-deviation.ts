import { type RequestGuard, serverRows } from '../../models/decisions/server.ts';
import { policyLiterals } from './policy-deviation.ts';
import { type RequestDeviation, requestLiterals } from './request-deviation.ts';
import type { OpeningEndpoint } from './request-message.ts';

/**
 * Every fault that can be written down, once each, in the order of the rows: whatever the policy is, and against
 * the policy that the endpoint has. Faults that are a size alone are none of them: a head, a target, a number of
 * fields beyond a limit.
 */
export function literalDeviations(endpoint: OpeningEndpoint): readonly RequestDeviation[] {
  const literals: Readonly<Partial<Record<RequestGuard, readonly RequestDeviation[]>>> = {
    ...requestLiterals(endpoint),
    ...policyLiterals(endpoint),
  };
  const guards = new Set(serverRows.map(({ guard }) => guard));
  return [...guards].flatMap((guard) => literals[guard] ?? []);
}
