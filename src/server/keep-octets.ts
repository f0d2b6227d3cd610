import type { Socket } from 'node:net';

/** Takes what the peer sends while it is waited for somebody else, up to a limit; then it has to wait too. */
export function keepOctets(socket: Socket, limit: number, onOctets: (octets: Buffer) => void): () => void {
  let kept = 0;
  const take = () => {
    for (let chunk = kept < limit ? socket.read() : null; chunk !== null; ) {
      kept += chunk.length;
      onOctets(chunk);
      chunk = kept < limit ? socket.read() : null;
    }
    if (kept >= limit) socket.off('readable', take);
  };
  socket.on('readable', take);
  return () => socket.off('readable', take);
}
