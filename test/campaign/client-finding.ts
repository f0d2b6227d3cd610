import type { ClauseId } from '../../models/clauses.ts';

/** One defect of a client: how it weighs, its clause, the others that it breaks, and what the client did. */
export type ClientFinding = readonly [
  level: 'MUST' | 'SHOULD',
  clause: ClauseId,
  also: readonly ClauseId[],
  deed: string,
];

/** What was found on a client, and the version of it that was there. */
export interface ClientFindings {
  readonly version: string;
  readonly findings: readonly ClientFinding[];
}

/**
 * What `verify client` finds on each client of the recipes by what is written down, whatever the seed is; written by
 * `scripts/make-findings.mjs`.
 */
export const clientFindings: Readonly<Record<string, ClientFindings>> = {
  ws: {
    version: '8.23.0',
    findings: [
      [
        'SHOULD',
        'rfc6455/4.1/one-connecting',
        [],
        'Sends a second opening before the reply to the first, where one at a time is due, on two connections that are asked for at once',
      ],
      [
        'MUST',
        'rfc7692/5/answered-twice',
        [],
        'Opens on `Sec-WebSocket-Extensions: permessage-deflate, permessage-deflate`',
      ],
      [
        'MUST',
        'rfc7692/7/answer-parameter-invalid',
        [],
        'Opens on `Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=012`',
      ],
      [
        'SHOULD',
        'rfc9110/7.2/host-first',
        [],
        'Sends Sec-WebSocket-Version, where Host as the first field is due',
      ],
      ['SHOULD', 'rfc9112/2.3/reply-version', ['rfc6455/4.2.2/reply-http11'], 'Opens on `HTTP/2.0 101 x`'],
      [
        'SHOULD',
        'rfc9112/5.1/reply-surrounding-space',
        [],
        'Fails on `Upgrade:\\x09 websocket\\x09` and `Connection:\\x09 Upgrade\\x09` and `Sec-WebSocket-Protocol:\\x09 chat\\x09`',
      ],
    ],
  },
  undici: {
    version: '7.30.2',
    findings: [
      [
        'SHOULD',
        'rfc6455/4.1/one-connecting',
        [],
        'Sends a second opening before the reply to the first, where one at a time is due, on two connections that are asked for at once',
      ],
      [
        'MUST',
        'rfc6455/4.1/key-fresh',
        [],
        'Sends a key again, on another connection, where a key that no other connection has is due',
      ],
      [
        'SHOULD',
        'rfc6455/4.1/reply-connection-token',
        ['rfc9110/5.6.1/reply-empty-elements'],
        'Fails on `Connection: keep-alive, Upgrade`',
      ],
      [
        'MUST',
        'rfc7692/7/answer-parameter-undefined',
        [],
        'Opens on `Sec-WebSocket-Extensions: permessage-deflate; foo`',
      ],
      [
        'MUST',
        'rfc7692/7/answer-parameter-invalid',
        [],
        'Opens on `Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=16`',
      ],
      [
        'MUST',
        'rfc7692/7/answer-parameter-repeated',
        [],
        'Opens on `Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; server_no_context_takeover`',
      ],
      ['SHOULD', 'rfc9110/15.2/interim-replies', [], 'Fails on `HTTP/1.1 100 Continue` before the 101'],
      ['SHOULD', 'rfc9112/2.3/reply-version', ['rfc6455/4.2.2/reply-http11'], 'Opens on `HTTP/2.0 101 x`'],
      [
        'SHOULD',
        'rfc9112/5.1/reply-surrounding-space',
        ['rfc6455/4.1/accept-surrounding-space'],
        'Fails on `Upgrade: websocket ` and `Connection: Upgrade ` and `Sec-WebSocket-Protocol: chat `',
      ],
    ],
  },
  websocket: {
    version: '1.0.35',
    findings: [
      [
        'SHOULD',
        'rfc6455/4.1/one-connecting',
        [],
        'Sends a second opening before the reply to the first, where one at a time is due, on two connections that are asked for at once',
      ],
      [
        'SHOULD',
        'rfc6455/4.1/reply-connection-token',
        ['rfc9110/5.6.1/reply-empty-elements'],
        'Fails on `Connection: keep-alive, Upgrade`',
      ],
      [
        'MUST',
        'rfc6455/5.1/masked-frame-closes',
        [],
        'Sends a pong, where the end of the connection is due, on a ping with a mask behind a right 101',
      ],
      [
        'MUST',
        'rfc6455/9.1/reply-extension-grammar',
        ['rfc6455/4.1/extension-offered'],
        'Opens on `Sec-WebSocket-Extensions: =[`',
      ],
      ['SHOULD', 'rfc9110/7.2/host-first', [], 'Sends Upgrade, where Host as the first field is due'],
      ['SHOULD', 'rfc9112/2.3/reply-version', ['rfc6455/4.2.2/reply-http11'], 'Opens on `HTTP/2.0 101 x`'],
      [
        'SHOULD',
        'rfc9112/5.1/reply-surrounding-space',
        [],
        'Fails on `Upgrade:\\x09 websocket\\x09` and `Connection:\\x09 Upgrade\\x09` and `Sec-WebSocket-Protocol:\\x09 chat\\x09`',
      ],
    ],
  },
  'faye-websocket': {
    version: '0.11.4',
    findings: [
      [
        'SHOULD',
        'rfc6455/4.1/one-connecting',
        [],
        'Sends a second opening before the reply to the first, where one at a time is due, on two connections that are asked for at once',
      ],
      [
        'SHOULD',
        'rfc6455/4.1/reply-connection-token',
        ['rfc9110/5.6.1/reply-empty-elements'],
        'Fails on `Connection: keep-alive, Upgrade`',
      ],
      ['SHOULD', 'rfc6455/4.2.2/subprotocol-not-empty', [], 'Opens on `Sec-WebSocket-Protocol: `'],
      [
        'MUST',
        'rfc6455/5.1/masked-frame-closes',
        [],
        'Sends a pong, where the end of the connection is due, on a ping with a mask behind a right 101',
      ],
      [
        'SHOULD',
        'rfc9110/15.2/interim-replies',
        [],
        'Fails on a right 101 behind an interim reply in a segment of its own',
      ],
      ['SHOULD', 'rfc9112/2.3/reply-version', ['rfc6455/4.2.2/reply-http11'], 'Opens on `HTTP/2.0 101 x`'],
      ['SHOULD', 'rfc9112/4/status-line', [], 'Opens on `HTTP/1.1 101x`'],
    ],
  },
  websockets: {
    version: '10.4-1',
    findings: [
      [
        'SHOULD',
        'rfc6455/4.1/one-connecting',
        [],
        'Sends a second opening before the reply to the first, where one at a time is due, on two connections that are asked for at once',
      ],
      [
        'SHOULD',
        'rfc6455/4.1/extensions-in-use',
        [],
        'Fails on `Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=8`',
      ],
      ['SHOULD', 'rfc6455/4.3/subprotocol-reply-grammar', [], 'Opens on `Sec-WebSocket-Protocol: chat,`'],
      ['SHOULD', 'rfc9110/15.2/interim-replies', [], 'Fails on `HTTP/1.1 100 Continue` before the 101'],
      ['SHOULD', 'rfc9112/4/status-line', [], 'Opens on `HTTP/1.1 0101 x`'],
      ['SHOULD', 'rfc9112/4/reason-ignored', [], 'Fails on `HTTP/1.1 101 \\xe4\\xf6`'],
    ],
  },
  aiohttp: {
    version: '3.8.4-1+deb12u2',
    findings: [
      [
        'SHOULD',
        'rfc6455/4.1/one-connecting',
        [],
        'Sends a second opening before the reply to the first, where one at a time is due, on two connections that are asked for at once',
      ],
      [
        'MUST',
        'rfc6455/4.1/key-fresh',
        [],
        'Sends a key again, on another connection, where a key that no other connection has is due',
      ],
      [
        'SHOULD',
        'rfc6455/4.1/reply-connection-token',
        ['rfc9110/5.6.1/reply-empty-elements'],
        'Fails on `Connection: keep-alive, Upgrade`',
      ],
      [
        'MUST',
        'rfc6455/4.1/accept-value',
        ['rfc6455/11.3.3/accept-once'],
        'Opens on `Sec-WebSocket-Accept: <the right value>` and `Sec-WebSocket-Accept: x`',
      ],
      [
        'MUST',
        'rfc6455/4.1/subprotocol-offered',
        [
          'rfc6455/4.2.2/subprotocol-not-empty',
          'rfc6455/4.3/subprotocol-reply-grammar',
          'rfc6455/11.3.4/subprotocol-once',
        ],
        'Opens on `Sec-WebSocket-Protocol: unoffered`',
      ],
      [
        'MUST',
        'rfc6455/5.1/masked-frame-closes',
        [],
        'Sends a pong, where the end of the connection is due, on a ping with a mask behind a right 101',
      ],
      [
        'MUST',
        'rfc6455/9.1/reply-extension-grammar',
        ['rfc6455/4.1/extension-offered'],
        'Opens on `Sec-WebSocket-Extensions: =[`',
      ],
      ['SHOULD', 'rfc9112/2.3/reply-version', ['rfc6455/4.2.2/reply-http11'], 'Opens on `HTTP/2.0 101 x`'],
      ['SHOULD', 'rfc9112/4/status-line', [], 'Opens on `HTTP/1.1 0101 x`'],
      [
        'SHOULD',
        'rfc9112/5.1/reply-surrounding-space',
        ['rfc6455/4.1/accept-surrounding-space'],
        'Fails on `Upgrade: websocket ` and `Connection: Upgrade ` and `Sec-WebSocket-Protocol: chat `',
      ],
    ],
  },
  Chromium: {
    version: '156.0.8078.79-1~deb12u1',
    findings: [
      ['SHOULD', 'rfc9110/15.2/interim-replies', [], 'Fails on `HTTP/1.1 100 Continue` before the 101'],
      ['SHOULD', 'rfc9112/2.3/reply-version', ['rfc6455/4.2.2/reply-http11'], 'Opens on `HTTP/2.0 101 x`'],
      ['SHOULD', 'rfc9112/4/status-line', [], 'Opens on `http/1.1 101 x`'],
    ],
  },
  Firefox: {
    version: '153.7.0esr-1~deb12u1',
    findings: [
      [
        'MUST',
        'rfc6455/4.1/key-fresh',
        [],
        'Sends a key again, on another connection, where a key that no other connection has is due',
      ],
      ['MUST', 'rfc6455/4.1/reply-connection-token', [], 'Opens on `Connection: keep-alive Upgrade`'],
      [
        'MUST',
        'rfc6455/4.1/accept-value',
        [],
        'Opens on `Sec-WebSocket-Accept: <the right value>` and `Sec-WebSocket-Accept: `',
      ],
      [
        'MUST',
        'rfc6455/5.1/masked-frame-closes',
        [],
        'Sends a pong, where the end of the connection is due, on a ping with a mask behind a right 101',
      ],
      [
        'MUST',
        'rfc7692/7/answer-parameter-invalid',
        [],
        'Opens on `Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=012`',
      ],
      [
        'MUST',
        'rfc7692/7.1.2.2/answer-bits-unoffered',
        [],
        'Opens on `Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=9`',
      ],
      ['SHOULD', 'rfc9112/4/status-line', [], 'Opens on `HTTP/1.10 101 x`'],
      ['MUST', 'whatwg/2.2/subprotocol-chosen', [], 'Opens on a 101 without Sec-WebSocket-Protocol'],
    ],
  },
};
