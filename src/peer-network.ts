import { isIPv6, type Socket } from 'node:net';

/** An address, or the network of 64 bits that one household or host has in IPv6: whose connections are counted together. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^.*:/, '');
  const [head = '', tail] = address.split('::');
  const start = head.split(':');
  const end = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = Math.max(0, 8 - start.length - end.length);
  return [...start, ...Array<string>(tail === undefined ? 0 : zeros).fill('0'), ...end].slice(0, 4).join(':');
}

/** Whether an address is of this machine alone. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** What tells a connection from all others: Node's events give the one of TCP, or the one of TLS on top of it. */
export function nameOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
