import type { Socket } from 'node:net';
import { connectionClauses } from '../../models/lifecycles/connection.ts';
import { type Dialled, dial } from './dial.ts';
import type { Ending } from './ending.ts';
import type { Phase, Setback } from './handshake-error.ts';
import type { Prepared } from './prepare.ts';
import type { TunnelReader } from './reply-reader.ts';
import { secure } from './secure.ts';
import type { Timeline } from './timeline.ts';
import { openTunnel } from './tunnel.ts';

export interface ReachOptions {
  readonly prepared: Prepared;
  readonly lookup: ((host: string) => Promise<readonly string[]>) | undefined;
  /** Reads what a proxy replies; null where there is none. */
  readonly tunnelReader: TunnelReader | null;
  /** Comes when nobody waits for the connection any more. */
  readonly ending: Ending;
  /** Told what begins, and what is done. */
  readonly onPhase: (phase: Phase) => void;
  readonly onDone: (phase: keyof Timeline) => void;
}

/** What the opening can be sent through; `leaveQueue` lets the next handshake with this address begin. */
export type Reached =
  | { readonly ok: true; readonly socket: Socket; readonly leaveQueue: () => void }
  | Setback;

/**
 * Reaches the server: TCP, the tunnel through a proxy, TLS, each only once the one before is done. Where one of
 * them leads nowhere, nothing is left of those before.
 *
 * @see RFC 6455 §4.1, steps 2 to 5
 */
export async function reach(options: ReachOptions): Promise<Reached> {
  const { prepared, lookup, ending, onPhase, onDone } = options;
  const { uri, proxy } = prepared;
  const dialled = await dial({
    host: proxy?.host ?? uri.host,
    port: proxy?.port ?? uri.port,
    destination: proxy ? uri : null,
    lookup,
    ending,
    onPhase,
    onDone,
  });
  if (!dialled.ok) return describe(dialled, prepared);
  onDone('tcp');
  const passed = await pass(dialled.socket, options);
  if (passed.ok) return { ok: true, socket: passed.socket, leaveQueue: dialled.leaveQueue };
  dialled.socket.destroy();
  dialled.leaveQueue();
  return passed;
}

/** From a TCP connection to what the opening is sent through. */
async function pass(
  tcp: Socket,
  { prepared, tunnelReader: reader, ending, onPhase, onDone }: ReachOptions,
): Promise<{ readonly ok: true; readonly socket: Socket } | Setback> {
  const { uri, tls, proxy } = prepared;
  let socket = tcp;
  if (proxy && reader) {
    onPhase('proxy');
    if (proxy.tls) {
      const secured = await secure({ socket, peer: 'proxy', host: proxy.host, settings: proxy.tls, ending });
      if (!secured.ok) return secured;
      socket = secured.socket;
    }
    const tunnel = await openTunnel({ socket, request: proxy.text, reader, ending });
    if (!tunnel.ok) return tunnel;
    onDone('proxy');
  }
  if (tls) {
    onPhase('tls');
    const secured = await secure({ socket, peer: 'server', host: uri.host, settings: tls, ending });
    if (!secured.ok) return secured;
    socket = secured.socket;
    onDone('tls');
  }
  return { ok: true, socket };
}

function describe({ phase, cause }: Exclude<Dialled, { ok: true }>, { uri, proxy }: Prepared): Setback {
  const { host, port } = proxy ?? uri;
  const message =
    phase === 'dns'
      ? `the host ${host}${proxy ? ' of the proxy' : ''} cannot be resolved`
      : `no TCP connection to ${proxy ? 'the proxy ' : ''}${host}:${port}`;
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  const clause = connectionClauses.CONNECT_FAILED;
  return { ok: false, event: 'CONNECT_FAILED', failure: { clause, phase, message: message + why, cause } };
}
