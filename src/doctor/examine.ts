import { drawKey } from '../client/nonce.ts';
import { chooseProxy } from '../client/proxy.ts';
import { type Asked, type Observation, readAnswer } from '../diagnosis/index.ts';
import { sha1 } from '../sha1.ts';
import { leaveInterrupted, unlessAborted } from '../verify/run/interruption.ts';
import type { WebSocketUri } from '../wire/index.ts';
import { findAddresses, tryAddress } from './address.ts';
import { switchAgain } from './again.ts';
import { readInput } from './asked.ts';
import { askBeside, changeOneByOne } from './change.ts';
import { isRefusedCredential } from './contrast.ts';
import { ask, hangUp } from './exchange.ts';
import { tryExtendedConnect } from './extended-connect.ts';
import { Link, type Linked } from './link.ts';
import type { DoctorOptions, Step } from './option.ts';
import { Record, timed } from './record.ts';
import { type Variation, writeRequest } from './request.ts';
import { watchSilence } from './silence.ts';
import type { ExaminedTarget, Reaching } from './target.ts';
import { inspectTls } from './tls.ts';
import { useConnection } from './use.ts';

/** What is known of one target. */
export interface Examination {
  readonly observation: Observation;
  readonly steps: readonly Step[];
  /** Connections that were made. */
  readonly connections: number;
}

/** Milliseconds that an answer is waited for where nothing else is said. */
const patience = 10_000;

/**
 * Examines one target step by step: its addresses, the way to it, the opening as it was asked for, and then what tells
 * causes apart.
 *
 * @param onStep told each step when it ends
 * @throws HandshakeError of phase `input` where the options are of no use
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
  const { signal } = options;
  const record = new Record(url, read.asked, (step) => signal?.aborted || onStep(step));
  const link = new Link(url, options);
  const timeout = options.timeout ?? patience;
  const uri = { ...read.uri, authority: options.authority ?? read.uri.authority };
  const target = { uri, options, link, record, timeout };
  const work = async () => {
    const addresses = await reachAddresses(target);
    if (addresses !== 'none')
      await open({ ...target, addresses, asked: varyAsked(uri, read.asked, options) });
  };
  await unlessAborted(signal, work).catch(leaveInterrupted);
  return { observation: record.seen, steps: [...record.steps], connections: link.made };
}

function varyAsked({ resourceName }: WebSocketUri, asked: Asked, options: DoctorOptions): Variation {
  const { as = null, permessageDeflate = as !== null, headers = [] } = options;
  const { origin, subprotocols } = asked;
  return {
    target: resourceName,
    origin,
    subprotocols,
    headers,
    isDeflateOffered: permessageDeflate,
    profile: as,
    connection: null,
    isUpgrade: true,
  };
}

/** Names and addresses: those that take connections; through a proxy they are its business. */
async function reachAddresses({
  uri,
  options,
  link,
  record,
  timeout,
}: Reaching): Promise<ExaminedTarget['addresses'] | 'none'> {
  if (isProxied(uri, options)) return null;
  const { host, port } = uri;
  const { value: found, ms } = await timed(() => findAddresses(host));
  record.tell({
    name: 'dns',
    ok: found.ok,
    ms,
    detail: found.ok ? found.addresses.join(', ') : found.problem,
  });
  if (!found.ok) {
    record.see({ unknownName: found.problem });
    return 'none';
  }
  // Where each connection counts, the opening is more than what shows which of the addresses take any.
  if (found.addresses.length >= link.left) return found.addresses;
  const tried = await timed(() =>
    Promise.all(found.addresses.map((address) => tryAddress(address, port, timeout))),
  );
  const addresses = tried.value;
  link.count(addresses.length);
  record.see({ addresses });
  const open = addresses.filter(({ outcome }) => outcome === 'open').map(({ address }) => address);
  const detail = addresses.map(({ address, outcome }) => `${address} port ${port}: ${outcome}`).join(', ');
  record.tell({ name: 'tcp', ok: open.length === addresses.length, ms: tried.ms, detail });
  return open.length > 0 ? open : 'none';
}

function isProxied(uri: WebSocketUri, options: DoctorOptions): boolean {
  return chooseProxy(uri, options) !== null;
}

/** The opening as it was asked for, and what follows from how it is answered. */
async function open(target: ExaminedTarget): Promise<void> {
  const { uri, options, link, record, timeout, addresses } = target;
  const linked = await link.open(addresses, timeout);
  tellWay(linked, target);
  const inspected = await inspectTls(linked, uri, link, addresses, options);
  record.see(inspected.seen);
  if (inspected.step) record.tell(inspected.step);
  if (!linked.ok) return;
  const { http2 } = inspected;
  await sendOpening({ ...target, ...(http2 ? { http2 } : {}) }, linked).finally(http2?.end);
}

async function sendOpening(target: ExaminedTarget, linked: Extract<Linked, { ok: true }>): Promise<void> {
  const { uri, link, record, timeout, addresses, asked } = target;
  const silence = watchSilence(uri, link, addresses, timeout);
  const beside = askBeside(target);
  const {
    seen: opening,
    connection,
    headEnd,
  } = await ask(linked, writeRequest(uri, asked, drawKey()), timeout);
  const unasked = await silence.end(opening.reply.length === 0 && !isAlert(opening.error));
  record.see({
    opening,
    ...unasked,
    ...(isAlert(opening.error) ? { tls: lateAlert(opening.error ?? '') } : {}),
  });
  const answer = readAnswer(opening, sha1);
  record.tellAsked(opening, answer);
  await beside.end(opening.end === 'late');
  let lasted = 0;
  if (answer.opens && connection) lasted = await useConnection(target, connection, answer, headEnd);
  else {
    hangUp(connection);
    record.isCredentialRefused ||= isRefusedCredential(uri, asked, answer);
    await tryExtendedConnect(target, asked);
    await changeOneByOne(target, answer);
  }
  await switchAgain(target, lasted);
}

/** Whether the error of a connection is an alert of TLS, which in TLS 1.3 may come behind the client's handshake. */
function isAlert(error = ''): boolean {
  return /^ERR_SSL_.*ALERT|CERTIFICATE_REQUIRED/.test(error);
}

function lateAlert(code: string): NonNullable<Observation['tls']> {
  return { guard: 'handshakeFailed', problem: `the server ended TLS after the handshake: ${code}`, code };
}

/** What was passed on the way to the server, or has not let it pass. */
function tellWay(linked: Linked, { uri, options, record }: ExaminedTarget): void {
  const { proxy } = linked.times;
  if (proxy !== undefined) {
    record.see({ proxy: { outcome: 'formed', status: 200 } });
    record.tell({ name: 'proxy', ok: true, ms: proxy, detail: 'the proxy opened a tunnel' });
  }
  if (linked.ok || linked.phase === 'tls') return;
  const { phase, failure, isLate } = linked;
  if (!isProxied(uri, options)) {
    // The address has just taken a connection.
    record.see({ closesUnasked: true });
    record.tell({ name: 'tcp', ok: false, ms: 0, detail: failure.message });
    return;
  }
  const status = failure.status ?? null;
  const outcome = phase !== 'proxy' ? 'unreachable' : status === null || isLate ? 'silent' : 'refused';
  record.see({ proxy: { outcome, status } });
  record.tell({ name: 'proxy', ok: false, ms: 0, detail: failure.message });
}
