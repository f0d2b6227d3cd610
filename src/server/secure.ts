import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket, type TlsOptions } from 'node:tls';
import { nameOf } from '../peer-network.ts';
import type { Settings } from './option.ts';
import { describeTlsFailure, tlsProblems } from './outcome.ts';
import type { Registry } from './registry.ts';
import type { Arrival } from './session-state.ts';

/** A connection whose TLS handshake is under way. */
interface Securing {
  /** It is complete: the place in the registry is somebody else's now. */
  readonly secured: () => Arrival;
  readonly fail: (problem: string) => void;
}

/**
 * Secures connections. Each has its place in the registry from its arrival, and its deadline runs from then; one
 * that cannot be secured is told of, and closed.
 *
 * @throws what Node says of a bad key, certificate or option
 * @see RFC 7301 §3.2 (ALPN), RFC 8996 (no TLS below 1.2)
 */
export function serveSecured(
  options: TlsOptions,
  { clock, deadline, policy, onOutcome }: Settings,
  registry: Registry,
  play: (socket: TLSSocket, arrival: Arrival) => void,
): Server {
  const all = new Map<string, Securing>();
  const enter = (socket: Socket): void => {
    const name = nameOf(socket);
    const peer = { address: socket.remoteAddress, port: socket.remotePort };
    const place = registry.enter(socket);
    const arrivedAt = clock.now();
    const stopTimer = clock.after(deadline, () => fail('the TLS handshake was not complete in time'));
    const gone = () => fail('the connection ended before the TLS handshake was complete');
    const stop = () => {
      stopTimer();
      socket.off('close', gone);
      if (all.get(name) === securing) all.delete(name);
    };
    const fail = (problem: string) => {
      stop();
      place.decided();
      onOutcome?.(describeTlsFailure(problem, policy, peer, clock.now() - arrivedAt));
      socket.destroy();
      place.settled();
    };
    const secured = () => {
      stop();
      return { place, arrivedAt, read: null };
    };
    const securing: Securing = { secured, fail };
    all.set(name, securing);
    socket.once('close', gone);
    place.giveWay = () => fail('others needed the place of its TLS handshake');
    if (!place.admitted && registry.isCrowded()) fail('too many connections are under way');
  };
  return createServer(
    {
      ...options,
      minVersion: options.minVersion === 'TLSv1.3' ? 'TLSv1.3' : 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      // Half-open is for what is secured: whoever ends during TLS is gone.
      allowHalfOpen: false,
      noDelay: true,
    },
    (socket) => {
      const place = all.get(nameOf(socket))?.secured();
      if (!place) {
        socket.destroy();
        return;
      }
      socket.allowHalfOpen = true;
      play(socket, place);
    },
  )
    .on('connection', enter)
    .on('tlsClientError', (error: NodeJS.ErrnoException & { readonly reason?: string }, socket) => {
      all.get(nameOf(socket))?.fail(tlsProblems.get(error.code) ?? error.reason ?? error.message);
      socket.destroy();
    });
}
