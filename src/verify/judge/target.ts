import type { ServerChoices } from '../../../models/facts/request.ts';
import {
  type OpeningEndpoint,
  type PlacedCredential,
  placeCredential,
  type RequestMessage,
} from '../../arbitraries/index.ts';
import { compileAllowlist } from '../../auth/origin.ts';
import { defaultLimits } from '../../server/option.ts';
import { type NewField, parseWebSocketUri, type WebSocketUri } from '../../wire/index.ts';

/** What is known of a server before it is verified; all of it may be left out. */
export interface TargetDeclaration {
  /** Names that it supports. */
  readonly subprotocols?: readonly string[];
  readonly subprotocolRequired?: boolean;
  /** The allowlist that it enforces, each a scheme, a host and maybe a port. */
  readonly origins?: readonly string[];
  /** A credential that it takes, and requires. */
  readonly auth?: TargetCredential;
  /** Fields that are sent with every request. */
  readonly headers?: readonly NewField[];
  /** Versions that it speaks. Default 13 alone. */
  readonly versions?: readonly number[];
  /** Whether a certificate that cannot be verified is taken. Default false. */
  readonly insecure?: boolean;
  /** How thoroughly it is meant to look at the key. Default `strict`. */
  readonly keyCheck?: 'strict' | 'length' | 'presence';
}

export type TargetCredential = PlacedCredential | { readonly in: 'firstMessage'; readonly value: string };

/** A server that is verified. */
export interface Target {
  readonly url: string;
  readonly uri: WebSocketUri;
  readonly options: TargetDeclaration;
  /** What requests are made for. */
  readonly endpoint: OpeningEndpoint;
  /**
   * The choices of a server that is known from inside. Such a server serves the path of `endpoint` alone, and has the
   * limits of `endpoint`. Left out for any other server, whose choices nobody knows.
   */
  readonly choices?: ServerChoices;
  /**
   * Milliseconds that a pong is waited for behind a 101. Given for a server that was seen to send none: nothing but its
   * replies is judged.
   */
  readonly pongPatience?: number;
  /** Whether reports show its secrets. */
  readonly areSecretsShown?: boolean;
  /** Whether nobody has declared its subprotocol: it may support others as well. */
  readonly isSubprotocolLearnt?: boolean;
}

/** @returns the target, or what is wrong with what is known of it */
export function readTarget(
  url: string,
  options: TargetDeclaration,
): { readonly ok: true; readonly value: Target } | { readonly ok: false; readonly problem: string } {
  const uri = parseWebSocketUri(url);
  if (!uri.ok) return { ok: false, problem: `the URL is not a WebSocket URI: ${uri.problem}` };
  const { origins, auth, subprotocols = [] } = options;
  if (origins) {
    const allowlist = compileAllowlist(origins);
    if (!allowlist.ok) return { ok: false, problem: allowlist.problem };
  }
  const endpoint: OpeningEndpoint = {
    path: uri.value.resourceName,
    host: uri.value.authority,
    subprotocols,
    limits: defaultLimits,
    ...(origins ? { origins: origins.filter((origin) => !origin.includes('*')) } : {}),
    ...(auth && auth.in !== 'firstMessage' ? { credential: auth } : {}),
  };
  return { ok: true, value: { url, uri: uri.value, options, endpoint } };
}

/** The key of the example in RFC 6455 §1.3. */
export const sampleKey = 'dGhlIHNhbXBsZSBub25jZQ==';

/** Another key, for an opening that goes before one with the key of the example. */
export const otherKey = 'd3MxMDEtb3RoZXIta2V5LQ==';

/** The opening that the target must accept. It has nothing that could be left out. */
export function canonicalMessage({ endpoint, options }: Target, key: string): RequestMessage {
  const { path, host, subprotocols, origins, credential } = endpoint;
  const fields: readonly NewField[] = [
    ['Host', host],
    ['Upgrade', 'websocket'],
    ['Connection', 'Upgrade'],
    ['Sec-WebSocket-Key', key],
    ['Sec-WebSocket-Version', '13'],
    ...(origins?.[0] === undefined ? [] : [['Origin', origins[0]] as const]),
    ...(subprotocols.length === 0 ? [] : [['Sec-WebSocket-Protocol', subprotocols.join(', ')] as const]),
    ...(options.headers ?? []),
  ];
  const message: RequestMessage = {
    prefix: '',
    method: 'GET',
    target: path,
    version: 'HTTP/1.1',
    separator: ' ',
    lines: fields.map(([name, value]) => ({ name, colon: ': ', value })),
    content: '',
  };
  return credential ? placeCredential(message, credential) : message;
}
