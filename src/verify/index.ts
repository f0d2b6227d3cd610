import { encodeQueryPart } from '../auth/query-value.ts';
import { version } from '../version.ts';
import { readTarget, type TargetCredential, type TargetOptions } from './judge/target.ts';
import { hideInReport, hideInText } from './report/placeholder.ts';
import type { Report } from './report/report.ts';
import { type VerifyServerOptions, verifyServer as verify } from './server/verify-server.ts';

export type { TargetCredential, TargetOptions } from './judge/target.ts';
export type { ChoiceResult, ClauseResult, ClauseVerdict, Finding, Report, Waiver } from './report/report.ts';
export type { VerifyServerOptions } from './server/verify-server.ts';

/** Nothing can be said of a server: it cannot be reached, or refuses what every server must accept. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';
}

/**
 * Holds a server against the server's table, over sockets.
 *
 * @param url a WebSocket URI, for example `ws://127.0.0.1:8080/chat`
 * @param options what is known of the target, and how much is played; `seed` is 1 where it is left out
 * @throws TypeError for a URL or options of no use, NoVerdict where nothing can be said
 */
export async function verifyServer(
  url: string,
  options: TargetOptions & Partial<VerifyServerOptions> = {},
): Promise<Report> {
  const { auth } = options;
  const target = readTarget(url, { ...options, ...(auth ? { auth: encodeCredential(auth) } : {}) });
  if (!target.ok) throw new TypeError(target.problem);
  const verification = await verify(version, target.value, { seed: 1, ...options });
  if (!verification.ok) throw new NoVerdict(hideInText(verification.problem, target.value));
  return hideInReport(verification.report, target.value);
}

/** In a query as a query carries it; elsewhere as it is. */
function encodeCredential(auth: TargetCredential): TargetCredential {
  if (auth.in !== 'query') return auth;
  return { in: 'query', name: encodeQueryPart(auth.name), value: encodeQueryPart(auth.value) };
}
