import { type Behaviour, elementsOf, type Request } from './server.ts';

export const is101 = (reply: string) => reply.startsWith('HTTP/1.1 101');

/** Changes what is in each 101. */
export const in101 = (from: string | RegExp, to: string): Behaviour => ({
  says: (reply) => (is101(reply) ? reply.replace(from, to) : reply),
});

export const add = (line: string) => in101('\r\n\r\n', `\r\n${line}\r\n\r\n`);

/** Adds a line to the 101 to a request that asks for one; null where it does not. */
export const addFor = (lineOf: (request: Request) => string | null): Behaviour => ({
  says: (reply, _, request) => {
    const line = request !== null && is101(reply) ? lineOf(request) : null;
    return line === null ? reply : reply.replace('\r\n\r\n', `\r\n${line}\r\n\r\n`);
  },
});

/** Chooses `chat`, whatever is offered. */
export const chooseChat = in101(
  /\r\n(Sec-WebSocket-Protocol: .*\r\n)?\r\n$/,
  '\r\nSec-WebSocket-Protocol: chat\r\n\r\n',
);

/** Chooses a subprotocol where one name alone is offered. */
export const choose = (offered: string, chosen: string) =>
  addFor(({ values }) =>
    values('sec-websocket-protocol').join() === offered ? `Sec-WebSocket-Protocol: ${chosen}` : null,
  );

/** Answers permessage-deflate where a list, read by commas alone, has it. */
export const answerDeflate = (extensions: string) =>
  addFor(({ values }) =>
    elementsOf(values('sec-websocket-extensions')).includes('permessage-deflate')
      ? `Sec-WebSocket-Extensions: ${extensions}`
      : null,
  );

/** Reads a head as if it were another. */
export const read = (from: string | RegExp, to: string): Behaviour => ({
  reads: (head) => head.replace(from, to),
});

export const refuse = (pattern: RegExp): Behaviour => ({ demands: (head) => !pattern.test(head) });
