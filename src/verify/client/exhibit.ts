import type { ClauseId } from '../../../models/clauses.ts';
import {
  canonicalReply,
  fitAccept,
  offerOf,
  type ReplyMessage,
  writeReplyMessage,
} from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import { decodeLatin1, fieldValues, parseReply, parseRequest } from '../../wire/index.ts';
import type { Defect } from '../explain/defect.ts';
import { applyChanges } from '../judge/change.ts';
import type { Fault } from '../judge/judgement.ts';
import { acceptPhrase } from '../judge/seen/accept.ts';
import { seeOdd, seeRefused, seeRequest } from '../judge/seen/seen.ts';
import type { ServedConnection } from '../peer/connection/served-connection.ts';
import type { Exhibit, ShownOctets } from '../report/exhibit.ts';
import type { Recipe } from '../report/report.ts';
import { tellReply } from '../report/title/client.ts';
import type { Scene } from '../report/title/scene.ts';
import { countCame } from '../run/flood.ts';
import { listBlamed } from '../run/kept/faulty-case.ts';
import { judgeKeys } from './keys.ts';
import type { ClientExchange } from './reply/exchange.ts';
import { type ClientTarget, type ReplyCase, standIn } from './reply/reply-case.ts';
import { describeRecipe, sendReply } from './reply/reply-octets.ts';
import { type ScriptedReply, writeReproduction } from './reproduction.ts';

/** A defect of a client with its octets, in words, and as a server that shows it. */
export function exhibit(
  { after, ...defect }: Defect<ReplyCase, ClientExchange>,
  target: ClientTarget,
): Exhibit {
  const { current, exchange, fault, others = [], ...told } = defect;
  const shown = showReply(current, exchange);
  const before = after ? showReply(after.current, after.exchange) : null;
  const scene = sceneOf(current, exchange, target);
  const blamed = (other: ReplyCase) => ({ ...other, changes: listBlamed(other, fault.kind) });
  return {
    ...told,
    fault: seeRefused(hintAccept(fault, shown), () => {
      const canonical = writeReplyMessage({ ...scene.canonical, content: current.base.content });
      return seeOdd('response', exchange.reply, canonical, () => false);
    }),
    number: current.number,
    ...shown,
    scene,
    alsoOn: others
      .map((other) => tellReply(sceneOf(blamed(other.current), other.exchange, target)))
      .filter((what) => what !== tellReply(scene)),
    ...(after && before ? { after: { current: after.current, ...before } } : {}),
    reproduction: writeScript(shown, before),
    replay: `ws101 verify client --only ${defect.clause}`,
  };
}

/** A reply as it was made for the key that came, beside one with nothing odd in it. */
function sceneOf(
  { base, changes }: ReplyCase,
  { request }: ClientExchange,
  { offer }: ClientTarget,
): Extract<Scene, { of: 'reply' }> {
  const { accept } = offerOf(request ?? { fields: [] }, sha1);
  const made = (message: ReplyMessage) => fitAccept({ ...message, content: '' }, standIn, accept);
  return {
    of: 'reply',
    message: made(applyChanges(base, changes)),
    canonical: made(canonicalReply(offer)),
    accept,
  };
}

/** A reply of ours with how it was made. */
export interface ShownReply extends Pick<ShownOctets, 'response'> {
  readonly recipe: Recipe;
}

function showReply(current: ReplyCase, exchange: ClientExchange): ShownOctets & ShownReply {
  return { ...showOctets(exchange), recipe: describeRecipe(current, exchange) };
}

/** The script that shows a finding without ws101: its reply, behind the one that goes before it. */
export function writeScript(shown: ShownReply, before: ShownReply | null): string {
  return writeReproduction((before ? [before, shown] : [shown]).map(scriptReply));
}

function scriptReply({ response: octets, recipe }: ShownReply): ScriptedReply {
  const { spans, prefix = 0 } = recipe;
  const { pieces, isLast } = sendReply(octets, { prefix, cutBy: recipe.cutBy ?? null });
  return { octets, spans, pieces: pieces.map(({ length }) => length), isLast };
}

/** Says of a fault that an accept value has shown which one is right, and what is wrong with the one that was sent. */
export function hintAccept<F extends Pick<Fault, 'clause' | 'hint'>>(
  fault: F,
  { request: sent, response }: Pick<ShownOctets, 'request' | 'response'>,
): F {
  const [request, reply] = [parseRequest(sent), parseReply(response)];
  if (fault.clause !== 'rfc6455/4.1/accept-value' || !request.ok || !reply.ok) return fault;
  return { ...fault, hint: acceptPhrase(request.value, reply.value) };
}

/** What is looked at of a connection when keys are judged. */
type Keyed = Pick<ServedConnection, 'request' | 'head' | 'sent'>;

/**
 * What the keys of all connections show.
 *
 * @param connections those of a whole run
 * @returns the exhibit of a breach, with what came of the key when it was there first, and of how many connections each
 *   clause was shown
 */
export function exhibitKeys(connections: readonly Keyed[]): {
  readonly exhibits: readonly Exhibit[];
  readonly counts: readonly (readonly [ClauseId, number])[];
} {
  const keyed = connections.flatMap((connection) => {
    const [key] = fieldValues(connection.request?.fields ?? [], 'sec-websocket-key');
    return key === undefined ? [] : [{ connection, key }];
  });
  const { shown, found } = judgeKeys(keyed.map(({ key }) => key));
  const counts = shown.map((clause) => [clause, keyed.length] as const); // a pair
  const last = keyed[found?.at ?? 0];
  if (!found || !last) return { exhibits: [], counts };
  const first = keyed.slice(0, found.at).find(({ key }) => key === last.key);
  const told = first ? withFirst(found.fault, statusLineOf(first.connection)) : found.fault;
  const fault = { ...told, seen: [seeRequest([told.about], last.connection.head)] };
  const exhibit: Exhibit = {
    clause: fault.clause,
    fault,
    also: [],
    number: 0,
    scene: { of: 'keys' },
    request: last.connection.head,
    response: joinSent(last.connection),
    replay: `ws101 verify client --only ${fault.clause}`,
  };
  return { exhibits: [exhibit], counts };
}

function joinSent({ sent }: Keyed): Uint8Array {
  return Buffer.concat(sent.map(({ octets }) => octets));
}

/** With what the first of several connections with one key got. */
function withFirst(fault: Fault, answered: string): Fault {
  const { observed } = fault;
  if (typeof observed === 'string' || observed.is !== 'repeatedKey') return fault;
  return { ...fault, observed: { ...observed, answered } };
}

function statusLineOf(connection: Keyed): string {
  const [line = ''] = decodeLatin1(joinSent(connection)).split('\r\n', 1);
  return line || 'nothing';
}

/** The octets of an exchange. */
export type ExchangeOctets = Pick<ClientExchange, 'requested' | 'reply' | 'behind'> &
  Parameters<typeof countCame>[0];

/** What the client sent, and what it was sent; `behind` is what it sent behind the reply. */
export function showOctets({ requested, reply, behind, ...ends }: ExchangeOctets): ShownOctets {
  const shown = { request: requested, response: reply, ...countCame(ends) };
  return behind.length > 0 ? { ...shown, behind } : shown;
}
