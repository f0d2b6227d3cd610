import { encodeQueryPart } from '../auth/query-value.ts';
import { checkOptions } from '../option/check-options.ts';
import { type HeaderInput, listHeaders, listTexts, readUrl } from '../option/input.ts';
import { version } from '../version.ts';
import { type TargetOptions as DeclaredOptions, readTarget, type TargetCredential } from './judge/target.ts';
import { hideInReport, hideInText } from './report/placeholder.ts';
import type { Report } from './report/report.ts';
import { verifyServerShape } from './server/option-shape.ts';
import { type VerifyServerOptions, verifyServer as verify } from './server/verify-server.ts';

export type { HeaderInput } from '../option/input.ts';
export type { TargetCredential } from './judge/target.ts';
export type { ChoiceResult, ClauseResult, ClauseVerdict, Finding, Report, Waiver } from './report/report.ts';
export type { VerifyServerOptions } from './server/verify-server.ts';

/** What is known of a server before it is verified; all of it may be left out. */
export interface TargetOptions extends Omit<DeclaredOptions, 'subprotocols' | 'origins' | 'headers'> {
  /** The name that it supports, or several. */
  readonly subprotocols?: string | readonly string[];
  /** The allowlist that it enforces, or its only entry: each a scheme, a host and maybe a port. */
  readonly origins?: string | readonly string[];
  /** Fields that are sent with every request: a record, a `Headers`, a `Map` or a list of pairs. */
  readonly headers?: HeaderInput;
}

/** Nothing can be said of a server: it cannot be reached, or refuses what every server must accept. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';
}

/**
 * Holds a server against the server's table, over sockets.
 *
 * @param url a WebSocket URI, as a string or a `URL`, for example `ws://127.0.0.1:8080/chat`
 * @param options what is known of the target, and how much is played; `seed` is 1 where it is left out
 * @throws TypeError for a URL or options of no use, one that is unknown or of another kind among them, NoVerdict where nothing can be said
 */
export async function verifyServer(
  url: string | URL,
  options: TargetOptions & Partial<VerifyServerOptions> = {},
): Promise<Report> {
  checkOptions('verifyServer', options, verifyServerShape);
  const target = readTarget(readUrl('verifyServer', url), declare(options));
  if (!target.ok) throw new TypeError(target.problem);
  const verification = await verify(version, target.value, { seed: 1, ...options });
  if (!verification.ok) throw new NoVerdict(hideInText(verification.problem, target.value));
  return hideInReport(verification.report, target.value);
}

/** What is known of a server, each part in the one shape that the rest of the house has it in. */
function declare({ subprotocols, origins, headers, auth, ...more }: TargetOptions): DeclaredOptions {
  return {
    ...more,
    ...(subprotocols === undefined ? {} : { subprotocols: listTexts(subprotocols) }),
    ...(origins === undefined ? {} : { origins: listTexts(origins) }),
    ...(headers === undefined ? {} : { headers: listHeaders('verifyServer', headers) }),
    ...(auth ? { auth: encodeCredential(auth) } : {}),
  };
}

/** In a query as a query carries it; elsewhere as it is. */
function encodeCredential(auth: TargetCredential): TargetCredential {
  if (auth.in !== 'query') return auth;
  return { in: 'query', name: encodeQueryPart(auth.name), value: encodeQueryPart(auth.value) };
}
