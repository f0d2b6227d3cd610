import type { RawConnection } from '../../peer/connection/raw-connection.ts';

/** Whether a connection of the client and one of the backend are the two ends of one, so that nothing lies between. */
export function isOneConnection(
  { socket: front }: RawConnection,
  { socket: served }: RawConnection,
): boolean {
  return (
    served.remotePort !== undefined &&
    front.localPort === served.remotePort &&
    front.remotePort === served.localPort &&
    plain(front.localAddress) === plain(served.remoteAddress) &&
    plain(front.remoteAddress) === plain(served.localAddress)
  );
}

/** An address of IPv4 as itself, where a socket of IPv6 gives it. */
function plain(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:/, '');
}
