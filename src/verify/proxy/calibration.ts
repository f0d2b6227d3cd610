import { setTimeout as delay } from 'node:timers/promises';
import { readSeenRequest } from '../../facts/hop-sight.ts';
import { decodeLatin1, parseTarget } from '../../wire/index.ts';
import type { Fault } from '../judge/judgement.ts';
import { Unreachable } from '../peer/probe.ts';
import { knownGood } from './case/case-list.ts';
import { judgePair } from './judgement.ts';
import { type PairExchange, type PairPlayOptions, playPair } from './play/exchange.ts';
import { readFrames, readHandshake } from './play/own-handshake.ts';
import type { HopTarget } from './target.ts';

/** What the first exchanges have shown of a hop. */
export type HopCalibration =
  | { readonly is: 'good'; readonly target: HopTarget; readonly exchange: PairExchange }
  /** The request arrives, and the connection does not open. */
  | { readonly is: 'bad'; readonly exchange: PairExchange; readonly faults: readonly Fault[] }
  /** Nothing arrives, or there is nothing between. */
  | { readonly is: 'unreached'; readonly problem: string; readonly isDirect: boolean };

/** Milliseconds between two attempts to get through. */
const pause = 100;

/** So many times the time of a case a hop has to take a known-good pair again. */
const patience = 8;

/** Milliseconds that it has where it says that it knows no backend: by default Apache sets one aside for 60 s. */
const longestAside = 90_000;

/** So many times a request that arrives may fail to open a connection before that is held against the hop. */
const times = 3;

/** Whether a known-good pair came through. */
export function isGood({ status, connections }: PairExchange): boolean {
  return status === 101 && connections > 0;
}

/** Whether the hop has answered as it does where it knows no backend. */
export function isSetAside({ connections, status }: PairExchange): boolean {
  return connections === 0 && (status === 502 || status === 503 || status === 504);
}

/** Waits until a hop takes the known-good pair again that may have set its backend aside. */
export function awaitReturn(options: PairPlayOptions): Promise<PairExchange | null> {
  return awaitGood(options, isGood, longestAside);
}

/** Plays the known-good pair until it passes, or for long enough; gives the last exchange, null where there was none. */
async function awaitGood(
  options: PairPlayOptions,
  isEnough: (exchange: PairExchange) => boolean,
  aside = 0,
): Promise<PairExchange | null> {
  const begun = Date.now();
  for (let last: PairExchange | null = null; ; await delay(pause)) {
    last = await playPair(knownGood, options).catch((error: unknown) => {
      if (error instanceof Unreachable) return last;
      throw error;
    });
    const longest = Math.max(patience * options.timeout, last && isSetAside(last) ? aside : 0);
    if ((last && isEnough(last)) || Date.now() - begun > longest) return last;
  }
}

/** Finds out whether the known-good pair comes through, and how paths are mapped. */
export async function calibrate(options: PairPlayOptions): Promise<HopCalibration> {
  try {
    await playPair(knownGood, options);
  } catch (error) {
    if (error instanceof Unreachable) return { is: 'unreached', problem: error.message, isDirect: false };
    throw error;
  }
  let reached = 0;
  const isEnough = (each: PairExchange) => {
    if (each.connections > 0) reached += 1;
    return isGood(each) || reached === times || each.isDirect;
  };
  const exchange = await awaitGood(options, isEnough);
  if (!exchange || exchange.connections === 0)
    return { is: 'unreached', problem: tellUnreached(exchange), isDirect: false };
  if (exchange.isDirect) return { is: 'unreached', problem: nothingBetween, isDirect: true };
  const handshake = readHandshake(exchange);
  const own = { handshake, frames: readFrames(exchange, handshake) };
  const target = { ...options.target, mapped: readMapping(exchange), ...own };
  if (isGood(exchange)) return { is: 'good', target, exchange };
  const { faults } = judgePair(knownGood, exchange, target);
  return { is: 'bad', exchange, faults: faults.filter(({ severity }) => severity === 'MUST') };
}

const nothingBetween =
  'nothing lies between the front and the backend: the URL is where the proxy listens, and --backend where it forwards to';

function tellUnreached(exchange: PairExchange | null): string {
  const { status = null, returned } = exchange ?? {};
  const [line = ''] = decodeLatin1(returned ?? new Uint8Array()).split('\r\n', 1);
  const answer = status === null ? 'gave no reply that can be read' : `answered ${line.slice(0, 100)}`;
  return `no request of ours reached the backend; the front ${answer}`;
}

/** How the path of the front begins at the backend, where it is mapped; what both end with stays as it is. */
function readMapping({ sent, arrived }: PairExchange): HopTarget['mapped'] {
  const [before, behind] = [sent, arrived].map((octets) =>
    parseTarget(readSeenRequest(octets)?.target ?? ''),
  );
  if (before?.form !== 'origin' || behind?.form !== 'origin') return null;
  const [front, back] = [before.path, behind.path];
  return front === back || before.query !== behind.query ? null : { front, back };
}
