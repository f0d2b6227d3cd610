import type { ClauseId, Level } from '../../models/clauses.ts';
import { acceptance } from '../../src/verify/judge/case.ts';
import type { TargetDeclaration } from '../../src/verify/judge/target.ts';
import type { VerifyServerOptions } from '../../src/verify/server/verify-server.ts';
import {
  add,
  addFor,
  answerDeflate,
  choose,
  chooseChat,
  in101,
  is101,
  read,
  refuse,
} from './change-reply.ts';
import { linesOf } from './content.ts';
import {
  allowlisted,
  authenticated,
  type Behaviour,
  type Check,
  credential,
  elementsOf,
  GUID,
  hashKey,
  origins,
  type Request,
  sendPlainly,
  strict,
} from './server.ts';

/** One thing that a server does wrong, and what it is to be told. */
export interface Deviation {
  readonly title: string;
  readonly behaviour: Behaviour;
  readonly clause: ClauseId;
  /** How much that weighs; as much as the register says, where it is left out. */
  readonly level?: Level;
  /** Clauses that it breaks besides; they are no findings of their own. */
  readonly also?: readonly ClauseId[];
  /** What the service asks for besides, and no RFC: warnings. */
  readonly warned?: readonly ClauseId[];
  /** Clauses whose cases show it, where those of its own clause do not. */
  readonly needs?: readonly ClauseId[];
  readonly declared?: TargetDeclaration;
  /** How it is verified: as few cases as find it. */
  readonly run?: Partial<VerifyServerOptions>;
}

type Holds = (request: Request) => boolean;

const leaveOut = (name: string) => in101(new RegExp(`^${name}: .*\r\n`, 'm'), '');
const append = (octets: string) => in101(/$/, octets);
const accepts = (compute: NonNullable<Behaviour['accepts']>): Behaviour => ({ accepts: compute });
const inRefusal = (check: Check, from: string | RegExp, to: string): Behaviour => ({
  says: (reply, refused) => (refused === check ? reply.replace(from, to) : reply),
});
const whereCookie = (says: (reply: string) => string): Behaviour => ({
  says: (reply, _, request) => (is101(reply) && request?.values('cookie').length ? says(reply) : reply),
});

const pass = (check: Check): Behaviour => ({ checks: { [check]: () => true } });
const alsoTake = (check: Check, holds: Holds): Behaviour => ({
  checks: { [check]: (request: Request) => strict[check](request) || holds(request) },
});
const fieldIs =
  (name: string, pattern: RegExp): Holds =>
  ({ values }) =>
    pattern.test(values(name).join());
const takeField = (check: Check, name: string, pattern: RegExp) => alsoTake(check, fieldIs(name, pattern));
const takeKey = (pattern: RegExp) => takeField('key', 'sec-websocket-key', pattern);
const takeKeyOf = (holds: (octets: number) => boolean) =>
  alsoTake('key', ({ values }) => {
    const key = values('sec-websocket-key').join();
    return (
      /^[A-Za-z0-9+/]+={0,2}$/.test(key) && key.length % 4 === 0 && holds(Buffer.from(key, 'base64').length)
    );
  });
const takeVersion = (pattern: RegExp) => takeField('version', 'sec-websocket-version', pattern);

const byQuery: TargetDeclaration = { auth: { in: 'query', name: 'token', value: credential } };
const isRightOnce = (query: string) => {
  const values = new URLSearchParams(query).getAll('token');
  return values.length === 1 && values[0] === credential;
};

const answerOffer = (offer: RegExp, extensions: string) =>
  addFor(({ values }) =>
    offer.test(values('sec-websocket-extensions').join()) ? `Sec-WebSocket-Extensions: ${extensions}` : null,
  );

const spoiltReplies: readonly Deviation[] = [
  {
    title: 'hashes the decoded key',
    behaviour: accepts((key) => hashKey(Buffer.from(key, 'base64').toString('latin1'))),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'writes the GUID in lower case',
    behaviour: accepts((key) => hashKey(key, GUID.toLowerCase())),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'leaves out the GUID',
    behaviour: accepts((key) => hashKey(key, '')),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'hashes by SHA-256',
    behaviour: accepts((key) => hashKey(key, GUID, 'sha256')),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'writes the accept value in hexadecimal',
    behaviour: accepts((key) => Buffer.from(hashKey(key), 'base64').toString('hex')),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'strips the padding of the accept value',
    behaviour: accepts((key) => hashKey(key).replace('=', '')),
    clause: 'rfc6455/4.2.2/accept-value',
    needs: [acceptance],
  },
  {
    title: 'writes the accept value in lower case',
    behaviour: accepts((key) => hashKey(key).toLowerCase()),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'always sends the accept value of the example',
    behaviour: accepts(() => 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'sends the key back',
    behaviour: accepts((key) => key),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'answers the key of the connection before',
    behaviour: accepts((_, earlier) => hashKey(earlier)),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'sends no accept value',
    behaviour: leaveOut('Sec-WebSocket-Accept'),
    clause: 'rfc6455/4.2.2/accept-value',
    needs: [acceptance],
  },
  {
    title: 'sends an empty accept value',
    behaviour: accepts(() => ''),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'sends the accept value twice',
    behaviour: in101(/(Sec-WebSocket-Accept: .*\r\n)/, '$1$1'),
    clause: 'rfc6455/11.3.3/accept-sent-once',
    needs: [acceptance],
  },
  {
    title: 'sends no Upgrade',
    behaviour: leaveOut('Upgrade'),
    clause: 'rfc6455/4.2.2/reply-upgrade',
  },
  {
    title: 'sends another Upgrade',
    behaviour: in101('Upgrade: websocket', 'Upgrade: h2c'),
    clause: 'rfc6455/4.2.2/reply-upgrade',
  },
  {
    title: 'sends no Connection',
    behaviour: leaveOut('Connection'),
    clause: 'rfc6455/4.2.2/reply-connection',
  },
  {
    title: 'sends another Connection',
    behaviour: in101('Connection: Upgrade', 'Connection: keep-alive'),
    clause: 'rfc6455/4.2.2/reply-connection',
    needs: [acceptance],
  },
  {
    title: 'switches in HTTP/1.0',
    behaviour: { says: (reply) => reply.replace('HTTP/1.1 101', 'HTTP/1.0 101') },
    clause: 'rfc6455/4.2.2/status-101',
    needs: [acceptance],
  },
  {
    title: 'sends Content-Length with the 101',
    behaviour: add('Content-Length: 0'),
    clause: 'rfc9110/8.6/no-content-length-in-1xx',
  },
  {
    title: 'sends Transfer-Encoding with the 101',
    behaviour: add('Transfer-Encoding: chunked'),
    clause: 'rfc9112/6.1/no-transfer-encoding-in-1xx',
  },
  {
    title: 'sends a page behind the 101',
    behaviour: append('<html></html>'),
    clause: 'service/1/no-body-in-101',
    needs: [acceptance],
  },
  {
    title: 'sends a masked frame behind the 101',
    behaviour: append('\x81\x82abcd\x09\x0b'),
    clause: 'service/1/no-body-in-101',
    needs: [acceptance],
  },
  {
    title: 'ends the connection behind the 101 where a cookie came',
    behaviour: {
      ...whereCookie((reply) => reply.replace('Switching Protocols', 'Bye')),
      sends: (socket, reply, refused) =>
        reply.includes('101 Bye') ? void socket.end(reply) : sendPlainly(socket, reply, refused),
    },
    clause: 'rfc6455/7.3/not-ended-at-once',
  },
  {
    title: 'chooses a subprotocol that was not offered',
    behaviour: in101(/Protocol: .*/, 'Protocol: mqtt'),
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
  },
  {
    title: 'chooses a subprotocol in other letter case',
    behaviour: in101('Protocol: chat', 'Protocol: Chat'),
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
  },
  {
    title: 'sends back the whole list of subprotocols',
    behaviour: in101('Protocol: chat', 'Protocol: chat, superchat'),
    clause: 'rfc6455/4.3/subprotocol-sent-grammar',
    needs: [acceptance],
  },
  {
    title: 'sends an empty subprotocol',
    behaviour: in101('Protocol: chat', 'Protocol: '),
    clause: 'rfc6455/4.2.2/subprotocol-empty-not-sent',
  },
  {
    title: 'sends two subprotocols',
    behaviour: in101(/(Sec-WebSocket-Protocol): chat/, '$1: chat\r\n$1: superchat'),
    clause: 'rfc6455/11.3.4/subprotocol-sent-once',
    needs: [acceptance],
  },
  {
    title: 'chooses a subprotocol where none was offered',
    behaviour: add('Sec-WebSocket-Protocol: chat'),
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
    also: ['rfc6455/4.2.2/subprotocol-null'],
    declared: {},
  },
  {
    title: 'sends an extension that was not offered',
    behaviour: add('Sec-WebSocket-Extensions: x-webkit-deflate-frame'),
    clause: 'rfc6455/4.2.2/extension-from-offer',
  },
  {
    title: 'sends back every extension',
    behaviour: addFor(({ values }) => {
      const offered = elementsOf(values('sec-websocket-extensions')).join(', ');
      return offered === '' ? null : `Sec-WebSocket-Extensions: ${offered}`;
    }),
    clause: 'rfc7692/7.1.2.2/client-bits-value',
    also: [
      ...(['rfc7692/5/answered-once', 'rfc7692/7/parameter-undefined'] as const),
      ...(['rfc7692/7/parameter-invalid', 'rfc7692/7/parameter-repeated'] as const),
    ],
  },
  {
    title: 'answers an extension with broken grammar',
    needs: ['rfc2616/2.1/null-elements'],
    behaviour: answerDeflate('permessage-deflate;'),
    clause: 'rfc6455/4.2.2/extension-from-offer',
  },
  {
    title: 'limits a window of the client that has offered none',
    needs: ['rfc2616/2.1/null-elements'],
    behaviour: answerDeflate('permessage-deflate; client_max_window_bits=12'),
    clause: 'rfc7692/7.1.2.2/client-bits-unoffered',
  },
  {
    title: 'answers with a larger window than offered',
    needs: ['rfc7692/7.1.2.1/server-bits-echoed'],
    behaviour: answerOffer(
      /server_max_window_bits=(8|9|10|11|12)$/,
      'permessage-deflate; server_max_window_bits=15',
    ),
    clause: 'rfc7692/7.1.2.1/server-bits-not-larger',
  },
  {
    title: 'leaves out the window that was asked for',
    behaviour: answerOffer(/server_max_window_bits=(8|9|10|11|12)$/, 'permessage-deflate'),
    clause: 'rfc7692/7.1.2.1/server-bits-echoed',
  },
  {
    title: 'leaves out server_no_context_takeover where it was asked for',
    behaviour: answerOffer(/^permessage-deflate; server_no_context_takeover$/, 'permessage-deflate'),
    clause: 'rfc7692/7.1.1.1/server-takeover-echoed',
  },
  {
    title: 'answers permessage-deflate twice',
    behaviour: answerDeflate('permessage-deflate, permessage-deflate'),
    clause: 'rfc7692/5/answered-once',
  },
  {
    title: 'answers with a parameter that permessage-deflate does not have',
    behaviour: answerDeflate('permessage-deflate; level=9'),
    clause: 'rfc7692/7.1/answer-parameters-defined',
  },
  {
    title: 'answers with a parameter that is offered in no permessage-deflate, and defined for none',
    needs: ['rfc7692/5/declined-by-omission'],
    behaviour: answerOffer(
      /^permessage-deflate; client_max_window_bits$/,
      'permessage-deflate; client_max_window_bits=15; Server_no_context_takeover',
    ),
    clause: 'rfc7692/7.1/answer-parameters-defined',
  },
  {
    title: 'answers with a parameter twice',
    needs: ['rfc2616/2.1/null-elements'],
    behaviour: answerDeflate('permessage-deflate; server_no_context_takeover; server_no_context_takeover'),
    clause: 'rfc7692/7.1/answer-parameters-once',
  },
  {
    title: 'answers with a window twice, of the same size',
    needs: ['rfc7692/7.1.2.2/client-bits-answered'],
    behaviour: answerOffer(
      /^permessage-deflate; client_max_window_bits$/,
      'permessage-deflate; client_max_window_bits=12; client_max_window_bits=12',
    ),
    clause: 'rfc7692/7.1/answer-parameters-once',
  },
  {
    title: 'answers client_max_window_bits without a value',
    behaviour: answerOffer(
      /^permessage-deflate; client_max_window_bits/,
      'permessage-deflate; client_max_window_bits',
    ),
    clause: 'rfc7692/7.1.2.2/client-bits-value',
    also: ['rfc7692/7/parameter-invalid'],
  },
  {
    title: 'answers the hint of a client without a value where the client gave none',
    behaviour: answerOffer(
      /^permessage-deflate; client_max_window_bits$/,
      'permessage-deflate; client_max_window_bits',
    ),
    clause: 'rfc7692/7.1.2.2/client-bits-value',
  },
  {
    title: 'chooses any subprotocol that is offered',
    needs: ['rfc6455/4.2.2/subprotocol-from-offer'],
    behaviour: {
      says: (reply, _, request) => {
        const [first] = elementsOf(request?.values('sec-websocket-protocol') ?? []);
        const chosen = first === undefined ? '' : `Sec-WebSocket-Protocol: ${first}\r\n`;
        return is101(reply)
          ? reply.replace(/^Sec-WebSocket-Protocol: .*\r\n/m, '').replace(/\r\n$/, `${chosen}\r\n`)
          : reply;
      },
    },
    clause: 'rfc6455/4.2.2/subprotocol-supported',
    declared: { subprotocols: ['chat', 'superchat'] },
  },
  {
    title: 'chooses a subprotocol that begins with the name of a supported one',
    needs: ['rfc6455/4.2.2/subprotocol-from-offer'],
    behaviour: choose('chatx', 'chatx'),
    clause: 'rfc6455/4.2.2/subprotocol-supported',
  },
  {
    title: 'answers with a window that is too small',
    behaviour: answerDeflate('permessage-deflate; server_max_window_bits=7'),
    clause: 'rfc6455/9/parameters-by-specification',
  },
  {
    title: 'refuses a version without naming its own',
    needs: ['rfc6455/4.2.2/version-unsupported'],
    behaviour: inRefusal('version', /Sec-WebSocket-Version: .*\r\n/, ''),
    clause: 'rfc6455/4.2.2/version-advertised',
  },
  {
    title: 'sends a 426 without Upgrade',
    behaviour: inRefusal('version', /Upgrade: .*\r\n/, ''),
    clause: 'rfc9110/15.5.22/upgrade-in-426',
  },
  {
    title: 'sends a 405 without Allow',
    needs: ['rfc6455/4.2.1/method-get'],
    behaviour: inRefusal('method', /Allow: .*\r\n/, ''),
    clause: 'rfc9110/15.5.6/allow',
  },
  {
    title: 'answers HEAD with content',
    behaviour: {
      says: (reply, refused, request) =>
        refused === 'method' && request?.method === 'HEAD'
          ? `${reply.replace('Length: 0', 'Length: 3')}abc`
          : reply,
    },
    clause: 'rfc9110/9.3.2/no-content-to-head',
  },
  {
    title: 'sends a 401 without a challenge',
    needs: ['service/5.2/credential-missing'],
    behaviour: { checks: authenticated, ...inRefusal('credential', /WWW-Authenticate: .*\r\n/, '') },
    clause: 'rfc9110/15.5.2/challenge',
    declared: { auth: { in: 'field', name: 'X-Api-Key', value: credential } },
  },
  {
    title: 'never answers where a key is absent',
    needs: ['rfc6455/4.2.1/key-present'],
    behaviour: {
      says: (reply, refused, request) =>
        refused === 'key' && request?.values('sec-websocket-key').length === 0 ? '' : reply,
      sends: (socket, reply, refused) => (reply === '' ? undefined : sendPlainly(socket, reply, refused)),
    },
    clause: 'rfc6455/4.2.1/error-status',
    run: { timeout: 300 },
  },
  {
    title: 'sends a right and a wrong accept value',
    behaviour: add('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='),
    clause: 'rfc6455/11.3.3/accept-sent-once',
  },
  {
    title: 'switches in HTTP/2.0',
    behaviour: { says: (reply) => reply.replace('HTTP/1.1 101', 'HTTP/2.0 101') },
    clause: 'rfc6455/4.2.2/status-101',
  },
  {
    title: 'sends a word behind the 101',
    behaviour: append('hello'),
    clause: 'service/1/no-body-in-101',
  },
  {
    title: 'sends the end of a chunked body behind the 101',
    behaviour: append('0\r\n\r\n'),
    clause: 'service/1/no-body-in-101',
    needs: [acceptance],
  },
  {
    title: 'sends another status where a cookie came',
    behaviour: whereCookie((reply) =>
      reply.replace('101 Switching Protocols', '200 OK\r\nContent-Length: 0'),
    ),
    clause: 'rfc6455/4.2.1/unknown-fields',
  },
  {
    title: 'ends the connection without a reply where a cookie came',
    behaviour: {
      ...whereCookie(() => ''),
      sends: (socket, reply, refused) =>
        reply === '' ? void socket.destroy() : sendPlainly(socket, reply, refused),
    },
    clause: 'rfc6455/4.2.1/unknown-fields',
  },
  {
    title: 'sends an empty list of extensions',
    behaviour: add('Sec-WebSocket-Extensions: '),
    clause: 'rfc6455/4.2.2/extension-empty-not-sent',
  },
  {
    title: 'hashes the key with the white space around it',
    needs: ['rfc9112/5.1/surrounding-space'],
    behaviour: accepts((_key, _earlier, written) => hashKey(written.replace(/^ /, ''))),
    clause: 'rfc6455/4.2.2/accept-value',
  },
  {
    title: 'tells of the end of the connection in the 101',
    behaviour: in101('Connection: Upgrade', 'Connection: Upgrade, close'),
    clause: 'rfc9112/9.6/no-close-in-101',
  },
  {
    title: 'refuses a version in no HTTP',
    needs: ['rfc6455/4.2.1/version-present'],
    behaviour: inRefusal('version', /[\s\S]*/, 'ERR no\r\n\r\n'),
    clause: 'rfc9112/4/status-line-sent',
  },
  {
    title: 'answers an early ping before the opening',
    behaviour: {
      forgets: true,
      says: (reply, _, _request, { rest }) =>
        is101(reply) && rest.length > 0 ? `\x8a\x05early${reply}` : reply,
    },
    clause: 'rfc9112/4/status-line-sent',
  },
  {
    title: 'refuses what is nearly a version without naming its own',
    behaviour: {
      says: (reply, refused, request) =>
        refused === 'version' &&
        /^13(\.0|x|, ?8)$/.test(request?.values('sec-websocket-version').join() ?? '')
          ? reply.replace(/Sec-WebSocket-Version: .*\r\n/, '')
          : reply,
    },
    clause: 'rfc6455/4.2.2/version-advertised',
    level: 'SHOULD',
  },
  {
    title: 'refuses a version like any bad request',
    behaviour: inRefusal('version', /[\s\S]*/, 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
    clause: 'rfc6455/4.2.2/version-advertised',
    also: ['service/9/version-426'],
  },
  {
    title: 'agrees to a window of the client that is none',
    behaviour: answerOffer(/client_max_window_bits=(7|16|08|a|-1)$/, 'permessage-deflate'),
    clause: 'rfc7692/7/parameter-invalid',
  },
  {
    title: 'agrees to a wrong offer where no subprotocol is offered',
    behaviour: {
      says: (reply, refused, request, came) =>
        request?.values('sec-websocket-protocol').length === 0
          ? (answerOffer(/server_max_window_bits=7$/, 'permessage-deflate').says?.(
              reply,
              refused,
              request,
              came,
            ) ?? reply)
          : reply,
    },
    clause: 'rfc7692/7/parameter-invalid',
  },
  {
    title: 'agrees to every offer of permessage-deflate whatever its parameters',
    behaviour: answerOffer(/^permessage-deflate/, 'permessage-deflate'),
    clause: 'rfc7692/7/parameter-invalid',
    also: [
      'rfc7692/7/parameter-undefined',
      'rfc7692/7/parameter-repeated',
      'rfc7692/7.1.1.1/server-takeover-echoed',
      'rfc7692/7.1.2.1/server-bits-echoed',
    ],
  },
];

const isLengthAlone: Holds = ({ values }) => values('transfer-encoding').length === 0;
const isCodingAlone: Holds = ({ values }) => values('content-length').length === 0;
const isFramedTwice: Holds = (request) => !isLengthAlone(request) && !isCodingAlone(request);
/** Content that never comes is waited for no longer than this. */
const soon: Deviation['run'] = { timeout: 300 };

const misreadContent: readonly Deviation[] = [
  {
    title: 'takes content of a known length for frames',
    behaviour: alsoTake('content', isLengthAlone),
    clause: 'rfc9112/6.3/content-read-as-content',
    also: ['service/2.1/no-body', 'rfc9110/7.8/continue-before-switching'],
    run: soon,
  },
  {
    title: 'takes chunks for frames',
    behaviour: alsoTake('content', isCodingAlone),
    clause: 'rfc9112/6.3/content-read-as-content',
    also: ['service/2.1/no-body', 'rfc9110/7.8/continue-before-switching'],
    run: soon,
  },
  {
    title: 'looks for no content',
    behaviour: { checks: { contentLength: () => true, transferEncoding: () => true, content: () => true } },
    clause: 'rfc9112/6.3/content-read-as-content',
    also: [
      'service/2.1/no-body',
      'rfc9110/7.8/continue-before-switching',
      'rfc9112/6.1/closed-after-both',
      'rfc9112/6.3/content-length-valid',
      'rfc9112/6.3/transfer-encoding-chunked',
    ],
    run: soon,
  },
  {
    title: 'opens behind content that it has read',
    behaviour: { ...pass('content'), content: 'awaited' },
    clause: 'service/2.1/no-body',
    run: soon,
  },
  {
    title: 'opens before content that awaits a 100',
    behaviour: { ...pass('content'), content: 'behindReply' },
    clause: 'rfc9110/7.8/continue-before-switching',
    warned: ['service/2.1/no-body'],
    run: soon,
  },
  {
    title: 'opens for content that is framed twice',
    behaviour: {
      checks: {
        transferEncoding: (request) => strict.transferEncoding(request) || isFramedTwice(request),
        content: (request) => strict.content(request) || isFramedTwice(request),
      },
      content: 'awaited',
    },
    clause: 'rfc9112/6.1/closed-after-both',
    run: soon,
  },
  {
    title: 'reads on behind content that is framed twice',
    behaviour: {
      content: 'awaited',
      stays: true,
      says: (reply) => reply.replace('Connection: close\r\n', ''),
      sends: (socket, reply) => void socket.write(reply, 'latin1'),
    },
    clause: 'rfc9112/6.1/closed-after-both',
    run: soon,
  },
];

const hiddenUpgrades: readonly Deviation[] = [
  {
    title: 'reads a folded line as one of its own',
    behaviour: read(/\r\n[ \t]+Upgrade:(?!.*\r\nUpgrade:)/, '\r\nUpgrade:'),
    clause: 'rfc6455/4.2.1/upgrade-present',
  },
  {
    title: 'ends a line at a bare CR',
    behaviour: read(/\r(?!\n)/g, '\r\n'),
    clause: 'rfc6455/4.2.1/upgrade-present',
  },
  {
    title: 'reads a line before the first field',
    behaviour: read(/^(.*\r\n)[ \t]+Upgrade:/, '$1Upgrade:'),
    clause: 'rfc6455/4.2.1/upgrade-present',
  },
  {
    title: 'ends a value at a NUL',
    behaviour: read(/\0.*/g, ''),
    clause: 'rfc6455/4.2.1/upgrade-present',
  },
];

const acceptedFaults: readonly Deviation[] = [
  {
    title: 'accepts a target that is an asterisk',
    behaviour: alsoTake('target', ({ target }) => target === '*'),
    clause: 'rfc9112/3.2.4/asterisk-form',
    level: 'SHOULD',
  },
  {
    title: 'accepts POST',
    behaviour: alsoTake('method', ({ method }) => method === 'POST'),
    clause: 'rfc6455/4.2.1/method-get',
  },
  {
    title: 'accepts every other method',
    behaviour: alsoTake('method', ({ method }) => method.toUpperCase() !== 'GET'),
    clause: 'rfc6455/4.2.1/method-get',
  },
  {
    title: 'accepts HTTP/1.0',
    behaviour: pass('minor'),
    clause: 'rfc9110/7.8/upgrade-ignored-in-http10',
  },
  {
    title: 'accepts HTTP/2.0',
    behaviour: pass('major'),
    clause: 'rfc9110/15.6.6/http-version-not-supported',
  },
  {
    title: 'accepts a request line without a version',
    behaviour: read(/^(\S+ \S+)\r\n/, '$1 HTTP/1.1\r\n'),
    clause: 'rfc9112/3/request-line',
  },
  {
    title: 'opens after a request line that cannot be read',
    behaviour: read(/^(?!\S+ \S+ HTTP\/\d\.\d\r\n)[^\n]*\r\n/i, 'GET /chat HTTP/1.1\r\n'),
    clause: 'rfc9112/3/request-line',
  },
  {
    title: 'looks at no version of HTTP',
    behaviour: read(/^(\S+ \S+).*\r\n/, '$1 HTTP/1.1\r\n'),
    clause: 'rfc9110/7.8/upgrade-ignored-in-http10',
    also: ['rfc9110/15.6.6/http-version-not-supported', 'rfc9112/2.3/version-case', 'rfc9112/3/request-line'],
  },
  {
    title: 'looks at no Host',
    behaviour: pass('host'),
    clause: 'rfc9112/3.2/host-present',
    also: ['rfc9112/3.2/host-once', 'rfc9112/3.2/host-valid'],
  },
  {
    title: 'accepts a request without Host',
    behaviour: alsoTake('host', ({ values }) => values('host').length === 0),
    clause: 'rfc9112/3.2/host-present',
  },
  {
    title: 'answers a request without Host with a 404',
    behaviour: {
      says: (reply, refused, request) =>
        refused === 'host' && request?.values('host').length === 0
          ? reply.replace('400 Bad Request', '404 Not Found')
          : reply,
    },
    clause: 'rfc9112/3.2/host-present',
  },
  {
    title: 'accepts two Host lines',
    behaviour: alsoTake('host', ({ values }) => values('host').length > 1),
    clause: 'rfc9112/3.2/host-once',
  },
  {
    title: 'accepts any Host',
    behaviour: alsoTake('host', ({ values }) => values('host').length === 1),
    clause: 'rfc9112/3.2/host-valid',
  },
  {
    title: 'accepts a malformed Content-Length',
    behaviour: {
      checks: {
        contentLength: () => true,
        content: ({ values }) =>
          values('transfer-encoding').length === 0 &&
          (values('content-length').every((value) => /^0+$/.test(value)) ||
            !/^[0-9]+$/.test(values('content-length').join('; '))),
      },
    },
    clause: 'rfc9112/6.3/content-length-valid',
  },
  {
    title: 'accepts a malformed Transfer-Encoding',
    behaviour: {
      checks: {
        transferEncoding: ({ values }) =>
          values('transfer-encoding').length === 0 || values('content-length').length === 0,
        content: (request) => strict.content(request) || !strict.transferEncoding(request),
      },
    },
    clause: 'rfc9112/6.3/transfer-encoding-chunked',
  },
  {
    title: 'accepts a request without Upgrade',
    behaviour: alsoTake('upgrade', ({ values }) => values('upgrade').length === 0),
    clause: 'rfc6455/4.2.1/upgrade-present',
    also: ['rfc9110/7.8/switch-only-as-asked'],
  },
  {
    title: 'looks for websocket anywhere in Upgrade',
    behaviour: takeField('upgrade', 'upgrade', /websocket/i),
    clause: 'rfc6455/4.2.1/upgrade-websocket',
    also: ['rfc9110/7.8/switch-only-as-asked'],
  },
  {
    title: 'accepts any Upgrade',
    behaviour: alsoTake('upgrade', ({ values }) => values('upgrade').length > 0),
    clause: 'rfc6455/4.2.1/upgrade-websocket',
    also: ['rfc9110/7.8/switch-only-as-asked'],
  },
  {
    title: 'accepts a request without Connection',
    behaviour: alsoTake('connection', ({ values }) => values('connection').length === 0),
    clause: 'rfc6455/4.2.1/connection-token',
  },
  {
    title: 'looks for upgrade anywhere in Connection',
    behaviour: takeField('connection', 'connection', /upgrade/i),
    clause: 'rfc6455/4.2.1/connection-token',
  },
  {
    title: 'accepts a fragment in the target',
    behaviour: alsoTake('target', ({ target }) => target.includes('#')),
    clause: 'rfc9112/3.2/target-valid',
  },
  {
    title: 'accepts https on a plain connection',
    behaviour: pass('secured'),
    clause: 'rfc9110/7.4/https-on-plain',
    level: 'SHOULD',
  },
  {
    title: 'accepts a request without a version',
    behaviour: alsoTake('version', ({ values }) => values('sec-websocket-version').length === 0),
    clause: 'rfc6455/4.2.1/version-present',
  },
  {
    title: 'accepts versions above 13',
    behaviour: takeVersion(/^(1[4-9]|[2-9]\d|1\d\d|2[0-4]\d|25[0-5])$/),
    clause: 'rfc6455/4.2.2/version-unsupported',
  },
  {
    title: 'reads the version as a number',
    behaviour: takeVersion(/^[+0]*13(\D.*)?$/),
    clause: 'rfc6455/4.3/version-grammar',
    also: ['rfc6455/11.3.5/version-once'],
  },
  {
    title: 'takes the version for a list',
    behaviour: alsoTake('version', ({ values }) =>
      elementsOf(values('sec-websocket-version')).includes('13'),
    ),
    clause: 'rfc6455/4.3/version-grammar',
    also: ['rfc6455/11.3.5/version-once'],
  },
  {
    title: 'takes the first of two versions',
    behaviour: alsoTake('version', ({ values }) => values('sec-websocket-version')[0] === '13'),
    clause: 'rfc6455/11.3.5/version-once',
  },
  {
    title: 'accepts a request without a key',
    behaviour: alsoTake('key', ({ values }) => values('sec-websocket-key').length === 0),
    clause: 'rfc6455/4.2.1/key-present',
  },
  {
    title: 'accepts a key of fewer octets',
    behaviour: takeKeyOf((octets) => octets < 16),
    clause: 'rfc6455/4.2.1/key-16-octets',
  },
  {
    title: 'accepts a key of more octets',
    behaviour: takeKeyOf((octets) => octets > 16),
    clause: 'rfc6455/4.2.1/key-16-octets',
  },
  {
    title: 'accepts any 24 characters as a key',
    behaviour: takeKey(/^[A-Za-z0-9+/= !]{24}$/),
    clause: 'rfc6455/4.3/key-grammar',
    also: ['rfc6455/4.2.1/key-16-octets'],
  },
  {
    title: 'accepts a key with a space in it',
    behaviour: takeKey(/^[A-Za-z0-9+/ ]{22}==$/),
    clause: 'rfc6455/4.3/key-grammar',
  },
  {
    title: 'accepts a key without padding',
    behaviour: takeKey(/^[A-Za-z0-9+/]{22}=?$/),
    clause: 'rfc6455/4.3/key-grammar',
  },
  {
    title: 'accepts a key in quotes',
    behaviour: takeKey(/^"[A-Za-z0-9+/]{22}=="$/),
    clause: 'rfc6455/4.3/key-grammar',
  },
  {
    title: 'takes the first of two keys',
    behaviour: alsoTake(
      'key',
      ({ values }) =>
        /^.{22}==$/.test(values('sec-websocket-key')[0] ?? '') && values('sec-websocket-key').length > 1,
    ),
    clause: 'rfc6455/11.3.1/key-once',
  },
  {
    title: 'accepts malformed subprotocols',
    behaviour: pass('subprotocols'),
    clause: 'rfc6455/4.3/subprotocol-offer-grammar',
  },
  {
    title: 'accepts malformed extensions',
    behaviour: alsoTake(
      'extensions',
      ({ values }) => !values('sec-websocket-extensions').join().includes('"'),
    ),
    clause: 'rfc6455/9.1/extension-grammar',
  },
  {
    title: 'answers an offer that has to be declined',
    behaviour: answerOffer(/server_max_window_bits=7$/, 'permessage-deflate'),
    clause: 'rfc7692/7/parameter-invalid',
  },
  {
    title: 'answers an offer with a parameter that it does not know',
    behaviour: answerOffer(/^permessage-deflate; constructor$/, 'permessage-deflate'),
    clause: 'rfc7692/7/parameter-undefined',
  },
  {
    title: 'sends an Upgrade that Connection does not list',
    behaviour: inRefusal('version', 'Connection: Upgrade, close', 'Connection: close'),
    clause: 'rfc9110/7.8/connection-option-with-upgrade',
    level: 'SHOULD',
  },
  {
    title: 'advertises the version that it refuses',
    needs: ['rfc6455/4.2.2/version-unsupported'],
    behaviour: {
      says: (reply, refused, request) =>
        refused === 'version' && request?.values('sec-websocket-version').join() === '12'
          ? reply.replace('Version: 13', 'Version: 13, 12')
          : reply,
    },
    clause: 'rfc6455/11.3.5/refused-version-unlisted',
    also: ['service/9/version-13-only'],
    declared: { versions: [13] },
  },
  {
    title: 'advertises a version with a leading zero',
    behaviour: inRefusal('version', 'Version: 13', 'Version: 13, 012'),
    clause: 'rfc6455/4.3/version-sent-grammar',
    declared: { versions: [13] },
  },
  {
    title: 'advertises a version that the service does not have',
    behaviour: inRefusal('version', 'Version: 13', 'Version: 13, 77'),
    clause: 'service/9/version-13-only',
  },
  {
    title: 'speaks 13, and advertises 8 alone',
    behaviour: inRefusal('version', 'Version: 13', 'Version: 8'),
    clause: 'rfc6455/4.4/all-versions-listed',
    also: ['service/9/version-13-only', 'rfc6455/11.3.5/refused-version-unlisted'],
    declared: {},
  },
  {
    title: 'speaks 13, and advertises 8 alone, though 13 was declared',
    behaviour: inRefusal('version', 'Version: 13', 'Version: 8'),
    clause: 'rfc6455/4.4/all-versions-listed',
    also: ['service/9/version-13-only', 'rfc6455/11.3.5/refused-version-unlisted'],
    declared: { versions: [13] },
    run: { shard: { index: 0, count: 1 } },
  },
  {
    title: 'advertises some of its versions alone',
    behaviour: takeVersion(/^8$/),
    clause: 'rfc6455/4.4/all-versions-listed',
    declared: { versions: [13, 8] },
  },
  {
    title: 'sends an interim reply to a client of HTTP/1.0',
    behaviour: inRefusal('minor', /^/, 'HTTP/1.1 102 Processing\r\n\r\n'),
    clause: 'rfc9110/15.2/no-1xx-to-http10',
  },
  {
    title: 'leaves out the space behind the status',
    behaviour: { says: (reply) => reply.replace(/^(HTTP\/1\.1 \d+) .*/, '$1') },
    clause: 'rfc9112/4/reason-space',
  },
  {
    title: 'folds a field of its replies',
    behaviour: { says: (reply) => reply.replace('\r\n\r\n', '\r\nX-Folded: a\r\n b\r\n\r\n') },
    clause: 'rfc9112/5.2/no-folding-in-reply',
  },
  {
    title: 'writes an empty element into Connection',
    behaviour: { says: (reply) => reply.replace('Connection: ', 'Connection: , ') },
    clause: 'rfc9110/5.6.1.1/no-empty-elements-in-reply',
  },
  {
    title: 'forgets a frame that comes with the request',
    behaviour: { forgets: true },
    clause: 'rfc6455/4.1/early-frames-kept',
  },
  {
    title: 'chooses its own subprotocol whatever is offered',
    behaviour: chooseChat,
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
    also: ['rfc6455/4.2.2/subprotocol-null'],
    declared: { subprotocols: ['chat'] },
  },
  {
    title: 'chooses a subprotocol that is offered in other letter case',
    behaviour: choose('CHAT', 'chat'),
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
  },
  {
    title: 'refuses in no HTTP',
    behaviour: { says: (reply) => (is101(reply) ? reply : 'ERR no\r\n\r\n') },
    clause: 'rfc9112/4/status-line-sent',
  },
  ...(
    [
      ['without a value', (query) => query === 'token=', 'service/5.2/credential-invalid'],
      ['that is a name alone', (query) => query === 'token', 'service/5.2/credential-invalid'],
      [
        'whose first value is right',
        (query) => new URLSearchParams(query).get('token') === credential,
        'service/5.2/credential-once',
      ],
      [
        'whose last value is right',
        (query) => new URLSearchParams(query).getAll('token').at(-1) === credential,
        'service/5.2/credential-once',
      ],
    ] satisfies readonly (readonly [string, (query: string) => boolean, ClauseId])[]
  ).map(
    ([title, isTaken, clause]): Deviation => ({
      title: `takes a parameter of the query for the credential ${title}`,
      behaviour: {
        checks: {
          credential({ target }) {
            const query = target.split('?')[1] ?? '';
            return isRightOnce(query) || isTaken(query);
          },
        },
      },
      clause,
      declared: byQuery,
    }),
  ),
  {
    title: 'takes the credential from the query as well',
    behaviour: {
      checks: {
        credential: (request) => authenticated.credential(request) || request.target.includes(credential),
      },
    },
    clause: 'service/5.2/credential-missing',
    declared: { auth: { in: 'field', name: 'X-Api-Key', value: credential } },
  },
  {
    title: 'looks at no version',
    behaviour: pass('version'),
    clause: 'rfc6455/4.2.1/version-present',
    also: [
      'service/9/drafts-refused',
      'rfc6455/4.2.2/version-unsupported',
      'rfc6455/4.3/version-grammar',
      'rfc6455/11.3.5/version-once',
    ],
  },
  {
    title: 'looks at no key',
    behaviour: pass('key'),
    clause: 'rfc6455/4.2.1/key-present',
    also: [
      'rfc6455/4.2.1/key-16-octets',
      'rfc6455/4.3/key-grammar',
      'rfc6455/11.3.1/key-once',
      'rfc4648/3.3/alphabet',
    ],
  },
  {
    title: 'looks at no Upgrade',
    behaviour: pass('upgrade'),
    clause: 'rfc6455/4.2.1/upgrade-present',
    also: ['rfc6455/4.2.1/upgrade-websocket', 'rfc9110/7.8/switch-only-as-asked'],
  },
  {
    title: 'looks at no Connection',
    behaviour: pass('connection'),
    clause: 'rfc6455/4.2.1/connection-token',
  },
  {
    title: 'accepts a line without a colon',
    behaviour: read(/\r\nX-Odd(?=\r|$)/, ''),
    clause: 'rfc9112/5/field-lines',
    level: 'SHOULD',
  },
  {
    title: 'accepts a line without a name',
    behaviour: read(/\r\n:/, '\r\nX:'),
    clause: 'rfc9112/5/field-lines',
    level: 'SHOULD',
  },
  {
    title: 'accepts a name with delimiters in it',
    behaviour: read(/\r\nX\(Odd\):/, '\r\nX:'),
    clause: 'rfc9112/5/field-lines',
    level: 'SHOULD',
  },
  {
    title: 'accepts get in any letter case',
    behaviour: read(/^get /i, 'GET '),
    clause: 'rfc9110/9.1/method-case',
  },
  {
    title: 'accepts http/1.1 in any letter case',
    behaviour: read(/http\/1\.1\r\n/i, 'HTTP/1.1\r\n'),
    clause: 'rfc9112/2.3/version-case',
    level: 'SHOULD',
  },
  {
    title: 'accepts version 8',
    behaviour: takeVersion(/^8$/),
    clause: 'service/9/drafts-refused',
  },
  {
    title: 'accepts a key in the alphabet for URLs',
    behaviour: takeKey(/^[A-Za-z0-9_-]{22}==$/),
    clause: 'rfc4648/3.3/alphabet',
  },
  {
    title: 'accepts a quoted value that is no token',
    behaviour: takeField('extensions', 'sec-websocket-extensions', /^foo; bar="[^"]*"$/),
    clause: 'rfc6455/9.1/extension-quoted-token',
  },
  {
    title: 'accepts space before a colon',
    behaviour: read(/[ \t]+:/g, ':'),
    clause: 'rfc9112/5.1/space-before-colon',
  },
];

const refusedVariants: readonly Deviation[] = [
  {
    title: 'looks at the last line of Connection alone',
    behaviour: {
      checks: {
        connection: ({ values }) => /(^|,)\s*upgrade\s*(,|$)/i.test(values('connection').at(-1) ?? ''),
      },
    },
    clause: 'rfc9110/5.3/split-lines',
    level: 'SHOULD',
  },
  {
    title: 'wants one element in Upgrade',
    behaviour: { checks: { upgrade: fieldIs('upgrade', /^[,\s]*websocket[,\s]*$/i) } },
    clause: 'rfc9110/7.8/upgrade-list',
  },
  {
    title: 'wants no empty elements in Connection',
    behaviour: refuse(/\nConnection:(\s*,|.*,\s*,)/i),
    clause: 'rfc9110/5.6.1/empty-elements',
    level: 'SHOULD',
  },
  {
    title: 'wants field names in their usual letter case',
    behaviour: { demands: (head) => /\nUpgrade:/.test(head) && /\nConnection:/.test(head) },
    clause: 'rfc9110/5.1/field-name-case',
  },
  {
    title: 'wants Host to be the first field',
    behaviour: { demands: (head) => /^.*\r\nHost:/i.test(head) },
    clause: 'rfc6455/1.3/field-order',
  },
  {
    title: 'wants a space behind a colon',
    behaviour: refuse(/\nUpgrade:\S/i),
    clause: 'rfc9112/5.1/surrounding-space',
  },
  {
    title: 'wants no space at the end of a line',
    behaviour: refuse(/[ \t]\r\n/),
    clause: 'rfc9112/5.1/surrounding-space',
  },
  {
    title: 'wants a target that begins with a slash',
    behaviour: refuse(/^\S+ [^/]/),
    clause: 'rfc9112/3.2.2/absolute-form',
  },
  {
    title: 'wants no fields that it does not know',
    behaviour: refuse(/\n(X-Unknown|__proto__|constructor|Sec-WebSocket-Unknown):/i),
    clause: 'rfc6455/4.2.1/unknown-fields',
  },
  {
    title: 'wants a short target',
    behaviour: refuse(/^\S+ \S{4096}/),
    clause: 'rfc9112/3/line-length',
  },
  {
    title: 'wants websocket in lower case',
    behaviour: { demands: (head) => linesOf(head, 'Upgrade').join().includes('websocket') },
    clause: 'rfc6455/4.2.1/upgrade-case',
  },
  {
    title: 'wants Upgrade alone in Connection',
    behaviour: { demands: (head) => !/keep-alive/i.test(linesOf(head, 'Connection').join()) },
    clause: 'rfc6455/4.2.1/connection-token',
    also: ['rfc9110/5.3/split-lines'],
  },
  {
    title: 'wants Upgrade in Connection in its usual letter case',
    behaviour: { demands: (head) => linesOf(head, 'Connection').join().includes('Upgrade') },
    clause: 'rfc6455/4.2.1/connection-case',
  },
  {
    title: 'wants all of a request in one piece',
    behaviour: { demands: (_, pieces) => pieces === 1 },
    clause: 'service/1/valid-request-accepted',
  },
  {
    title: 'wants a target without a query',
    behaviour: refuse(/^\S+ [^ ]*\?/),
    clause: 'service/4/query-accepted',
    level: 'SHOULD',
    also: ['rfc9112/3/line-length'],
  },
  {
    title: 'refuses extensions that it does not support',
    behaviour: refuse(/\nSec-WebSocket-Extensions: *(unknown|x-webkit-deflate-frame|__proto__)/i),
    clause: 'service/7/extension-unsupported-omitted',
  },
];

const strictLists: readonly Deviation[] = [
  {
    title: 'refuses a parameter of an extension in quotes',
    behaviour: refuse(/\nSec-WebSocket-Extensions: permessage-deflate; server_max_window_bits="10"/i),
    clause: 'rfc7692/5/declined-by-omission',
    level: 'SHOULD',
  },
  {
    title: 'refuses lists of the handshake that have null elements',
    behaviour: refuse(/\nSec-WebSocket-(?:Protocol|Extensions):[^\r]*(?:: *,|,[ \t]*,|,[ \t]*\r)/i),
    clause: 'rfc2616/2.1/null-elements',
    level: 'SHOULD',
  },
  {
    title: 'refuses space within an offer of extensions',
    behaviour: refuse(/\nSec-WebSocket-Extensions:[^\r]*(?:[ \t]+[;=]|=[ \t])/i),
    clause: 'rfc2616/2.1/implied-space',
    level: 'SHOULD',
  },
];

const behindAccepting: readonly Deviation[] = [
  {
    title: 'takes a frame for another request',
    needs: ['rfc9112/2.2/leading-empty-line'],
    behaviour: {
      pongs: false,
      sends(socket, reply, refused) {
        sendPlainly(socket, reply, refused);
        if (!refused) socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
      },
    },
    clause: 'service/1/frames-after-101',
  },
];

const withOrigins: TargetDeclaration = { origins };
const withCredential: TargetDeclaration = { auth: { in: 'field', name: 'X-Api-Key', value: credential } };
const originIs = (holds: (origin: string) => boolean): Behaviour => ({
  checks: { origin: ({ values }) => values('origin').every(holds) },
});
const credentialIs = (holds: (given: string) => boolean): Behaviour => ({
  checks: { credential: ({ values }) => holds(values('x-api-key').join()) },
});

const brokenPolicies: readonly Deviation[] = [
  {
    title: 'accepts who offers no subprotocol, where one is demanded',
    behaviour: {},
    clause: 'service/7/subprotocol-required',
    declared: { subprotocols: ['chat', 'superchat'], subprotocolRequired: true },
  },
  {
    title: 'redirects a foreign origin',
    needs: ['service/5.4/origin-allowlist'],
    behaviour: {
      checks: allowlisted,
      ...inRefusal('origin', '403 Forbidden', '302 Found\r\nLocation: /'),
    },
    clause: 'rfc6455/10.2/origin-403',
    declared: withOrigins,
  },
  {
    title: 'accepts every origin',
    behaviour: {},
    clause: 'service/5.4/origin-allowlist',
    declared: withOrigins,
  },
  {
    title: 'wants an origin',
    behaviour: {
      checks: { origin: (request) => allowlisted.origin(request) && request.values('origin').length > 0 },
    },
    clause: 'service/5.4/origin-absent',
    declared: withOrigins,
  },
  {
    title: 'looks at the beginning of an origin alone',
    behaviour: originIs((origin) => origins.some((each) => origin.startsWith(each))),
    clause: 'service/5.4/origin-allowlist',
    declared: withOrigins,
  },
  {
    title: 'looks at the end of an origin alone',
    behaviour: originIs((origin) => /(app\.example\.com|localhost:3000)$/.test(origin)),
    clause: 'service/5.4/origin-allowlist',
    declared: withOrigins,
  },
  {
    title: 'accepts the origin null',
    behaviour: {
      checks: {
        origin: (request) => allowlisted.origin(request) || request.values('origin').join() === 'null',
      },
    },
    clause: 'service/5.4/origin-allowlist',
    declared: withOrigins,
  },
  {
    title: 'does not look at the scheme of an origin',
    behaviour: originIs((origin) => /^https?:\/\/(app\.example\.com|localhost:3000)$/.test(origin)),
    clause: 'service/5.4/origin-allowlist',
    declared: withOrigins,
  },
  {
    title: 'answers a foreign origin with a 200',
    behaviour: { checks: allowlisted, ...inRefusal('origin', '403 Forbidden', '200 OK') },
    clause: 'service/5.4/origin-allowlist',
    declared: withOrigins,
  },
  {
    title: 'accepts every credential',
    behaviour: credentialIs((given) => given !== ''),
    clause: 'service/5.2/credential-invalid',
    declared: withCredential,
  },
  {
    title: 'looks at the beginning of a credential alone',
    behaviour: credentialIs((given) => given.startsWith(credential)),
    clause: 'service/5.2/credential-invalid',
    declared: withCredential,
  },
  {
    title: 'accepts the beginning of a credential',
    behaviour: credentialIs((given) => given !== '' && credential.startsWith(given)),
    clause: 'service/5.2/credential-invalid',
    declared: withCredential,
  },
  {
    title: 'accepts a credential in other letter case',
    behaviour: credentialIs((given) => given.toLowerCase() === credential.toLowerCase()),
    clause: 'service/5.2/credential-invalid',
    declared: withCredential,
  },
  {
    title: 'accepts a request without a credential',
    behaviour: credentialIs((given) => given === '' || given === credential),
    clause: 'service/5.2/credential-missing',
    declared: withCredential,
  },
  {
    title: 'answers a wrong credential with a 200',
    behaviour: { checks: authenticated, ...inRefusal('credential', '401 Unauthorized', '200 OK') },
    clause: 'service/5.2/credential-missing',
    declared: withCredential,
    also: ['service/5.2/credential-invalid'],
  },
];

/** What shows only where something harmless, or something odd besides, has come. */
const triggered: readonly Deviation[] = [
  {
    title: 'says something before the status line where a cookie came',
    needs: ['rfc6455/4.2.1/unknown-fields'],
    behaviour: whereCookie((reply) => `Welcome!\r\n${reply}`),
    clause: 'rfc9112/4/status-line-sent',
  },
  {
    title: 'is gone after octets above ASCII',
    behaviour: { dies: [/[\x80-\xff]/, 400] },
    clause: 'rfc6455/10.7/input-validated',
  },
];

/** Everything that a server may do wrong and that a request and its answer can show. */
export const deviations: readonly Deviation[] = [
  ...spoiltReplies,
  ...misreadContent,
  ...hiddenUpgrades,
  ...acceptedFaults,
  ...refusedVariants,
  ...strictLists,
  ...behindAccepting,
  ...brokenPolicies,
  ...triggered,
];

/**
 * What breaks a MUST to the letter, and what the texts excuse: a report notes it under the clause, and blames nobody.
 * They have `notes` in the place of findings.
 */
export const excusedDeviations: readonly Pick<
  Deviation,
  'title' | 'behaviour' | 'clause' | 'declared' | 'run'
>[] = [
  {
    title: 'unfolds a field',
    behaviour: read(/[ \t]*\r\n[ \t]+/g, ' '),
    clause: 'rfc9112/5.2/folding',
  },
  {
    title: 'leaves out a CR that ends no line',
    behaviour: read(/\r(?!\n)/g, ''),
    clause: 'rfc9112/2.2/bare-cr',
  },
  {
    title: 'leaves out control octets of values',
    behaviour: {
      reads: (text) => text.replace(/:[^\n]*/g, (value) => value.replace(/[^\t\r\n -~\x80-\xff]/g, '')),
    },
    clause: 'rfc9110/5.5/control-octets',
  },
  {
    title: 'skips a line that is folded before the first field',
    behaviour: read(/^(.*\r\n)[ \t]+[^\r]*\r\n/, '$1'),
    clause: 'rfc9112/2.2/space-before-fields',
  },
  {
    title: 'accepts a target that names no resource',
    behaviour: alsoTake('target', ({ target }) => /^[a-z0-9.-]+:\d+$/i.test(target)),
    clause: 'rfc6455/4.2.1/resource-name',
  },
  {
    title: 'accepts an origin that is sent twice',
    behaviour: {
      checks: { origin: (request) => allowlisted.origin(request) || request.values('origin').length > 1 },
    },
    clause: 'rfc6455/4.2.2/origin-refused',
    declared: withOrigins,
  },
  {
    title: 'sends an accept value with a refusal',
    behaviour: {
      says: (reply, refused) =>
        refused ? reply.replace('\r\n\r\n', '\r\nSec-WebSocket-Accept: x\r\n\r\n') : reply,
    },
    clause: 'service/7/no-upgrade-after-refusal',
  },
  {
    title: 'answers no ping',
    behaviour: { pongs: false },
    clause: 'rfc6455/5.5.2/pong',
    run: { timeout: 200 },
  },
];
