import { decodeLatin1 } from '../../wire/index.ts';
import { describeAnswer } from '../judge/judgement.ts';
import { tellReplyFault } from '../judge/spoilt-switch.ts';
import type { Target } from '../judge/target.ts';
import type { Answer } from '../peer/answer.ts';
import { beginsWithFrame, type Close, findClose } from '../peer/close-frame.ts';
import { withScheme } from './wrong-scheme.ts';

/** What a refusal of the canonical opening may be about, and the option that helps. */
const demands = {
  subprotocol: 'it may demand a subprotocol: --subprotocol names those that it supports',
  credential: 'it demands a credential: --auth gives one',
  origin: 'it may enforce an allowlist: --origin names an origin that is on it; or --auth gives a credential',
  path: 'no endpoint may be at this path: the URL names it',
  other: 'it may want something else in the request: --header adds a field',
} as const;

const byStatus: Readonly<Record<number, string>> = {
  400: demands.subprotocol,
  401: demands.credential,
  403: demands.origin,
  404: demands.path,
  426: demands.other,
  501: demands.subprotocol,
};

/** Many give their own codes the last digits of a status. */
const byCode: Readonly<Record<number, string>> = {
  1002: demands.subprotocol,
  1008: demands.origin,
  4400: demands.subprotocol,
  4401: demands.credential,
  4403: demands.origin,
  4404: demands.path,
  4406: demands.subprotocol,
};

/**
 * What was answered in the place of a proved 101, and which option would help, as far as the answer shows that.
 *
 * @param close the Close frame behind a 101
 * @param isSecured whether the port speaks TLS, though the URL does not
 */
export function tellProblem(
  { uri }: Target,
  answer: Answer,
  close: Close | null,
  isSecured: boolean,
): string {
  const { reply, octets } = answer;
  if (close) return join(`the 101 was followed by ${tellClose(close)}`, byCode[close.code ?? 0]);
  const said = `the canonical opening was answered by ${describeAnswer(answer)}, where a 101 was expected`;
  if (isSecured) return join(said, `this port speaks TLS: ${withScheme('wss', uri)} may be meant`);
  if (!reply) return join(said, octets.length === 0 ? undefined : tellOctets(octets));
  if (reply.status === 101) {
    return `the canonical opening was answered by ${describeAnswer(answer)}, but the 101 is not proved by a pong: what answers may be no WebSocket server`;
  }
  return join(said, (reply.status === 400 ? tellEngine(uri, octets) : undefined) ?? byStatus[reply.status]);
}

function join(said: string, help: string | undefined): string {
  return help === undefined ? said : `${said}; ${help}`;
}

/** `Close 4406 Subprotocol not acceptable`, for example. */
function tellClose({ code, reason }: Close): string {
  return `Close ${code ?? 'without a code'} ${reason}`.trim();
}

/** What octets that are no reply may be. */
function tellOctets(octets: Uint8Array): string {
  const close = findClose(octets);
  if (beginsWithFrame(octets)) {
    return `a frame of WebSocket came in the place of the reply${close ? `: ${tellClose(close)}` : ''}`;
  }
  if (isSettings(octets)) return 'it answers in HTTP/2, where HTTP/1.1 was spoken';
  const fault = tellReplyFault(octets);
  const where = fault === null ? '' : `: ${fault}`;
  return decodeLatin1(octets).startsWith('HTTP/')
    ? `its reply cannot be read${where}`
    : `what listens there may be no server of HTTP${where}`;
}

/** Whether octets begin with SETTINGS of the whole connection, by which every server of HTTP/2 begins (RFC 9113 §3.4). */
function isSettings(octets: Uint8Array): boolean {
  const [high = 0, middle = 0, low = 0, type, flags, ...stream] = octets.subarray(0, 9);
  const isOfConnection = stream.length === 4 && stream.every((octet) => octet === 0);
  return type === 0x04 && flags === 0 && isOfConnection && ((high << 16) | (middle << 8) | low) % 6 === 0;
}

/** What engine.io says to an opening whose query is not its own: by itself, or in JSON beside its number. */
const engineErrors: readonly string[] = [
  ...['Transport unknown', 'Session ID unknown', 'Bad handshake method'],
  ...['{"code":0,"message":"Transport unknown"}', '{"code":1,"message":"Session ID unknown"}'],
  ...['{"code":2,"message":"Bad handshake method"}', '{"code":5,"message":"Unsupported protocol version"}'],
];

/** Others may say this as well; to who asks for a transport, engine.io does. */
const versionError = 'Unsupported protocol version';

function tellEngine({ resourceName }: Target['uri'], octets: Uint8Array): string | undefined {
  const text = decodeLatin1(octets);
  const body = text.slice(text.indexOf('\r\n\r\n') + 4).trim();
  const isVersion = body === versionError && resourceName.includes('transport=');
  if (!isVersion && !engineErrors.includes(body)) return undefined;
  const path =
    '/socket.io/?EIO=4&transport=websocket, or /engine.io/?EIO=4&transport=websocket without Socket.IO';
  return `an engine.io server has refused its query: the URL names path and query, as ${path}`;
}
