import type { Socket } from 'node:net';
import { readBasic, writeChallenge } from '../auth/credential.ts';
import { redactField } from '../auth/redaction.ts';
import type { Answered } from '../facts/answer-facts.ts';
import type { ApplicationAnswer, RequestReading } from '../facts/request-facts.ts';
import { equalsIgnoringCase, type NewField } from '../wire/index.ts';
import { type AuthorizeRequest, type Refused, type Settled, settleAuthorization } from './authorize.ts';
import type { ServedEndpoint } from './endpoint-option.ts';

type Reading = RequestReading<ServedEndpoint>;

const nothing: ApplicationAnswer = { headers: [], status: null, body: null, context: undefined, error: null };

/** Where nobody is asked, whoever has a valid credential may. */
const unasked: Settled = { type: 'accept', headers: [] };

/**
 * Asks the application about an opening: is the credential valid, may the client, which subprotocol. Never
 * rejects: what the application throws is an answer too.
 *
 * @param signal aborted when nobody waits for the answer any more
 */
export async function askApplication(
  reading: Reading,
  socket: Socket,
  signal: AbortSignal,
): Promise<Answered> {
  try {
    return await ask(reading, socket, signal);
  } catch (error) {
    return { authorization: 'threw', answer: { ...nothing, error } };
  }
}

async function ask(reading: Reading, socket: Socket, signal: AbortSignal): Promise<Answered> {
  const { endpoint, credential } = reading;
  const request = describeRequest(reading, socket, signal);
  if (credential && request.credential === null) return { authorization: 'invalid', answer: nothing };
  const method = endpoint.authentication.find(({ place }) => place === credential?.place);
  if (method && request.credential !== null && !(await method.verify(request.credential, request))) {
    return { authorization: 'invalid', answer: nothing };
  }
  signal.throwIfAborted();
  const said = endpoint.authorize ? settleAuthorization(await endpoint.authorize(request)) : unasked;
  signal.throwIfAborted();
  if (said.type === 'refuse') return refusalOf(said, reading);
  const subprotocol =
    said.subprotocol === undefined ? await choose(endpoint, request, reading.subprotocol) : said.subprotocol;
  checkChoice(subprotocol, reading);
  const answer = { ...nothing, headers: said.headers, context: said.context };
  return { authorization: 'granted', subprotocol, answer };
}

/** The application's choice among the names offered; the list's, where the application makes none. */
async function choose(
  { selectSubprotocol }: ServedEndpoint,
  request: AuthorizeRequest,
  listed: string | null,
): Promise<string | null> {
  if (!selectSubprotocol || request.subprotocols.length === 0) return listed;
  return (await selectSubprotocol(request.subprotocols, request)) ?? null;
}

/** A token is no subprotocol, unless it stands for the one that is missing. */
function checkChoice(chosen: string | null, { offered, subprotocol, endpoint }: Reading): void {
  if (chosen === null || chosen === subprotocol || offered.includes(chosen)) return;
  const told = redactField('Sec-WebSocket-Protocol', String(chosen), endpoint.secrets);
  throw new TypeError(`the subprotocol ${JSON.stringify(told)} was chosen, which was not offered`);
}

/** What the application is told of an opening. */
export function describeRequest(reading: Reading, socket: Socket, signal: AbortSignal): AuthorizeRequest {
  const { request, target, offered, credential } = reading;
  if (!request || !target || !('path' in target)) throw new Error('what was not read cannot be asked about');
  const { path, query } = target;
  // A copy: whoever takes a name out of it has not chosen what was not offered.
  const subprotocols = [...offered];
  return { request, path, query, subprotocols, credential: textOf(credential), socket, signal };
}

/** A Basic credential is told as `user:password`. */
function textOf(credential: Reading['credential']): string | null {
  if (credential === null) return null;
  const { place, value } = credential;
  if (place.in !== 'authorization' || place.scheme !== 'Basic') return value;
  const basic = readBasic(value);
  return basic && `${basic.user}:${basic.password}`;
}

function refusalOf(said: Settled & Refused, reading: Reading): Answered {
  const { status, headers, body = null } = said;
  const missing = requiredOf(status, reading).filter(
    ([name]) => !headers.some(([given]) => equalsIgnoringCase(given, name)),
  );
  const answer = { ...nothing, status, headers: [...missing, ...headers], body };
  return { authorization: 'refused', answer };
}

/** Fields without which a status may not be sent. */
function requiredOf(status: number, { endpoint, credential }: Reading): readonly NewField[] {
  if (status === 401) return challengesOf(endpoint, credential !== null);
  if (status === 405) return [['Allow', 'GET']];
  return [];
}

/**
 * One challenge for each kind of credential.
 *
 * @param isInvalid a credential was there and is wrong
 * @see RFC 9110 §11.6.1
 */
export function challengesOf({ authentication }: ServedEndpoint, isInvalid: boolean): readonly NewField[] {
  const challenges = authentication.flatMap(({ place, realm }) =>
    place.in === 'firstMessage' ? [] : [writeChallenge(place, realm, isInvalid)],
  );
  const all = challenges.length > 0 ? new Set(challenges) : ['Bearer realm="ws101"'];
  return [...all].map((challenge) => ['WWW-Authenticate', challenge]);
}
