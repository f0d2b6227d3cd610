import { availableParallelism } from 'node:os';
import { encodeQueryPart } from '../auth/query-value.ts';
import { checkOptions } from '../option/check-options.ts';
import { type HeaderInput, listHeaders, listTexts, readUrl } from '../option/input.ts';
import { objectOf } from '../option/kind.ts';
import { version } from '../version.ts';
import {
  defaultSubprotocols,
  type VerifyClientOptions,
  verifyClient as verifyOneClient,
} from './client/verify-client.ts';
import { createCommand } from './connector/command.ts';
import { type Connector, NoClient } from './connector/connector.ts';
import { createDriver } from './connector/driver.ts';
import { type ConnectOnce, createFunctionConnector, type FunctionOptions } from './connector/function.ts';
import { verifyClientShape } from './connector/option-shape.ts';
import { readTarget, type TargetCredential, type TargetDeclaration } from './judge/target.ts';
import { verifyProxyShape } from './proxy/option-shape.ts';
import { startBackend } from './proxy/play/backend.ts';
import { type VerifyProxyOptions, verifyProxy as verifyOneProxy } from './proxy/verify-proxy.ts';
import { hideInReport, hideInRequests, hideInText, showUrl } from './report/placeholder.ts';
import type { Report } from './report/report.ts';
import { verifyServerShape } from './server/option-shape.ts';
import { type VerifyServerOptions, verifyServer as verify } from './server/verify-server.ts';

export type { HeaderInput } from '../option/input.ts';
export type { VerifyClientOptions } from './client/verify-client.ts';
export type { Order } from './connector/connector.ts';
export type { ConnectOnce, ConnectWord } from './connector/function.ts';
export type { TargetCredential } from './judge/target.ts';
export type { OnKept } from './report/builder.ts';
export type { Broken } from './report/gathered.ts';
export type {
  ChoiceResult,
  ClauseResult,
  ClauseVerdict,
  Finding,
  Report,
  SentRequest,
  Waiver,
} from './report/report.ts';
export type { VerifyServerOptions } from './server/verify-server.ts';

/** What is known of a server before it is verified; all of it may be left out. */
export interface TargetOptions extends Omit<TargetDeclaration, 'subprotocols' | 'origins' | 'headers'> {
  /** The name that it supports, or several. */
  readonly subprotocols?: string | readonly string[];
  /** The allowlist that it enforces, or its only entry: each a scheme, a host and maybe a port. */
  readonly origins?: string | readonly string[];
  /** Fields that are sent with every request: a record, a `Headers`, a `Map` or a list of pairs. */
  readonly headers?: HeaderInput;
}

/** Nothing can be said of a server, a client or a proxy: it cannot be reached or started, or fails at what all must take. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';
}

const verifyServerOptions = objectOf<TargetOptions & Partial<VerifyServerOptions>>(verifyServerShape);

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
  checkOptions('verifyServer', options, verifyServerOptions);
  const target = readTarget(readUrl('verifyServer', url), declare(options));
  if (!target.ok) throw new TypeError(target.problem);
  const verification = await verify(version, target.value, { seed: 1, ...options });
  if (!verification.ok) throw new NoVerdict(hideInText(verification.problem, target.value));
  return hideInReport(verification.report, target.value);
}

/** How a client is brought to connect, and how much is played; all of it may be left out. */
export interface ClientOptions extends Partial<VerifyClientOptions> {
  /** The name that it is asked to offer, or several. Default `chat` and `superchat`. */
  readonly subprotocols?: string | readonly string[];
  /** Connections at once. Default: as many as the machine has cores. */
  readonly concurrency?: number;
  /** Whether the command is started once, and asked by lines of JSON. Default `false`: it is started for each connection. */
  readonly driver?: boolean;
}

const verifyClientOptions = objectOf<ClientOptions>(verifyClientShape);

/**
 * Holds a client against the client's table, over sockets.
 *
 * @param client a function that connects once, or the words of a command: `['python3', 'client.py', '{url}']`
 * @param options how much is played; `seed` is 1 where it is left out
 * @throws TypeError for options of no use, one that is unknown or of another kind among them, NoVerdict where nothing can be said
 */
export async function verifyClient(
  client: ConnectOnce | readonly string[],
  options: ClientOptions = {},
): Promise<Report> {
  checkOptions('verifyClient', options, verifyClientOptions);
  const {
    subprotocols = defaultSubprotocols,
    concurrency = availableParallelism(),
    driver,
    ...run
  } = options;
  const how = { subprotocols: listTexts(subprotocols), atOnce: concurrency };
  const connector = bringToConnect(client, driver ? createDriver : createCommand, how);
  try {
    const verification = await verifyOneClient(version, connector, { seed: 1, ...run });
    if (!verification.ok) throw new NoVerdict(verification.problem);
    return hideInRequests(verification.report);
  } catch (error) {
    throw error instanceof NoClient ? new NoVerdict(error.message) : error;
  } finally {
    await connector.close();
  }
}

function bringToConnect(
  client: ConnectOnce | readonly string[],
  start: typeof createCommand,
  how: FunctionOptions,
): Connector {
  if (typeof client === 'function') return createFunctionConnector(client, how);
  if (Array.isArray(client) && client.length > 0 && client.every((word) => typeof word === 'string'))
    return start(client, how);
  throw new TypeError('verifyClient: a function or the words of a command were expected');
}

/** Where a proxy forwards to: what listens there is the backend of the verification. */
export interface ProxyBackend {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  readonly port: number;
  /** Certificate and private key, in PEM, where the proxy speaks TLS to its backend. */
  readonly cert?: string;
  readonly key?: string;
}

/** What is known of a proxy, and how much is played; all but the backend may be left out. */
export interface ProxyOptions
  extends Partial<Omit<VerifyProxyOptions, 'isWanted' | 'name' | 'again' | 'tls'>> {
  readonly backend: ProxyBackend;
  /** Fields that are sent with every opening: a record, a `Headers`, a `Map` or a list of pairs. */
  readonly headers?: HeaderInput;
  /** An origin that it lets through: a scheme, a host and maybe a port. */
  readonly origin?: string;
  /** Whether a certificate that cannot be verified is taken. Default `false`. */
  readonly insecure?: boolean;
  /** Certificates, in PEM, of the authorities that are trusted; those that Node knows, if it is not given. */
  readonly ca?: string;
}

const verifyProxyOptions = objectOf<ProxyOptions>(verifyProxyShape);

/**
 * Holds whatever lies between two sockets of ws101 against the table of intermediaries: a proxy, a load balancer, a gateway.
 *
 * @param url where it listens: a WebSocket URI, as a string or a `URL`, for example `ws://127.0.0.1:80/chat`
 * @param options where it forwards to, and how much is played; `seed` is 1 where it is left out
 * @throws TypeError for a URL or options of no use, one that is unknown or of another kind among them, the system's error
 *   where nothing can listen as the backend, NoVerdict where nothing can be said
 */
export async function verifyProxy(url: string | URL, options: ProxyOptions): Promise<Report> {
  checkOptions('verifyProxy', options, verifyProxyOptions);
  const { backend: place, headers, origin, insecure = false, ca, ...run } = options;
  if (!place) throw new TypeError('verifyProxy: the option backend was expected');
  const { host = '127.0.0.1', port, cert, key } = place;
  const known = { headers: listHeaders('verifyProxy', headers), ...(origin ? { origins: [origin] } : {}) };
  const front = readTarget(readUrl('verifyProxy', url), { ...known, insecure });
  if (!front.ok) throw new TypeError(front.problem);
  const secured = cert === undefined || key === undefined ? {} : { tls: { cert, key } };
  const backend = await startBackend({ host, port, deadline: backendDeadline, ...secured });
  try {
    const name = showUrl(front.value);
    const tls = { insecure, ...(ca === undefined ? {} : { ca }) };
    const again = `ws101 verify proxy ${name} --backend ${host}:${port}`;
    const settings = { seed: 1, ...run, name, again, tls };
    const verification = await verifyOneProxy(version, front.value, backend, settings);
    if (verification.ok) return hideInReport(verification.report, front.value);
    const problem = hideInText(verification.problem, front.value);
    throw verification.isMisused ? new TypeError(problem) : new NoVerdict(problem);
  } finally {
    await backend.close();
  }
}

/** Milliseconds in which a request has to be whole at the backend. */
const backendDeadline = 5_000;

/** What is known of a server, each part in the one shape that the rest of the house has it in. */
function declare({ subprotocols, origins, headers, auth, ...more }: TargetOptions): TargetDeclaration {
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
