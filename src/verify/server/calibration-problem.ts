import { redactField } from '../../auth/redaction.ts';
import { hostInUrl } from '../../bind.ts';
import { type Asked, diagnoseFailure, type Observation, tellDiagnosis } from '../../diagnosis/index.ts';
import type { FailureId } from '../../knowledge/failure.ts';
import { hashes } from '../../sha1.ts';
import { decodeLatin1, fieldValues, type WebSocketUri } from '../../wire/index.ts';
import { answerPhrase } from '../judge/seen/phrase.ts';
import { findReplyFault } from '../judge/switch/spoilt-switch.ts';
import type { Target } from '../judge/target.ts';
import type { Answer } from '../peer/answer.ts';
import { beginsWithFrame, type Close, findClose } from '../peer/frame/close-frame.ts';
import { describePhrase } from '../report/phrase.ts';

/** What came of the canonical opening. */
export interface Calibrating {
  /** Octets that were sent. */
  readonly request: Uint8Array;
  readonly answer: Answer;
  /** The Close frame behind a 101. */
  readonly close: Close | null;
  /** Whether the port speaks TLS, though the URL does not. */
  readonly isSecured: boolean;
}

const anOrigin = '--origin names an origin that is allowed';
const aPath = 'If the endpoint is at another path, put that path into the URL';
const aSubprotocol = '--subprotocol names those that it supports';
const anyCertificate = '--insecure takes any certificate';
const anything =
  'These options give the server what it asks for: --subprotocol, --origin, --auth, and --header for any other field';

/** The option that helps. */
const help: Readonly<Partial<Record<FailureId, string>>> = {
  'tls/expired': anyCertificate,
  'tls/not-yet-valid': anyCertificate,
  'tls/wrong-name': anyCertificate,
  'tls/self-signed': anyCertificate,
  'tls/unknown-issuer': anyCertificate,
  'tls/certificate': anyCertificate,
  'server/subprotocol-required': aSubprotocol,
  'server/subprotocol-refused': aSubprotocol,
  'server/credential-missing': '--auth gives one',
  'server/credential-refused': '--auth gives another',
  'server/origin-refused': anOrigin,
  'server/origin-required': anOrigin,
  'hop/challenge': '--header adds a field',
  'server/version': '--header adds a field',
  'server/path': aPath,
  'server/no-handler': aPath,
  'server/spa-fallback': aPath,
  'hop/route-missing': aPath,
  'server/refused': anything,
  'hop/refused': aPath,
  'hop/redirect': 'Use the URL that the redirect leads to',
  'server/engine-io':
    'The URL names path and query, as /socket.io/?EIO=4&transport=websocket, or /engine.io/?EIO=4&transport=websocket without Socket.IO',
};

/** What was answered in the place of a proved 101, what may be the cause, and which option would help. */
export function tellProblem(target: Target, seen: Calibrating): string {
  const { answer, close } = seen;
  const { reply, octets } = answer;
  if (close) {
    const told = conclude(target.uri, observe(target, seen), mayDemand(close) ? anything : null);
    return join(`the 101 was followed by ${tellClose(close)}`, told);
  }
  const said = `the canonical opening was answered by ${describePhrase(answerPhrase(answer))}`;
  const expected = `${said}, where a 101 was expected`;
  if (!reply && beginsWithFrame(octets)) {
    const inside = findClose(octets);
    const what = inside ? `: ${tellClose(inside)}` : '';
    return `${expected}; a frame of WebSocket came in the place of the reply${what}`;
  }
  const fault = !reply && decodeLatin1(octets).startsWith('HTTP/') ? findReplyFault(octets) : null;
  const what =
    reply?.status === 101
      ? `${said}, but the 101 is not proved by a pong`
      : `${expected}${fault === null ? '' : `; its reply cannot be read: ${describePhrase(fault)}`}`;
  return join(what, conclude(target.uri, observe(target, seen), null));
}

/** Whether a Close may be due to what the opening does not have: a protocol error, a policy, or a code of their own. */
export function mayDemand(close: Close | null): boolean {
  const code = close?.code ?? 0;
  return code === 1002 || code === 1008 || (code >= 4000 && code <= 4999);
}

/**
 * The surest diagnosis, and the option that helps against it or against the next one that has any; empty where there is
 * neither.
 *
 * @param otherwise what is said where no option is known
 */
export function conclude(uri: WebSocketUri, seen: Observation, otherwise: string | null): string {
  const diagnoses = diagnoseFailure(seen, hashes);
  const [first] = diagnoses;
  const told = first ? [tellDiagnosis(first)] : [];
  const rest = first?.confidence === 'possible' ? anything : null;
  const option = diagnoses.flatMap(({ id }) => nameOption(id, uri) ?? [])[0] ?? otherwise ?? rest;
  return [...told, ...(option === null ? [] : [option])].join(' ').replace(/\.$/, '');
}

function nameOption(id: FailureId, uri: WebSocketUri): string | undefined {
  if (id === 'tls/required') return `${withScheme('wss', uri)} may be meant`;
  return id === 'tls/plain-port' ? `${withScheme('ws', uri)} may be meant` : help[id];
}

/** The address of a port with a scheme, and without a path, which may have a secret. */
function withScheme(scheme: 'ws' | 'wss', { host, port }: WebSocketUri): string {
  return `${scheme}://${hostInUrl(host)}:${port}`;
}

function join(said: string, told: string): string {
  return told === '' ? said : `${said}. ${told}`;
}

/** `Close 4406 Subprotocol not acceptable`, for example. */
function tellClose({ code, reason }: Close): string {
  return `Close ${code ?? 'without a code'} ${reason}`.trim();
}

function observe(target: Target, { request, answer, close, isSecured }: Calibrating): Observation {
  const { octets, came = 0, end, ponged, reply } = answer;
  const isEnded = end === 'ended' || end === 'reset';
  const frames = { pong: ponged, close, isEnded, isHttp: false, fault: null, compressionFault: null };
  return {
    asked: readAsked(target),
    opening: { request, reply: octets, end, ms: 0, unreached: null, isCut: came > octets.length },
    ...(isSecured ? { speaksTls: true } : {}),
    ...(reply?.status === 101 ? { frames } : {}),
    ...(isVersionOfEngine(target, answer) ? { words: ['saysEngineIo'] as const } : {}),
  };
}

function readAsked({ uri, endpoint, options }: Target): Asked {
  const { origins, subprotocols } = endpoint;
  const headers = options.headers ?? [];
  const [given = null] = fieldValues(
    headers.map(([name, value]) => ({ name, value })),
    'origin',
  );
  const isSecret = headers.some(([name, value]) => redactField(name, value) !== value);
  return {
    uri,
    origin: origins?.[0] ?? given,
    subprotocols,
    isCredentialSent: options.auth !== undefined || isSecret,
  };
}

/** Others may say this as well; to who asks for a transport, engine.io does. */
function isVersionOfEngine({ uri }: Target, { reply, octets }: Answer): boolean {
  const isAsked = uri.resourceName.includes('transport=');
  return (
    isAsked && reply?.status === 400 && /\r\n\r\nUnsupported protocol version\s*$/.test(decodeLatin1(octets))
  );
}
