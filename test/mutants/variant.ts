import { setImmediate } from 'node:timers/promises';
import type { ClauseId } from '../../models/clauses.ts';
import type { TargetDeclaration } from '../../src/verify/judge/target.ts';
import type { VerifyServerOptions } from '../../src/verify/server/verify-server.ts';
import { add, addFor, choose, in101, is101, read, refuse } from './change-reply.ts';
import {
  allowlisted,
  authenticated,
  type Behaviour,
  type Check,
  credential,
  elementsOf,
  origins,
  type Refused,
  sendPlainly,
  strict,
} from './server.ts';

/** One thing that a server may do as it likes. */
export interface Variant {
  readonly title: string;
  readonly behaviour: Behaviour;
  readonly declared?: TargetDeclaration;
  /** What the service asks for, and no RFC: a warning. */
  readonly warned?: readonly ClauseId[];
  /** Clauses whose cases show what is warned of, if these are others. */
  readonly needs?: readonly ClauseId[];
  readonly run?: Partial<VerifyServerOptions>;
}

const refuseWith = (status: string, ...checks: readonly Refused[]): Behaviour => ({
  says: (reply, refused) =>
    refused && checks.includes(refused) ? reply.replace(/^HTTP\/1\.1 .*/, `HTTP/1.1 ${status}`) : reply,
});
const inRefusals = (from: string | RegExp, to: string): Behaviour => ({
  says: (reply) => (is101(reply) ? reply : reply.replace(from, to)),
});
/** A reply to HEAD has no content (RFC 9110 §9.3.2). */
const unlessToHead = ({ says = (reply) => reply }: Behaviour): Behaviour => ({
  says: (reply, refused, request, came) =>
    request?.method === 'HEAD' ? reply : says(reply, refused, request, came),
});

/** Faults that a text names no status for. */
const free: readonly Check[] = [
  ...(['minor', 'upgrade', 'connection', 'target', 'secured', 'content', 'key'] as const),
  ...(['subprotocols', 'extensions', 'version', 'major', 'method'] as const),
];

const takesDeflate = (answer: (parameters: readonly string[]) => string | null) =>
  addFor(({ values }) => {
    const [first] = elementsOf(values('sec-websocket-extensions'))
      .map((offer) => offer.split(';').map((part) => part.trim()))
      .filter(([name]) => name === 'permessage-deflate')
      .map(([, ...parameters]) => answer(parameters))
      .filter((each) => each !== null);
    return first === undefined ? null : `Sec-WebSocket-Extensions: ${first}`;
  });

/** Puts one space where the request line has any white space, and none around it. */
const unspace = (line: string) =>
  line
    .split(/[ \t\v\f\r]+/)
    .filter((part) => part !== '')
    .join(' ');

/** SETTINGS, by which a server of HTTP/2 begins (RFC 9113 §3.4). */
const settings = '\0\0\0\x04\0\0\0\0\0';
const toH2c = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n${settings}`;
/** Close 4406 of a server that speaks none of the subprotocols. */
const notAcceptable = '\x88\x02\x11\x36';

/** Ends the connection behind replies that end with some octets. */
const endBehind = (octets: string): Behaviour => ({
  sends: (socket, reply, refused) =>
    reply.endsWith(octets) ? void socket.end(reply, 'latin1') : sendPlainly(socket, reply, refused),
});

/** Replies that are under way at once. */
const under = { way: 0 };

/** Ways to conform, none of which may be held against a server. */
export const variants: readonly Variant[] = [
  { title: 'keeps to the letter', behaviour: {} },
  {
    title: 'refuses everything with 400',
    behaviour: refuseWith('400 Bad Request', 'upgrade', 'version', 'major'),
    warned: ['service/9/version-426'],
    needs: ['rfc6455/4.2.2/version-unsupported'],
  },
  {
    title: 'refuses with 404 where no status is named',
    behaviour: refuseWith('404 Not Found', ...free),
    warned: ['service/9/version-426'],
    needs: ['rfc6455/4.2.2/version-unsupported'],
  },
  {
    title: 'refuses with 500 where no status is named',
    behaviour: refuseWith('500 Internal Server Error', ...free),
    warned: ['service/9/version-426'],
    needs: ['rfc6455/4.2.2/version-unsupported'],
  },
  { title: 'refuses a foreign origin', behaviour: { checks: allowlisted }, declared: { origins } },
  {
    title: 'takes the first of two origins',
    behaviour: {
      checks: { origin: ({ values }) => origins.includes(values('origin')[0] ?? origins[0] ?? '') },
    },
    declared: { origins },
  },
  {
    title: 'refuses a missing credential with 401',
    behaviour: { checks: authenticated },
    declared: { auth: { in: 'field', name: 'X-Api-Key', value: credential } },
  },
  {
    title: 'refuses a missing credential with 403',
    behaviour: { checks: authenticated, ...refuseWith('403 Forbidden', 'credential') },
    declared: { auth: { in: 'field', name: 'X-Api-Key', value: credential } },
  },
  {
    title: 'refuses a credential of the query unless it is there once, and right',
    behaviour: {
      checks: {
        credential: ({ target }) => {
          const values = new URLSearchParams(target.split('?')[1] ?? '').getAll('token');
          return values.length === 1 && values[0] === credential;
        },
      },
    },
    declared: { auth: { in: 'query', name: 'token', value: credential } },
  },
  {
    title: 'chooses any subprotocol that is offered, where none was declared',
    behaviour: {
      says: (reply, _, request) => {
        const [first] = elementsOf(request?.values('sec-websocket-protocol') ?? []);
        return is101(reply) && first !== undefined
          ? reply
              .replace(/^Sec-WebSocket-Protocol: .*\r\n/m, '')
              .replace(/\r\n$/, `Sec-WebSocket-Protocol: ${first}\r\n\r\n`)
          : reply;
      },
    },
    declared: {},
  },
  {
    title: 'compares subprotocols in any letter case',
    behaviour: choose('CHAT', 'CHAT'),
  },
  {
    title: 'limits the window of a client that offers that',
    behaviour: takesDeflate((parameters) =>
      parameters.length === 1 && parameters[0] === 'client_max_window_bits'
        ? 'permessage-deflate; client_max_window_bits=12'
        : null,
    ),
  },
  {
    title: 'has reason phrases of its own',
    behaviour: { says: (reply) => reply.replace(/^(HTTP\/1\.1 \d+) .*/, '$1 So be it') },
  },
  {
    title: 'has no reason phrases',
    behaviour: { says: (reply) => reply.replace(/^(HTTP\/1\.1 \d+ ).*/, '$1') },
  },
  {
    title: 'writes field names in lower case',
    behaviour: { says: (reply) => reply.replace(/^[\w-]+:/gm, (name) => name.toLowerCase()) },
  },
  {
    title: 'writes websocket and upgrade in other letter case',
    behaviour: in101(
      'Upgrade: websocket\r\nConnection: Upgrade',
      'UPGRADE: WebSocket\r\nconnection: upgrade',
    ),
  },
  { title: 'has another order of fields', behaviour: in101(/(Upgrade: .*\r\n)([\s\S]*)\r\n$/, '$2$1\r\n') },
  { title: 'has no space behind a colon', behaviour: { says: (reply) => reply.replaceAll(': ', ':') } },
  {
    title: 'has more spaces around values',
    behaviour: { says: (reply) => reply.replace(/: (.*)\r/g, ': \t $1 \t\r') },
  },
  {
    title: 'says more in Connection',
    behaviour: in101('Connection: Upgrade', 'Connection: keep-alive, Upgrade'),
  },
  {
    title: 'sends further fields',
    behaviour: add('Server: x\r\nDate: Sat, 21 Nov 2026 08:00:00 GMT\r\nX-Frame-Options: DENY'),
  },
  { title: 'sets cookies', behaviour: add('Set-Cookie: a=b\r\nSet-Cookie: c=d; HttpOnly') },
  { title: 'lists its versions in the 101', behaviour: add('Sec-WebSocket-Version: 13') },
  {
    title: 'supports several versions, as declared',
    behaviour: {
      checks: { version: ({ values }) => /^(8|13)$/.test(values('sec-websocket-version').join()) },
      ...inRefusals('Version: 13', 'Version: 13, 8'),
    },
    declared: { versions: [13, 8] },
  },
  {
    title: 'lists several versions where it refuses one',
    behaviour: inRefusals('Version: 13', 'Version: 13, 8'),
    declared: { versions: [13, 8] },
  },
  {
    title: 'sends its replies in pieces',
    behaviour: {
      async sends(socket, reply, refused) {
        for (const line of reply.split(/(?<=\n)/)) {
          socket.write(line, 'latin1');
          await setImmediate();
        }
        if (refused) socket.end();
      },
    },
  },
  {
    title: 'sends its replies in small pieces, and each octet of a line end by itself',
    behaviour: {
      async sends(socket, reply, refused) {
        // Between two pieces there is a turn of the event loop, which others have filled.
        for (const [piece] of reply.matchAll(/[\r\n]|[^\r\n]{1,16}/g)) {
          socket.write(piece, 'latin1');
          await setImmediate();
        }
        if (refused) socket.end();
      },
    },
  },
  { title: 'sends a 100 before the 101', behaviour: in101(/^/, 'HTTP/1.1 100 Continue\r\n\r\n') },
  {
    title: 'sends a 100 only to those who expect it',
    behaviour: {
      says: (reply, _, request) =>
        request?.values('expect').length && is101(reply) ? `HTTP/1.1 100 Continue\r\n\r\n${reply}` : reply,
    },
  },
  {
    title: 'sends early hints before the 101',
    behaviour: in101(/^/, 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'),
  },
  { title: 'sends a text frame right behind the 101', behaviour: in101(/$/, '\x81\x02hi') },
  { title: 'sends a ping right behind the 101', behaviour: in101(/$/, '\x89\x00') },
  {
    title: 'sends a long frame right behind the 101',
    behaviour: in101(/$/, `\x82\x7e\x01\x00${'\x8a'.repeat(256)}`),
  },
  { title: 'sends a frame in fragments right behind the 101', behaviour: in101(/$/, '\x01\x01a\x80\x01b') },
  {
    title: 'compresses without being told how',
    behaviour: takesDeflate((parameters) => (parameters.length === 0 ? 'permessage-deflate' : null)),
  },
  {
    title: 'compresses as the client hints',
    behaviour: takesDeflate((parameters) => {
      if (
        parameters.some(
          (each) => !/^(client_max_window_bits(=1[0-5])?|(client|server)_no_context_takeover)$/.test(each),
        )
      )
        return null;
      if (new Set(parameters.map((each) => each.replace(/=.*/, ''))).size < parameters.length) return null;
      return [
        'permessage-deflate',
        ...parameters.map((each) => each.replace(/^(client_max_window_bits).*/, '$1=12')),
      ].join('; ');
    }),
  },
  {
    title: 'compresses with a smaller window than offered',
    behaviour: takesDeflate((parameters) => {
      const [only = '', ...more] = parameters;
      return more.length === 0 && /^server_max_window_bits=(9|1[0-5])$/.test(only)
        ? 'permessage-deflate; server_max_window_bits=9'
        : null;
    }),
  },
  {
    title: 'compresses without context takeover, whether asked or not',
    behaviour: takesDeflate((parameters) =>
      parameters.length === 0
        ? 'permessage-deflate; server_no_context_takeover; client_no_context_takeover'
        : null,
    ),
  },
  {
    title: 'ends the connection without a reply on malformed HTTP',
    behaviour: {
      sends: (socket, reply, refused) =>
        refused === 'lines' ? void socket.end() : sendPlainly(socket, reply, refused),
    },
  },
  {
    title: 'resets the connection on malformed HTTP',
    behaviour: {
      sends: (socket, reply, refused) =>
        refused === 'lines' ? void socket.resetAndDestroy() : sendPlainly(socket, reply, refused),
    },
  },
  {
    title: 'ends every connection that it refuses without a reply',
    warned: ['rfc6455/4.2.1/error-status'],
    behaviour: {
      sends: (socket, reply, refused) => (refused ? void socket.end() : sendPlainly(socket, reply, refused)),
    },
  },
  {
    title: 'leaves the connection open after a refusal',
    behaviour: {
      ...inRefusals('Connection: close\r\n', ''),
      sends: (socket, reply) => void socket.write(reply, 'latin1'),
    },
  },
  {
    title: 'sends content with a refusal, in chunks',
    behaviour: unlessToHead(
      inRefusals(
        /Content-Length: 0\r\n([\s\S]*)/,
        'Transfer-Encoding: chunked\r\nContent-Type: text/plain\r\n$16\r\nsorry\n\r\n0\r\n\r\n',
      ),
    ),
  },
  {
    title: 'sends content with a refusal, up to the end of the connection',
    behaviour: unlessToHead(inRefusals(/Content-Length: 0\r\n([\s\S]*)/, '$1<html>sorry</html>')),
  },
  {
    title: 'announces to HEAD the content that GET would have',
    behaviour: {
      says: (reply, _, request) =>
        request?.method === 'HEAD' ? reply.replace('Content-Length: 0', 'Content-Length: 5') : reply,
    },
  },
  {
    title: 'answers a plain request with 200',
    behaviour: refuseWith('200 OK', 'upgrade', 'connection', 'minor'),
  },
  {
    title: 'answers a plain request with 404',
    behaviour: refuseWith('404 Not Found', 'upgrade', 'connection', 'minor'),
  },
  {
    title: 'answers a plain request with 426',
    behaviour: refuseWith(
      '426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: upgrade',
      'connection',
      'minor',
    ),
  },
  { title: 'answers an unknown method with 501', behaviour: refuseWith('501 Not Implemented', 'method') },
  {
    title: 'serves one path alone',
    behaviour: { demands: (head) => /^\S+ (http:\/\/[^/]*)?\/chat[? ]/i.test(head) },
  },
  {
    title: 'wants a subprotocol, as declared',
    behaviour: { demands: (head) => /\nSec-WebSocket-Protocol:.*chat/i.test(head) },
    declared: { subprotocols: ['chat', 'superchat'], subprotocolRequired: true },
  },
  {
    title: 'wants a subprotocol that is found out',
    behaviour: {
      supports: ['mqtt'],
      checks: {
        subprotocols: (request) =>
          strict.subprotocols(request) &&
          elementsOf(request.values('sec-websocket-protocol')).includes('mqtt'),
      },
    },
    declared: {},
  },
  {
    title: 'refuses where no subprotocol is in common',
    behaviour: {
      checks: {
        subprotocols: (request) => {
          const names = elementsOf(request.values('sec-websocket-protocol'));
          return (
            strict.subprotocols(request) &&
            (names.length === 0 || names.some((name) => /^(super)?chat$/.test(name)))
          );
        },
      },
    },
  },
  {
    title: 'prefers the last subprotocol of the client',
    behaviour: { supports: ['superchat'] },
  },
  { title: 'supports no subprotocol', behaviour: { supports: [] }, declared: {} },
  {
    title: 'looks for a key alone, as declared',
    behaviour: { checks: { key: ({ values }) => values('sec-websocket-key').length > 0 } },
    declared: { keyCheck: 'presence' },
  },
  { title: 'refuses a key whose pad bits are set', behaviour: refuse(/Key:.*[^AQgw]==[ \t]*(\r|$)/i) },
  { title: 'refuses minor versions above 1', behaviour: refuse(/^.* HTTP\/1\.[2-9]\r\n/) },
  {
    title: 'skips lines that begin with white space before the first field',
    behaviour: read(/^(.*\r\n)([ \t].*\r\n)+/, '$1'),
  },
  {
    title: 'refuses an offer of compression that it cannot meet',
    behaviour: refuse(/permessage-deflate; (unknown|constructor|server_max_window_bits=(7|16|99|08)\b)/),
  },
  { title: 'reads a folded line as one', behaviour: read(/\r\n[ \t]+/g, ' ') },
  {
    title: 'reads a NUL as a space',
    behaviour: { reads: (head) => head.replaceAll('\0', ' ') },
  },
  { title: 'reads a bare CR as a space', behaviour: read(/\r(?!\n)/g, ' ') },
  {
    title: 'has a short limit of the request line',
    behaviour: {
      demands: (head) => (head.split('\r\n', 1)[0]?.length ?? 0) < 4_096,
      ...refuseWith('414 URI Too Long', 'demands'),
    },
    warned: ['rfc9112/3/line-length'],
  },
  {
    title: 'names websocket twice in its Upgrade',
    behaviour: in101('Upgrade: websocket', 'Upgrade: websocket, websocket'),
  },
  {
    title: 'is overloaded by several at once',
    behaviour: {
      async sends(socket, reply, refused) {
        under.way += 1;
        await setImmediate();
        const busy = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
        sendPlainly(socket, under.way > 2 ? busy : reply, under.way > 2 ? 'demands' : refused);
        under.way -= 1;
      },
    },
  },
  {
    title: 'refuses a frame that comes with the request',
    behaviour: { demands: (_head, _pieces, rest) => rest === 0 },
  },
  {
    title: 'looks at the length of a key alone, as declared',
    behaviour: {
      checks: {
        key: ({ values }) =>
          values('sec-websocket-key').length === 1 &&
          Buffer.from(values('sec-websocket-key')[0] ?? '', 'base64').length === 16,
      },
    },
    declared: { keyCheck: 'length' },
  },
  {
    title: 'answers a coding that it does not understand with 501',
    behaviour: refuseWith('501 Not Implemented', 'transferEncoding'),
  },
  {
    title: 'takes chunked twice for once',
    behaviour: read(/\r\nTransfer-Encoding: chunked, chunked(?=\r|$)/i, ''),
  },
  {
    title: 'waits for all content that is announced, and refuses it then',
    behaviour: { content: 'awaited' },
    run: { timeout: 1_000, runs: 5 },
  },
  {
    title: 'parts the request line at any white space',
    behaviour: {
      reads: (head) => head.replace(/^([^\n]*)\r\n/, (_, line: string) => `${unspace(line)}\r\n`),
    },
  },
  {
    title: 'takes space before the request line',
    behaviour: read(/^ +/, ''),
  },
  {
    title: 'takes white space behind the request line',
    behaviour: read(/^(.*\S)[ \t]+\r\n/, '$1\r\n'),
  },
  {
    title: 'chooses h2c where that is asked for as well, or alone',
    behaviour: {
      says: (reply, refused, request) =>
        (refused === null || refused === 'upgrade') &&
        elementsOf(request?.values('upgrade') ?? []).includes('h2c')
          ? toH2c
          : reply,
      ...endBehind(settings),
    },
  },
  {
    title: 'closes behind the 101 where it speaks none of the subprotocols',
    behaviour: {
      says: (reply, _, request) =>
        is101(reply) &&
        request?.values('sec-websocket-protocol').length &&
        !/^Sec-WebSocket-Protocol:/m.test(reply)
          ? `${reply}${notAcceptable}`
          : reply,
      ...endBehind(notAcceptable),
    },
  },
  {
    title: 'closes behind the 101 where no subprotocol is chosen',
    behaviour: {
      says: (reply) =>
        is101(reply) && !/^Sec-WebSocket-Protocol:/m.test(reply) ? `${reply}${notAcceptable}` : reply,
      ...endBehind(notAcceptable),
    },
  },
  {
    title: 'answers the preface of HTTP/2 in HTTP/2',
    behaviour: {
      says: (reply, _refused, _request, { head }) => (head.startsWith('PRI * HTTP/2.0') ? settings : reply),
    },
  },
  {
    title: 'answers a mail client in its own language',
    behaviour: {
      says: (reply, _refused, _request, { head }) =>
        head.startsWith('EHLO') ? '502 5.5.2 this is no mail server\r\n' : reply,
    },
  },
];
