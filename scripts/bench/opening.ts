/** What the generator sends and expects, as `process/opening.mjs` takes it. */
export interface Opening {
  /** `<key>` stands for a key. */
  readonly head: string;
  readonly status: number;
  readonly fields: readonly Grant[];
  /** Whether the client ends each connection by a reset, and not by a FIN. */
  readonly resets?: boolean;
}

/** A field that the reply has to have, and what its value begins with. */
export type Grant = readonly [name: string, value: string];

const lines = {
  request: 'GET /chat HTTP/1.1',
  host: 'Host: 127.0.0.1',
  upgrade: 'Upgrade: websocket',
  connection: 'Connection: Upgrade',
  key: 'Sec-WebSocket-Key: <key>',
  version: 'Sec-WebSocket-Version: 13',
};

/** The least that RFC 6455 asks for, with some lines replaced or left out. */
export function writeHead(
  changes: Partial<Record<keyof typeof lines, string | null>>,
  more: readonly string[] = [],
) {
  const kept = Object.values({ ...lines, ...changes }).filter((line) => line !== null);
  return `${[...kept, ...more].join('\r\n')}\r\n\r\n`;
}

const deflateOffer = 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits';
export const subprotocolGrant: Grant = ['sec-websocket-protocol', 'v2.chat'];
export const deflateGrant: Grant = ['sec-websocket-extensions', 'permessage-deflate'];

export const bare: Opening = { head: writeHead({}), status: 101, fields: [] };

export const openings: Readonly<Record<'bare' | 'bare, reset' | 'with offers' | 'as Chromium', Opening>> = {
  bare,
  'bare, reset': { ...bare, resets: true },
  'with offers': {
    head: writeHead({}, ['Sec-WebSocket-Protocol: v2.chat, v1.chat', deflateOffer]),
    status: 101,
    fields: [subprotocolGrant, deflateGrant],
  },
  'as Chromium': {
    head: `${[
      lines.request,
      lines.host,
      lines.connection,
      'Pragma: no-cache',
      'Cache-Control: no-cache',
      'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      lines.upgrade,
      'Origin: http://127.0.0.1',
      lines.version,
      'Accept-Encoding: gzip, deflate, br, zstd',
      'Accept-Language: en-US,en;q=0.9',
      lines.key,
      deflateOffer,
    ].join('\r\n')}\r\n\r\n`,
    status: 101,
    fields: [deflateGrant],
  },
};
