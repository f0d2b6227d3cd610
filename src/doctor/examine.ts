import { drawKey } from '../client/nonce.ts';
import {
  type AnswerRead,
  type Asked,
  type ContrastSeen,
  type Diagnosis,
  describeAnswer,
  diagnoseFailure,
  type ExchangeSeen,
  type FramesSeen,
  type Observation,
  readAnswer,
} from '../diagnosis/index.ts';
import { hashes, sha1 } from '../sha1.ts';
import type { WebSocketUri } from '../wire/index.ts';
import { findAddresses, tryAddress } from './address.ts';
import { readInput } from './asked.ts';
import { tryBeside } from './beside.ts';
import { planContrasts } from './contrast.ts';
import { ask, hangUp } from './exchange.ts';
import { speak } from './frames.ts';
import { stayIdle } from './idle.ts';
import { Link, type Linked } from './link.ts';
import type { DoctorOptions, Step } from './option.ts';
import { type Variation, writeRequest } from './request.ts';
import { watchSilence } from './silence.ts';
import { inspectTls } from './tls.ts';

/** What is known of one target. */
export interface Examination {
  readonly observation: Observation;
  readonly steps: readonly Step[];
  /** Connections that were made. */
  readonly connections: number;
}

/** Milliseconds that an answer is waited for where nothing else is said. */
const patience = 10_000;

/** Milliseconds that something is waited for which healthy servers answer at once. */
const soon = 2_000;

/**
 * Examines one target step by step: its addresses, the way to it, the opening as it was asked for, and then what tells
 * causes apart.
 *
 * @param onStep told each step when it ends
 */
export async function examine(
  url: string,
  options: DoctorOptions,
  onStep: (step: Step) => void,
): Promise<Examination> {
  const read = readInput(url, options);
  if (!read.ok) {
    const asked: Asked = { uri: null, origin: null, subprotocols: [], isCredentialSent: false };
    return { observation: { asked, input: read.fault }, steps: [], connections: 0 };
  }
  return new Examiner(url, read.uri, read.asked, options, onStep).run();
}

class Examiner {
  readonly #uri: WebSocketUri;
  readonly #options: DoctorOptions;
  readonly #link: Link;
  readonly #onStep: (step: Step) => void;
  readonly #steps: Step[] = [];
  readonly #asked: Variation;
  readonly #timeout: number;
  /** Those that took a connection; null where a proxy finds them. */
  #addresses: readonly string[] | null = null;
  #seen: Observation;

  constructor(
    url: string,
    uri: WebSocketUri,
    asked: Asked,
    options: DoctorOptions,
    onStep: (step: Step) => void,
  ) {
    const { as = null, permessageDeflate = as !== null, headers = [] } = options;
    this.#uri = uri;
    this.#options = options;
    this.#link = new Link(url, options);
    this.#onStep = onStep;
    this.#timeout = options.timeout ?? patience;
    this.#seen = { asked };
    this.#asked = {
      ...{ target: uri.resourceName, origin: asked.origin, subprotocols: asked.subprotocols, headers },
      ...{ isDeflateOffered: permessageDeflate, profile: as, connection: null, isUpgrade: true },
    };
  }

  async run(): Promise<Examination> {
    if (await this.#reach()) await this.#open();
    return { observation: this.#seen, steps: this.#steps, connections: this.#link.made };
  }

  #see(more: Partial<Observation>): void {
    this.#seen = { ...this.#seen, ...more };
  }

  #tell(step: Omit<Step, 'url'>): void {
    const told = { ...step, url: this.#link.url };
    this.#steps.push(told);
    this.#onStep(told);
  }

  /** Names and addresses; through a proxy they are its business. */
  async #reach(): Promise<boolean> {
    if (this.#options.proxy !== undefined || this.#options.proxyFromEnvironment) return true;
    const { host, port } = this.#uri;
    const named = await timed(() => findAddresses(host));
    const { value: found } = named;
    const detail = found.ok ? found.addresses.join(', ') : found.problem;
    this.#tell({ name: 'dns', ok: found.ok, ms: named.ms, detail });
    if (!found.ok) {
      this.#see({ unknownName: found.problem });
      return false;
    }
    const tried = await timed(() =>
      Promise.all(found.addresses.map((address) => tryAddress(address, port, this.#timeout))),
    );
    const addresses = tried.value;
    this.#link.count(addresses.length);
    this.#see({ addresses });
    const open = addresses.filter(({ outcome }) => outcome === 'open').map(({ address }) => address);
    const told = addresses.map(({ address, outcome }) => `${address} port ${port}: ${outcome}`).join(', ');
    this.#tell({ name: 'tcp', ok: open.length === addresses.length, ms: tried.ms, detail: told });
    this.#addresses = open;
    return open.length > 0;
  }

  async #open(): Promise<void> {
    const { secure } = this.#uri;
    const linked = await this.#link.open(this.#addresses, this.#timeout);
    this.#tellWay(linked);
    if (!linked.ok || secure) {
      const inspected = await inspectTls(linked, this.#uri, this.#link, this.#addresses, this.#options);
      this.#see(inspected.seen);
      if (inspected.step) this.#tell(inspected.step);
    }
    if (!linked.ok) return;
    const request = writeRequest(this.#uri, this.#asked, drawKey());
    const silence = watchSilence(this.#uri, this.#link, this.#addresses, this.#timeout);
    const { seen: opening, connection } = await ask(linked, request, this.#timeout);
    const answer = readAnswer(opening, sha1);
    const isSilent = opening.reply.length === 0;
    const unasked = await silence.end(isSilent);
    this.#see({ opening, ...unasked });
    if (/CERTIFICATE_REQUIRED|ALERT/.test(opening.error ?? '')) this.#see(lateAlert(opening));
    this.#tellAsked(opening, answer);
    if (answer.opens && connection) {
      await this.#use(connection, answer);
    } else {
      hangUp(connection);
      await this.#contrast(answer);
    }
  }

  /** What was passed on the way to the server. */
  #tellWay(linked: Linked): void {
    const { proxy } = linked.times;
    if (proxy !== undefined) {
      this.#see({ proxy: { outcome: 'formed', status: 200 } });
      this.#tell({ name: 'proxy', ok: true, ms: proxy, detail: 'the proxy has opened a tunnel' });
    }
    if (linked.ok) return;
    const { phase, failure, isLate } = linked;
    const isProxied = this.#options.proxy !== undefined || this.#options.proxyFromEnvironment;
    if (!isProxied || phase === 'tls') return;
    const status = failure.status ?? null;
    const outcome = phase !== 'proxy' ? 'unreachable' : status === null || isLate ? 'silent' : 'refused';
    this.#see({ proxy: { outcome, status } });
    this.#tell({ name: 'proxy', ok: false, ms: 0, detail: failure.message });
  }

  #tellAsked(seen: ExchangeSeen, answer: AnswerRead, contrast?: string, isUpgrade = true): void {
    const { ms, request, reply } = seen;
    const detail = describeAnswer(answer, seen);
    const ok = isUpgrade ? answer.opens : answer.reply !== null;
    const said = contrast === undefined ? detail : `the same ${contrast}: ${detail}`;
    const octets = { request, response: reply };
    this.#tell({
      name: 'upgrade',
      ok,
      ms,
      detail: said,
      ...octets,
      ...(contrast === undefined ? {} : { contrast }),
    });
  }

  /** Sends one variation over a connection of its own. */
  async #try(variation: Variation, change: string): Promise<{ seen: ExchangeSeen; answer: AnswerRead }> {
    const linked = await this.#link.open(this.#addresses, this.#timeout);
    const { seen, connection } = await ask(
      linked,
      writeRequest(this.#uri, variation, drawKey()),
      Math.min(this.#timeout, soon),
    );
    hangUp(connection);
    const answer = readAnswer(seen, sha1);
    this.#tellAsked(seen, answer, change, variation.isUpgrade);
    return { seen, answer };
  }

  /** Changes one thing at a time until one of them opens, or what it is has been told. */
  async #contrast(answer: AnswerRead): Promise<void> {
    if (this.#isTold(answer)) return;
    for (const { name, change, variation } of planContrasts(this.#uri, this.#asked, answer)) {
      if (!this.#link.hasMore) return;
      const { seen: exchange, answer: other } = await this.#try(variation, change);
      const contrasts: readonly ContrastSeen[] = [
        ...(this.#seen.contrasts ?? []),
        { name, change, exchange },
      ];
      this.#see({ contrasts });
      if (other.opens && variation.isUpgrade) return;
    }
  }

  /** Whether the answer itself tells what is wrong, so that no change would tell more. */
  #isTold({ reply, guard }: AnswerRead): boolean {
    const told = this.diagnoses[0];
    const isSwitch = reply?.status === 101 && guard !== null;
    const isOfWay = told?.where === 'tls' || told?.where === 'network';
    return isSwitch || (told?.confidence === 'certain' && (isOfWay || told.id === 'server/not-http'));
  }

  get diagnoses(): readonly Diagnosis[] {
    return diagnoseFailure(this.#seen, hashes);
  }

  /** What an open connection is good for, and what opens beside it. */
  async #use(
    connection: NonNullable<Awaited<ReturnType<typeof ask>>['connection']>,
    answer: AnswerRead,
  ): Promise<void> {
    const { send = null, idle } = this.#options;
    const ms = Math.min(this.#timeout, soon);
    const spoken = await timed(() => speak(connection, answer, send, ms));
    const { webSocket, seen, isOpen } = spoken.value;
    this.#see({ frames: seen });
    this.#tell({ name: 'frames', ok: seen.pong, ms: spoken.ms, detail: describeFrames(seen) });
    if (!isOpen || !seen.pong) {
      webSocket.terminate();
      return;
    }
    const beside = await tryBeside(
      this.#uri,
      this.#asked,
      (variation, change) => this.#try(variation, change),
      {
        link: this.#link,
        addresses: this.#addresses,
        ms,
      },
    );
    this.#see({ frames: { ...seen, ...beside.frames }, contrasts: beside.contrasts });
    if (idle === undefined) {
      webSocket.close(1000);
      webSocket.once('close', () => {});
      setTimeout(() => webSocket.terminate(), 250).unref();
      return;
    }
    const left = await timed(() => stayIdle(webSocket, idle * 1000, () => this.#again()));
    this.#see({ idle: left.value });
    const { endedAfter } = left.value;
    const detail =
      endedAfter === null ? `open after ${idle} s` : `ended after ${(endedAfter / 1000).toFixed(1)} s`;
    this.#tell({ name: 'idle', ok: endedAfter === null, ms: left.ms, detail });
  }

  /** Another open connection, for pings. */
  async #again() {
    const linked = await this.#link.open(this.#addresses, this.#timeout);
    const { seen, connection } = await ask(
      linked,
      writeRequest(this.#uri, this.#asked, drawKey()),
      this.#timeout,
    );
    const answer = readAnswer(seen, sha1);
    if (!answer.opens || !connection) return null;
    return (await speak(connection, answer, null, Math.min(this.#timeout, soon))).webSocket;
  }
}

function describeFrames({ pong, close, isEnded, isHttp, fault }: FramesSeen): string {
  if (isHttp) return 'HTTP came behind the 101';
  if (fault !== null) return fault;
  if (close) return `Close ${close.code ?? 'without a code'} ${close.reason}`.trim();
  if (isEnded) return 'the connection was ended without Close';
  return pong ? 'a ping was answered' : 'a ping was not answered';
}

/** An alert of TLS 1.3 comes behind the handshake of the client. */
function lateAlert({ error = '' }: ExchangeSeen): Partial<Observation> {
  return {
    tls: {
      guard: 'handshakeFailed',
      problem: `the server refused behind the handshake of TLS: ${error}`,
      code: error,
    },
  };
}

async function timed<T>(run: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const startedAt = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startedAt };
}
