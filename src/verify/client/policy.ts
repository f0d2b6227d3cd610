import {
  canonicalReply,
  offerOf,
  type ReplyMessage,
  setField,
  writeReplyMessage,
} from '../../arbitraries/index.ts';
import { patientClock } from '../../clock.ts';
import { sha1 } from '../../sha1.ts';
import { decodeLatin1, fieldValues, type RequestHead } from '../../wire/index.ts';
import type { Connector } from '../connector/connector.ts';
import type { ClientPlace } from '../connector/place.ts';
import type { ServedConnection } from '../peer/connection/served-connection.ts';
import { Unreachable } from '../peer/probe.ts';
import { answerRightly } from './calibration.ts';
import { type ClientExchange, ping, playReply, type Reply } from './reply/exchange.ts';
import type { ClientTarget } from './reply/reply-case.ts';
import { standIn } from './reply/reply-case.ts';
import { sendAway } from './trial/onward.ts';

/** What a client was seen to do where the texts leave it a choice. */
export type ClientPolicy = Readonly<Record<string, unknown>>;

export interface PolicyOptions {
  readonly connector: Connector;
  readonly place: ClientPlace;
  readonly target: ClientTarget;
  /** Milliseconds that one connection may take. */
  readonly timeout: number;
  /** Milliseconds for which a reply is held back. */
  readonly patience: number;
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
}

/** Sizes of a head that are tried, in octets of one field; and so many fields. */
const sizes = [1_024, 4_096, 8_192, 16_384, 65_536];
const counts = [50, 100, 200, 500, 1_000];

/** Octets of a head without an end that are sent. */
const endless = 1_048_576;

/** Fields that whoever forwards a request adds to it. */
const ofProxies = ['via', 'forwarded', 'x-forwarded-for', 'proxy-connection'];

type MakeReply = (connection: ServedConnection, request: RequestHead) => Reply;
type Ask = (makeReply: MakeReply, ms?: number) => Promise<ClientExchange>;

/**
 * Finds out what a client does where the texts leave it a choice. Nothing here is a fault.
 *
 * @returns nothing of a client that has gone meanwhile, or where it is ended early
 */
export async function learnClientPolicy(options: PolicyOptions): Promise<ClientPolicy> {
  try {
    return await learn(options);
  } catch (error) {
    if (error instanceof Unreachable) return {};
    throw error;
  }
}

async function learn(options: PolicyOptions): Promise<ClientPolicy> {
  const { connector, place, target, timeout, patience, signal } = options;
  const { subprotocols } = connector;
  const play = { connector, place, resource: '/chat?case=policy', subprotocols, signs: target.signs };
  const ask: Ask = async (makeReply, ms = timeout) => {
    if (signal?.aborted) throw new Unreachable('it was interrupted');
    return playReply(makeReply, answerRightly, { ...play, timeout: ms });
  };
  const isOpen = async (change: (message: ReplyMessage) => ReplyMessage) =>
    (await ask(changed(change))).outcome === 'opened';
  const { request } = await ask(answerRightly);
  return {
    ...(request ? tellRequest(request, target) : {}),
    subprotocolNotChosen: target.needsChoice ? 'fails' : 'opens',
    replyDeadlineMs: await learnDeadline(ask, patience, () => ''),
    halfReplyDeadlineMs: await learnDeadline(ask, patience, (right) => right.slice(0, -2)),
    endlessHead: await learnEndless(ask, patience),
    bareLineFeed: await learnBareLineFeed(ask, patience),
    largestHead: await largest(sizes, (n) => isOpen((m) => setField(m, 'X-Filler', 'x'.repeat(n)))),
    mostFields: await largest(counts, (n) =>
      isOpen((m) => setField(m, 'X-Filler', ...Array<string>(n).fill('x'))),
    ),
    errorMessage: {
      'a 403': tellNamed(await ask(() => sendAway('403 Forbidden', 'Server: x')), '403', null),
      'a 101 without Upgrade': tellNamed(await ask(changed((m) => setField(m, 'Upgrade'))), '101', 'upgrade'),
      'a wrong accept value': tellNamed(
        await ask(changed((m) => setField(m, 'Sec-WebSocket-Accept', standIn))),
        '101',
        'accept',
      ),
    },
  };
}

/** The right 101 with a change, and a ping behind it. */
function changed(change: (message: ReplyMessage) => ReplyMessage): MakeReply {
  return (_, request) => {
    const message = change(canonicalReply(offerOf(request, sha1)));
    return { pieces: [writeReplyMessage({ ...message, content: ping })], isLast: false };
  };
}

/** The octets of the right 101 with a change, and what stands behind them. */
function sendOctets(change: (right: string) => string, behind: string): MakeReply {
  return (_, request) => {
    const message = { ...canonicalReply(offerOf(request, sha1)), content: '' };
    const octets = change(decodeLatin1(writeReplyMessage(message))) + behind;
    return { pieces: octets === '' ? [] : [Buffer.from(octets, 'latin1')], isLast: false };
  };
}

/** What a client asks for and says of itself in each request. */
function tellRequest({ target, fields }: RequestHead, { origin: own }: ClientTarget): ClientPolicy {
  const valuesOf = (name: string) => fieldValues(fields, name).join(', ') || null;
  const signs = ofProxies.flatMap((name) => fieldValues(fields, name).map((value) => `${name}: ${value}`));
  const proxy = [...(target.startsWith('/') ? [] : [target]), ...signs];
  return {
    permessageDeflate: fieldValues(fields, 'sec-websocket-extensions'),
    origin: own !== null && valuesOf('origin') === own ? 'that of its page' : valuesOf('origin'),
    userAgent: valuesOf('user-agent'),
    ...(proxy.length > 0 ? { proxy } : {}),
  };
}

/** Milliseconds after which a client gives up where it gets some of a reply, to a tenth of a second; a text where it waits longer. */
async function learnDeadline(ask: Ask, patience: number, cut: (right: string) => string) {
  const { waited } = await timeEnd(ask, patience, sendOctets(cut, ''));
  return waited < patience ? Math.round(waited / 100) * 100 : `more than ${patience}`;
}

/** How long it was until the client ended the connection: it may take some time behind the end of its case. */
async function timeEnd(ask: Ask, ms: number, makeReply: MakeReply) {
  let began = 0;
  let ended = Number.POSITIVE_INFINITY;
  const timed: MakeReply = (connection, request) => {
    began = patientClock.now();
    const note = () => {
      ended = Math.min(ended, patientClock.now());
    };
    connection.socket.once('end', note).once('close', note);
    return makeReply(connection, request);
  };
  const { outcome } = await ask(timed, ms);
  return { outcome, waited: ended - began };
}

async function learnEndless(ask: Ask, ms: number): Promise<string> {
  const line = `X-Filler: ${'x'.repeat(1_000)}\r\n`;
  const fill = (right: string) => right.slice(0, -2) + line.repeat(endless / line.length);
  const { waited } = await timeEnd(ask, ms, sendOctets(fill, ''));
  return waited < ms ? `fails within ${endless} octets` : 'more than was tried';
}

async function learnBareLineFeed(ask: Ask, ms: number): Promise<string> {
  const strip = (right: string) => right.replaceAll('\r\n', '\n');
  const { outcome, waited } = await timeEnd(ask, ms, sendOctets(strip, ping));
  return outcome === 'opened' ? 'opens' : waited < ms ? 'fails' : 'waits';
}

/** The largest of some sizes that a client still opens on; null where there is none, a text where it does on all. */
async function largest(
  of: readonly number[],
  opens: (size: number) => Promise<boolean>,
): Promise<number | string | null> {
  let taken: number | null = null;
  for (const size of of) {
    if (!(await opens(size))) return taken;
    taken = size;
  }
  return 'more than was tried';
}

/** What the last line of an error says of the reply that it is about. */
function tellNamed({ word }: ClientExchange, status: string, field: string | null): string {
  const last = word.error?.trim().split('\n').at(-1)?.toLowerCase() ?? '';
  if (/\brfc ?[0-9]|§|\bsection [0-9]/.test(last)) return 'the clause';
  if (field !== null && last.includes(field)) return 'the field';
  return new RegExp(`\\b${status}\\b`).test(last) ? 'the status' : 'nothing';
}
