import { drawKey } from '../client/nonce.ts';
import { type ConnectOutcome, type Http2Seen, isForbidden, readAnswer } from '../diagnosis/index.ts';
import { sha1 } from '../sha1.ts';
import { buildReply, computeAccept, encodeLatin1, type NewField, type WebSocketUri } from '../wire/index.ts';
import { maySend, patienceFor } from './change.ts';
import { sendsCredential } from './contrast.ts';
import { probeHttp2 } from './http2.ts';
import { isBrowser } from './profile.ts';
import { timed } from './record.ts';
import { listOpening, type Variation, writeRequest } from './request.ts';
import type { ExaminedTarget } from './target.ts';

/**
 * Sends the same opening by an extended CONNECT, over one connection, where the server has announced that it takes them:
 * browsers that hold a connection of HTTP/2 do it so. Where it fails, it is sent once more as it was asked for, since it may
 * fail by chance.
 *
 * @param variation as it is sent first
 * @see RFC 8441 §5
 */
export async function tryExtendedConnect(target: ExaminedTarget, variation: Variation): Promise<void> {
  const { uri, asked, record } = target;
  await seeLate(target);
  const { http2 } = record.seen;
  if (!http2?.isConnectAnnounced || !maySend(target, asked)) return;
  const isOther = variation !== asked;
  const ms = patienceFor(target);
  const first = await sendConnect(target, variation, isOther ? `${change} ${asBrowser}` : change, ms);
  if (first === null) return;
  const { tried, isLimited } = first;
  record.see({ http2: { ...http2, ...tried } });
  const { outcome, status } = tried;
  const isRefused = isForbidden(status);
  record.isCredentialRefused ||= isRefused && sendsCredential(uri, asked);
  if (outcome === 'opened') return;
  const told = `an ${connect}${isOther ? ` ${asBrowser}` : ''}: ${tell(tried)}`;
  const see = (doubt: string) => record.see({ http2: { ...http2, ...tried, doubt: `${told}, ${doubt}` } });
  if (!maySend(target, asked)) {
    const why = record.isCredentialRefused
      ? 'and a credential is not sent again that was refused'
      : 'and no connection is left to send it again';
    if (isRefused || isLimited) see(why);
    else record.see({ isTriedOnce: true });
    return;
  }
  const isSilent = outcome === 'silent';
  const again = await sendConnect(target, asked, `${change}, again`, isSilent ? target.timeout : ms);
  if (again?.tried.outcome === 'opened') {
    // What opens otherwise is kept; what opens in the same way may fail by chance.
    const isOtherwise = isOther || isSilent;
    const how = isSilent ? 'and is waited for longer' : 'without them';
    const seen = isOtherwise
      ? { doubt: `${told}, but it opens when it is sent again ${how}` }
      : { opensAgain: true };
    const kept = isOtherwise || isLimited ? again.tried : tried;
    record.see({ http2: { ...http2, ...kept, ...(isLimited ? {} : seen) } });
  } else if (isLimited || again?.isLimited) {
    // One connection more may be one too many.
    see(`and ${again ? tell(again.tried) : 'nothing'} when it is sent again`);
  }
}

const asBrowser = 'with the header fields of Chromium';

function tell({ outcome, status }: Pick<Http2Seen, 'status' | 'outcome'>): string {
  return outcome === undefined ? 'no reply' : describe(outcome, status);
}

/** Sees whether it was announced meanwhile. */
async function seeLate({ http2: watch, record }: ExaminedTarget): Promise<void> {
  const { value, ms } = await timed(async () => watch?.end());
  const { http2 } = record.seen;
  if (!value || !http2 || http2.isConnectAnnounced) return;
  record.see({ http2: { ...http2, isConnectAnnounced: true } });
  record.tell({
    name: 'tls',
    ok: true,
    ms,
    detail: 'the server announces extended CONNECT in later settings',
  });
}

/** Sends one, waits for its reply, and tells what came of it; null where none could be sent. */
async function sendConnect(
  target: ExaminedTarget,
  variation: Variation,
  contrast: string,
  ms: number,
): Promise<{
  readonly tried: Pick<Http2Seen, 'status' | 'outcome' | 'fault'>;
  /** Whether it was refused for a while. */
  readonly isLimited: boolean;
} | null> {
  const { uri, options, link, record, addresses, asked } = target;
  const { host, port, authority } = uri;
  const [address = host] = addresses ?? [];
  const probe = await probeHttp2({
    host,
    address,
    dial: () => link.dial(addresses, ms),
    port,
    authority,
    open: true,
    isAnnounced: true,
    path: asked.target,
    fields: listOpening(uri, variation, ''),
    tls: options.tls ?? {},
    timeout: ms,
  });
  const { status, fields } = probe;
  link.count(probe.connections);
  if (probe.outcome === undefined) return null;
  const fault = probe.opened ? findFault(uri, variation, fields, isBrowser(asked.profile)) : null;
  const outcome = fault === null ? probe.outcome : 'wrong';
  record.tell({
    name: 'upgrade',
    ok: outcome === 'opened',
    ms: probe.ms,
    contrast,
    detail: `the same request ${contrast}: ${fault === null ? describe(probe.outcome, status) : `${status} ${fault}`}`,
  });
  const isLater = status === 503 && fields.some(([name]) => name === 'retry-after');
  const isLimited = status === 429 || isLater;
  return { tried: { status, outcome, ...(fault === null ? {} : { fault }) }, isLimited };
}

/**
 * What a client must not accept of a reply: it is judged as a 101 would be that has the same fields; null where there is
 * nothing.
 *
 * @see RFC 8441 §5, by which subprotocols and extensions are negotiated as in RFC 6455
 */
function findFault(
  uri: WebSocketUri,
  asked: Variation,
  fields: readonly NewField[],
  isForBrowser: boolean,
): string | null {
  const key = drawKey();
  const negotiated = fields.filter(([name]) => /^sec-websocket-(?:protocol|extensions)$/i.test(name));
  const standIn = buildReply({
    status: 101,
    reason: '',
    fields: [
      ['Upgrade', 'websocket'],
      ['Connection', 'Upgrade'],
      ['Sec-WebSocket-Accept', computeAccept(key, sha1)],
      ...negotiated,
    ],
  });
  if (!standIn.ok) return 'fields of the reply cannot be read';
  const exchange = { request: writeRequest(uri, asked, key), reply: encodeLatin1(standIn.text) };
  const { opens, facts } = readAnswer({ ...exchange, end: 'replied', ms: 0, unreached: null }, sha1);
  const told = negotiated.map(([name, value]) => `${name}: ${value}`).join(', ');
  if (!opens) return `with \`${told}\`, which no client accepts that has sent this request`;
  const isUnchosen = isForBrowser && facts?.subprotocol === 'noneChosen';
  return isUnchosen ? 'without a subprotocol, where browsers want one of those that they offered' : null;
}

const connect = 'extended CONNECT over HTTP/2';

const change = `by ${connect}`;

function describe(outcome: ConnectOutcome, status: number | null): string {
  switch (outcome) {
    case 'opened':
      return `${status}, and the server answered a ping`;
    case 'mute':
      return `${status}, but the server did not answer a ping`;
    case 'ended':
      return `${status}, and the server closed it again behind its pong`;
    case 'garbled':
      return `${status}, but octets that are no frames followed the pong`;
    case 'wrong':
    case 'refused':
      return String(status);
    case 'reset':
      return 'the server ended the stream without a reply';
    case 'silent':
      return 'no reply before the timeout';
  }
}
