import { createServer, type Server, type Socket } from 'node:net';
import { sha1 } from '../../src/sha1.ts';
import { computeAccept } from '../../src/wire/index.ts';

/** What a server that somebody wrote by hand reads of a request. */
export interface Opening {
  /** The value of a field; undefined where it is absent. */
  field(name: string): string | undefined;
  /** Value of Sec-WebSocket-Key. */
  readonly key: string;
  /** The accept value that belongs to it. */
  readonly accept: string;
}

/** Who calls these servers by another protocol is answered as by one that knows nothing but openings. */
const badRequest = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * A server without any library: it reads a head, takes the key out of it, and answers. What has no key is refused by 400;
 * what follows the head is read, and no more.
 */
export function answerOpenings(answer: (opening: Opening, socket: Socket) => void): Server {
  return answerHeads((head, socket) => {
    const field = (name: string) => new RegExp(`^${name}:[ \t]*(.*?)[ \t]*$`, 'im').exec(head)?.[1];
    const key = field('Sec-WebSocket-Key');
    if (key === undefined) socket.end(badRequest);
    else answer({ field, key, accept: computeAccept(key, sha1) }, socket);
  });
}

/** The same for servers that answer whatever comes, once for each connection. */
export function answerHeads(answer: (head: string, socket: Socket) => void): Server {
  return createServer((socket) => {
    let head = '';
    const read = (octets: Buffer) => {
      head += octets.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', read).resume();
      answer(head, socket);
    };
    socket.on('error', () => {}).on('data', read);
  });
}

/** The lines of a 101 by the book. */
export function rightLines({ accept }: Opening): readonly string[] {
  return ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`];
}

export function writeReply(statusLine: string, lines: readonly string[], body = ''): string {
  return `${[statusLine, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

/** A server that switches with these field lines, and then reads on. */
export function switchWith(lines: (opening: Opening) => readonly string[]): Server {
  return answerOpenings((opening, socket) => {
    socket.write(writeReply('HTTP/1.1 101 Switching Protocols', lines(opening)));
  });
}

/** The same by the book, and what it does then. */
export function switchThen(act: (socket: Socket) => void, lines = rightLines): Server {
  return answerOpenings((opening, socket) => {
    socket.write(writeReply('HTTP/1.1 101 Switching Protocols', lines(opening)));
    act(socket);
  });
}
