import type { ConnectOutcome } from '../diagnosis/index.ts';
import { soon } from './change.ts';
import { probeHttp2 } from './http2.ts';
import { listOpening } from './request.ts';
import type { ExaminedTarget } from './target.ts';

/**
 * Sends the same opening by an extended CONNECT, over one connection, where the server has announced that it takes them:
 * browsers that hold a connection of HTTP/2 do it so.
 *
 * @see RFC 8441 §5
 */
export async function tryExtendedConnect({
  uri,
  options,
  link,
  record,
  timeout,
  addresses,
  asked,
}: ExaminedTarget): Promise<void> {
  const { http2 } = record.seen;
  if (!http2?.isConnectAnnounced || !link.hasMore) return;
  const { host, port, authority } = uri;
  const [address = host] = addresses ?? [];
  const ms = Math.min(timeout, soon);
  const {
    status,
    outcome,
    connections,
    ms: taken,
  } = await probeHttp2({
    host,
    address,
    dial: () => link.dial(addresses, ms),
    port,
    authority,
    secure: true,
    open: true,
    asksAlone: false,
    path: asked.target,
    fields: listOpening(uri, asked, ''),
    tls: options.tls ?? {},
    timeout: ms,
  });
  link.count(connections);
  if (outcome === undefined) return;
  record.see({ http2: { ...http2, status, outcome } });
  record.tell({
    name: 'upgrade',
    ok: outcome === 'opened',
    ms: taken,
    contrast: change,
    detail: `the same request ${change}: ${describe(outcome, status)}`,
  });
}

const change = 'by extended CONNECT over HTTP/2';

function describe(outcome: ConnectOutcome, status: number | null): string {
  switch (outcome) {
    case 'opened':
      return `${status}, and the server answered a ping`;
    case 'mute':
      return `${status}, but the server did not answer a ping`;
    case 'refused':
      return String(status);
    case 'reset':
      return 'the server ended the stream without a reply';
    case 'silent':
      return 'no reply before the timeout';
  }
}
