import { serverTable } from '../../models/decisions/server.ts';
import type { ServerChoices } from '../../models/facts/request.ts';
import type { CredentialPlace } from '../auth/credential.ts';
import { compileAllowlist, type OriginTest } from '../auth/origin.ts';
import type { Secrets } from '../auth/redaction.ts';
import type { Endpoint } from '../facts/endpoint.ts';
import { checkTerms, type DeflateTerms } from '../negotiation/permessage-deflate.ts';
import { checkSubprotocols } from '../negotiation/subprotocol.ts';
import { listTexts } from '../option/input.ts';
import type { Authentication, MessageAuthentication, OpeningAuthentication } from './authentication.ts';
import type { Authorize, AuthorizeRequest } from './authorize.ts';
import type { ServerConnection } from './connection.ts';

/** What one endpoint serves, and to whom. */
export interface EndpointOptions<Context = unknown> {
  /** The subprotocol that is supported, or several. Default: none, or what `authorize` accepts. */
  readonly subprotocols?: string | readonly string[];
  /** Whose order of preference counts among several that are supported. Default `client`. */
  readonly preference?: 'client' | 'server';
  /**
   * Chooses among the names offered, in place of `subprotocols`: one of them, or null for none. Asked once the
   * opening is authorized.
   */
  readonly selectSubprotocol?: (
    offered: readonly string[],
    request: AuthorizeRequest,
  ) => string | null | Promise<string | null>;
  /** Whether a client must offer a supported subprotocol. Default: only where `mqtt` is the sole name. */
  readonly subprotocolRequired?: boolean;
  /** What follows when none of the offered subprotocols is supported. Default `omit`. */
  readonly subprotocolMismatch?: ServerChoices['subprotocolMismatch'];
  /**
   * The origin that is welcome, or several; others get a 403: `https://example.com`, `https://example.com:8443`,
   * `https://*.example.com` for every name below, `null`. Default: all are.
   */
  readonly origins?: string | readonly string[];
  /** Whether an opening must name its origin, which clients other than browsers do not. Default false. */
  readonly originRequired?: boolean;
  /**
   * One method, or several of which the first that has a credential counts; the first message counts where none
   * has. Default: none is asked for.
   */
  readonly authentication?: Authentication | readonly Authentication[];
  /** Decides on an opening, after everything that needs no application has passed. */
  readonly authorize?: Authorize<Context>;
  /** Milliseconds within which all that is asked of the application is answered. Default 10,000. */
  readonly answerDeadline?: number;
  /**
   * Whether permessage-deflate is agreed to where it is offered, and on which terms. It costs about 300 KB for
   * each connection, and pays for messages over 1 KB. Default false.
   */
  readonly permessageDeflate?: boolean | DeflateTerms;
  readonly onConnection: (connection: ServerConnection<Context>) => void;
}

/** What does not depend on what a connection has as its context. */
type Rules = Omit<EndpointOptions, 'onConnection'>;

/** An endpoint with every default in its place. */
export interface ServedEndpoint extends Endpoint {
  readonly authentication: readonly Authentication[];
  readonly firstMessage: MessageAuthentication | null;
  readonly authorize: Authorize | null;
  readonly selectSubprotocol: EndpointOptions['selectSubprotocol'] | null;
  readonly answerDeadline: number;
  /** What of a request is redacted where it is told. */
  readonly secrets: Secrets;
  readonly onConnection: (connection: ServerConnection) => void;
}

/** @throws TypeError or RangeError for options that make no sense together or by themselves. */
export function settleEndpoint<Context>(
  options: EndpointOptions<Context>,
  plainHttp: ServerChoices['plainHttp'],
): ServedEndpoint {
  const { selectSubprotocol, authorize } = options;
  const subprotocols = settleSubprotocols(options);
  const required = options.subprotocolRequired ?? (subprotocols?.length === 1 && subprotocols[0] === 'mqtt');
  if (required && subprotocols?.length === 0) {
    throw new TypeError('subprotocolRequired makes sense only where a subprotocol can be chosen');
  }
  const { authentication, opening, firstMessage } = settleAuthentication(options.authentication);
  return {
    choices: {
      plainHttp,
      subprotocolMismatch: required
        ? 'refuse'
        : (options.subprotocolMismatch ?? serverTable.defaults.subprotocolMismatch),
      subprotocolAbsent: required ? 'refuse' : 'omit',
      originAbsent: options.originRequired ? 'refuse' : 'accept',
    },
    subprotocols,
    preference: options.preference ?? 'client',
    origin: settleOrigins(options),
    credentials: opening.map(({ place }) => place),
    echoedPrefixes: required ? [] : prefixesOf(opening.filter(({ echo }) => echo)),
    asks: Boolean(authorize ?? selectSubprotocol),
    awaits: firstMessage !== null,
    deflate: settleDeflate(options),
    authentication,
    firstMessage,
    authorize: authorize ?? null,
    selectSubprotocol: selectSubprotocol ?? null,
    answerDeadline: options.answerDeadline ?? 10_000,
    secrets: secretsOf(opening),
    onConnection: options.onConnection as ServedEndpoint['onConnection'], // it gets what authorize gave along
  };
}

/** Null where the application chooses. */
function settleSubprotocols(options: Rules): readonly string[] | null {
  const { selectSubprotocol, authorize } = options;
  if (options.subprotocols === undefined) return selectSubprotocol || authorize ? null : [];
  if (selectSubprotocol) throw new TypeError('subprotocols and selectSubprotocol exclude each other');
  const subprotocols = listTexts(options.subprotocols);
  const wrong = checkSubprotocols(subprotocols);
  if (wrong) throw new TypeError(`${wrong.problem} (${wrong.clause})`);
  return subprotocols;
}

function settleAuthentication(given: EndpointOptions['authentication'] = []) {
  const authentication = [given].flat();
  if (!authentication.every(isAuthentication)) {
    throw new TypeError('authentication is none of the methods, nor a list of them: bearer(…), for example');
  }
  const opening = authentication.filter(
    (method) => !isMessageAuthentication(method),
  ) as OpeningAuthentication[]; // those that are left
  const [firstMessage = null, ...more] = authentication.filter(isMessageAuthentication);
  if (more.length > 0) throw new TypeError('authentication by the first message is asked for twice');
  return { authentication, opening, firstMessage };
}

function isAuthentication(method: unknown): boolean {
  if (typeof method !== 'object' || method === null) return false;
  return 'place' in method && 'verify' in method && typeof method.verify === 'function';
}

function isMessageAuthentication(method: Authentication): method is MessageAuthentication {
  return method.place.in === 'firstMessage';
}

function settleOrigins({ origins, originRequired }: Rules): OriginTest | null {
  if (origins === undefined) {
    if (originRequired)
      throw new TypeError('originRequired needs a list of allowed origins: set the allowlist `origins`');
    return null;
  }
  const allowlist = compileAllowlist(listTexts(origins));
  if (!allowlist.ok) throw new TypeError(allowlist.problem);
  return allowlist.value;
}

function settleDeflate({ permessageDeflate = false }: Rules): DeflateTerms | null {
  if (typeof permessageDeflate === 'boolean') return permessageDeflate ? {} : null;
  const problem = checkTerms(permessageDeflate);
  if (problem) throw new RangeError(problem);
  return permessageDeflate;
}

function prefixesOf(methods: readonly OpeningAuthentication[]): readonly string[] {
  return methods.flatMap(({ place }) => (place.in === 'subprotocol' ? [place.prefix] : []));
}

/** What of the target, and of the subprotocols, is redacted besides what always is. */
function secretsOf(methods: readonly OpeningAuthentication[]): Secrets {
  return {
    query: methods.flatMap(({ place }) => (place.in === 'query' ? [place.name] : [])),
    subprotocolPrefix: prefixesOf(methods),
  };
}

/** What a credential that browsers send unasked lets others do without an allowlist; null where none is so. */
export function warnOfHijacking({ credentials, origin }: ServedEndpoint): string | null {
  const isSentUnasked = (place: CredentialPlace) =>
    place.in === 'cookie' || (place.in === 'authorization' && place.scheme === 'Basic');
  if (origin !== null || !credentials.some(isSentUnasked)) return null;
  return (
    'this server accepts credentials that browsers send by themselves (cookies, Basic), but has no allowlist of ' +
    "origins. So other websites can open connections in their visitors' names (cross-site WebSocket hijacking, RFC 6455 " +
    '§10.2). Set the option origins.'
  );
}
