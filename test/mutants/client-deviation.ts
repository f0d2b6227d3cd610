import type { ClauseId, Level } from '../../models/clauses.ts';
import type { VerifyClientOptions } from '../../src/verify/client/verify-client.ts';
import {
  type Asked,
  type Check,
  type ClientBehaviour,
  frame,
  isToken,
  isUnique,
  type Reply,
  strict,
} from './client.ts';
import { authenticate, follow, keepHost, keepKey } from './client-onward.ts';
import { elementsOf, hashKey } from './server.ts';

/** One thing that a client does wrong, and what it is to be told. */
export interface ClientDeviation {
  readonly title: string;
  readonly behaviour: ClientBehaviour;
  readonly clause: ClauseId;
  /** How much that weighs; as much as the register says, where it is left out. */
  readonly level?: Level;
  /** Clauses that it breaks besides; they are no findings of their own. */
  readonly also?: readonly ClauseId[];
  /** Clauses whose cases show it, where those of its own clause do not. */
  readonly needs?: readonly ClauseId[];
  readonly run?: Partial<VerifyClientOptions>;
}

type Holds = (reply: Reply, asked: Asked) => boolean;

const pass = (...checks: readonly Check[]): ClientBehaviour => ({
  checks: Object.fromEntries(checks.map((check) => [check, () => true])),
});
const alsoTake = (check: Check, holds: Holds): ClientBehaviour => ({
  checks: { [check]: (reply: Reply, asked: Asked) => strict[check](reply, asked) || holds(reply, asked) },
});
const instead = (check: Check, holds: Holds): ClientBehaviour => ({ checks: { [check]: holds } });
const readHead = (from: string | RegExp, to: string): ClientBehaviour => ({
  readsHead: (head) => head.replace(from, to),
});
const refuse = (pattern: RegExp): ClientBehaviour => ({ demands: (head) => !pattern.test(head) });
const send = (from: string | RegExp, to: string): ClientBehaviour => ({
  sends: (opening) => opening.replace(from, to),
});
const sendBehindHost = (line: string) => send('\r\nUpgrade', `\r\n${line}\r\nUpgrade`);
const leaveOut = (name: string) => send(new RegExp(`^${name}: .*\r\n`, 'm'), '');

const upgradeOf = ({ values }: Reply) => values('upgrade').join().toLowerCase();
const connectionOf = ({ values }: Reply) => values('connection').join().toLowerCase();
const acceptOf = ({ values }: Reply) => values('sec-websocket-accept');
const takeAccept = (holds: (accept: string, right: string, all: readonly string[]) => boolean) =>
  alsoTake('accept', (reply, { key }) => {
    const [accept = ''] = acceptOf(reply);
    return acceptOf(reply).length > 0 && holds(accept, hashKey(key), acceptOf(reply));
  });
const chosenOf = ({ values }: Reply) => values('sec-websocket-protocol');
const takeSubprotocol = (holds: (name: string, asked: Asked, all: readonly string[]) => boolean) =>
  alsoTake('subprotocol', (reply, asked) => holds(chosenOf(reply)[0] ?? '', asked, chosenOf(reply)));
const extensionsOf = ({ values }: Reply) => elementsOf(values('sec-websocket-extensions'));
/** Takes extensions that are right once they are read in another way. */
const readExtensions = (rewrite: (text: string) => string): ClientBehaviour =>
  instead('extensions', (reply, asked) => {
    const values = (name: string) =>
      name === 'sec-websocket-extensions' ? reply.values(name).map(rewrite) : reply.values(name);
    return strict.extensions({ ...reply, values }, asked);
  });
const offering = (offers: string, behaviour: ClientBehaviour): ClientBehaviour => ({ ...behaviour, offers });

const inReplies: readonly ClientDeviation[] = [
  {
    title: 'looks at no status',
    behaviour: pass('status'),
    clause: 'rfc6455/4.1/status-101',
  },
  {
    title: 'opens on 200',
    behaviour: alsoTake('status', ({ status }) => status === 200),
    clause: 'rfc6455/4.1/status-101',
  },
  {
    title: 'opens on a 403 with right fields',
    behaviour: alsoTake('status', ({ status }) => status === 403),
    clause: 'rfc6455/4.1/status-101',
  },
  {
    title: 'opens on any 1xx',
    behaviour: { interims: () => false, ...alsoTake('status', ({ status }) => status < 200) },
    clause: 'rfc9110/15.2/interim-replies',
  },
  {
    title: 'opens on an interim 100',
    behaviour: {
      interims: (status) => status !== 100,
      ...alsoTake('status', ({ status }) => status === 100),
    },
    clause: 'rfc9110/15.2/interim-replies',
  },
  {
    title: 'opens on HTTP/1.0',
    behaviour: alsoTake('version', ({ version }) => version === '1.0'),
    clause: 'rfc6455/4.2.2/reply-http11',
    level: 'SHOULD',
  },
  {
    title: 'opens on any version of HTTP',
    behaviour: pass('version'),
    clause: 'rfc9112/2.3/reply-version',
    level: 'SHOULD',
    also: ['rfc6455/4.2.2/reply-http11'],
  },
  {
    title: 'reads the status as a number',
    behaviour: readHead('HTTP/1.1 0101', 'HTTP/1.1 101'),
    clause: 'rfc9112/4/status-line',
    level: 'SHOULD',
  },
  {
    title: 'reads the status line without regard to letter case',
    behaviour: readHead(/^http/, 'HTTP'),
    clause: 'rfc9112/4/status-line',
    level: 'SHOULD',
  },
  {
    title: 'opens without Upgrade',
    behaviour: alsoTake('upgrade', ({ values }) => values('upgrade').length === 0),
    clause: 'rfc6455/4.1/reply-upgrade-present',
  },
  {
    title: 'looks at no Upgrade',
    behaviour: pass('upgrade'),
    clause: 'rfc6455/4.1/reply-upgrade-present',
    also: ['rfc6455/4.1/reply-upgrade-websocket'],
  },
  {
    title: 'wants any Upgrade',
    behaviour: alsoTake('upgrade', ({ values }) => values('upgrade').length > 0),
    clause: 'rfc6455/4.1/reply-upgrade-websocket',
  },
  {
    title: 'looks for websocket anywhere in Upgrade',
    behaviour: instead('upgrade', (reply) => upgradeOf(reply).includes('websocket')),
    clause: 'rfc6455/4.1/reply-upgrade-websocket',
  },
  {
    title: 'looks for websocket at the start of Upgrade',
    behaviour: instead('upgrade', (reply) => upgradeOf(reply).startsWith('websocket')),
    clause: 'rfc6455/4.1/reply-upgrade-websocket',
  },
  {
    title: 'opens without Connection',
    behaviour: alsoTake('connection', ({ values }) => values('connection').length === 0),
    clause: 'rfc6455/4.1/reply-connection-present',
  },
  {
    title: 'looks at no Connection',
    behaviour: pass('connection'),
    clause: 'rfc6455/4.1/reply-connection-present',
    also: ['rfc6455/4.1/reply-connection-token'],
  },
  {
    title: 'wants any Connection',
    behaviour: alsoTake('connection', ({ values }) => values('connection').length > 0),
    clause: 'rfc6455/4.1/reply-connection-token',
  },
  {
    title: 'looks for upgrade anywhere in Connection',
    behaviour: instead('connection', (reply) => connectionOf(reply).includes('upgrade')),
    clause: 'rfc6455/4.1/reply-connection-token',
  },
  {
    title: 'parts Connection at spaces',
    behaviour: instead('connection', (reply) =>
      connectionOf(reply)
        .split(/[\s,]+/)
        .includes('upgrade'),
    ),
    clause: 'rfc6455/4.1/reply-connection-token',
  },
  {
    title: 'looks at no accept value',
    behaviour: pass('accept'),
    clause: 'rfc6455/4.1/accept-present',
    also: ['rfc6455/4.1/accept-value', 'rfc6455/11.3.3/accept-once'],
  },
  {
    title: 'opens without an accept value',
    behaviour: alsoTake('accept', (reply) => acceptOf(reply).length === 0),
    clause: 'rfc6455/4.1/accept-present',
  },
  {
    title: 'wants any accept value',
    behaviour: takeAccept(() => true),
    clause: 'rfc6455/4.1/accept-value',
    also: ['rfc6455/11.3.3/accept-once'],
  },
  {
    title: 'wants an accept value of the right length',
    behaviour: takeAccept((accept, _, all) => all.length === 1 && accept.length === 28),
    clause: 'rfc6455/4.1/accept-value',
  },
  {
    title: 'compares the accept value without regard to letter case',
    behaviour: takeAccept(
      (accept, right, all) => all.length === 1 && accept.toLowerCase() === right.toLowerCase(),
    ),
    clause: 'rfc6455/4.1/accept-value',
  },
  {
    title: 'compares the start of the accept value',
    behaviour: takeAccept((accept, right, all) => all.length === 1 && accept.startsWith(right)),
    clause: 'rfc6455/4.1/accept-value',
  },
  {
    title: 'compares as much of the accept value as came',
    behaviour: takeAccept(
      (accept, right, all) => all.length === 1 && accept !== '' && right.startsWith(accept),
    ),
    clause: 'rfc6455/4.1/accept-value',
  },
  {
    title: 'looks for the accept value anywhere',
    behaviour: takeAccept((accept, right, all) => all.length === 1 && accept.includes(right)),
    clause: 'rfc6455/4.1/accept-value',
  },
  {
    title: 'takes an empty accept value',
    behaviour: takeAccept((accept, _, all) => all.length === 1 && accept === ''),
    clause: 'rfc6455/4.1/accept-value',
  },
  {
    title: 'takes the answer to the key of the example',
    behaviour: takeAccept((accept) => accept === 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='),
    clause: 'rfc6455/4.1/accept-value',
  },
  {
    title: 'takes the first of several accept values',
    behaviour: takeAccept((accept, right) => accept === right),
    clause: 'rfc6455/4.1/accept-value',
    also: ['rfc6455/11.3.3/accept-once'],
  },
  {
    title: 'takes the last of several accept values',
    behaviour: takeAccept((_, right, all) => all.at(-1) === right),
    clause: 'rfc6455/4.1/accept-value',
    also: ['rfc6455/11.3.3/accept-once'],
  },
  {
    title: 'takes the same accept value twice',
    behaviour: takeAccept((_, right, all) => all.every((each) => each === right)),
    clause: 'rfc6455/11.3.3/accept-once',
  },
  {
    title: 'reads the accept value with the space around it',
    behaviour: refuse(/^Sec-WebSocket-Accept:(?! \S+\r?$)/im),
    clause: 'rfc6455/4.1/accept-surrounding-space',
    level: 'SHOULD',
  },
  {
    title: 'takes any subprotocol',
    behaviour: pass('subprotocol'),
    clause: 'rfc6455/4.1/subprotocol-offered',
    also: [
      'rfc6455/4.2.2/subprotocol-not-empty',
      'rfc6455/4.3/subprotocol-reply-grammar',
      'rfc6455/11.3.4/subprotocol-once',
    ],
  },
  {
    title: 'takes any one subprotocol',
    behaviour: takeSubprotocol(
      (name, _, all) => all.length === 1 && /^[!-+.-~]+$/.test(name) && !/["/;=]/.test(name),
    ),
    clause: 'rfc6455/4.1/subprotocol-offered',
  },
  {
    title: 'takes a subprotocol in other letter case',
    behaviour: takeSubprotocol(
      (name, { subprotocols }, all) => all.length === 1 && subprotocols.includes(name.toLowerCase()),
    ),
    clause: 'rfc6455/4.1/subprotocol-offered',
  },
  {
    title: 'takes a subprotocol that an offered one begins with',
    behaviour: takeSubprotocol(
      (name, { subprotocols }, all) =>
        all.length === 1 && name !== '' && subprotocols.some((each) => each.startsWith(name)),
    ),
    clause: 'rfc6455/4.1/subprotocol-offered',
  },
  {
    title: 'takes a list of subprotocols',
    behaviour: takeSubprotocol(
      (name, { subprotocols }, all) =>
        all.length === 1 &&
        name.includes(',') &&
        elementsOf([name]).every((each) => subprotocols.includes(each)),
    ),
    clause: 'rfc6455/4.3/subprotocol-reply-grammar',
    level: 'SHOULD',
  },
  {
    title: 'takes an empty subprotocol for none',
    behaviour: takeSubprotocol((name, _, all) => all.length === 1 && name === ''),
    clause: 'rfc6455/4.2.2/subprotocol-not-empty',
    level: 'SHOULD',
  },
  {
    title: 'takes the first of two subprotocols',
    behaviour: takeSubprotocol(
      (name, { subprotocols }, all) => all.length > 1 && subprotocols.includes(name),
    ),
    clause: 'rfc6455/11.3.4/subprotocol-once',
    level: 'SHOULD',
  },
  {
    title: 'takes any extensions',
    behaviour: pass('extensions'),
    clause: 'rfc6455/9.1/reply-extension-grammar',
    also: [
      'rfc6455/4.1/extension-offered',
      'rfc7692/5/answered-twice',
      'rfc7692/7/answer-parameter-undefined',
      'rfc7692/7/answer-parameter-invalid',
      'rfc7692/7/answer-parameter-repeated',
    ],
  },
  {
    title: 'takes an extension that it knows, and did not offer',
    behaviour: alsoTake('extensions', (reply) => extensionsOf(reply).join() === 'x-webkit-deflate-frame'),
    clause: 'rfc6455/4.1/extension-offered',
  },
  {
    title: 'takes the extension in other letter case',
    behaviour: readExtensions((text) => text.replace('Permessage-Deflate', 'permessage-deflate')),
    clause: 'rfc6455/4.1/extension-offered',
  },
  {
    title: 'passes over the parameters that it does not know',
    behaviour: readExtensions((text) => text.replace(/; *(?:foo|window=12|constructor|Client_\w+)/g, '')),
    clause: 'rfc7692/7/answer-parameter-undefined',
  },
  {
    title: 'takes a window of 16 bits',
    behaviour: readExtensions((text) => text.replace('bits=16', 'bits=15')),
    clause: 'rfc7692/7/answer-parameter-invalid',
  },
  {
    title: 'reads the bits of a window as any number',
    behaviour: readExtensions((text) => text.replace(/=(?:012|12\.0|0xc|1e1|\+9)/, '=12')),
    clause: 'rfc7692/7/answer-parameter-invalid',
  },
  {
    title: 'takes a takeover with a value',
    behaviour: readExtensions((text) => text.replace(/(takeover)=\w+/g, '$1')),
    clause: 'rfc7692/7/answer-parameter-invalid',
  },
  {
    title: 'takes a parameter twice',
    behaviour: readExtensions((text) => [...new Set(text.split('; '))].join('; ')),
    clause: 'rfc7692/7/answer-parameter-repeated',
  },
  {
    title: 'takes permessage-deflate twice',
    behaviour: readExtensions((text) =>
      text.replace(/^(permessage-deflate[^,]*), *permessage-deflate.*/, '$1'),
    ),
    clause: 'rfc7692/5/answered-twice',
  },
  {
    title: 'takes an answer without the takeover that it asked for',
    behaviour: offering('permessage-deflate; server_no_context_takeover', {
      ...instead('extensions', (reply, asked) =>
        strict.extensions(reply, { ...asked, extensions: 'permessage-deflate' }),
      ),
    }),
    clause: 'rfc7692/7.1.1.1/server-takeover-missing',
  },
  {
    title: 'takes an answer without the bits that it asked for',
    behaviour: offering(
      'permessage-deflate; server_max_window_bits=10',
      alsoTake('extensions', (reply, asked) => {
        const isWhole = extensionsOf(reply).join().includes('server_max_window_bits');
        return !isWhole && strict.extensions(reply, { ...asked, extensions: 'permessage-deflate' });
      }),
    ),
    clause: 'rfc7692/7.1.2.1/server-bits-missing',
  },
  {
    title: 'takes an answer with more bits than it asked for',
    behaviour: offering(
      'permessage-deflate; server_max_window_bits=10',
      instead('extensions', (reply, asked) =>
        strict.extensions(reply, {
          ...asked,
          extensions: 'permessage-deflate; server_max_window_bits=15',
        }),
      ),
    ),
    clause: 'rfc7692/7.1.2.1/server-bits-larger',
  },
  {
    title: 'takes bits for itself that it did not offer',
    behaviour: offering(
      'permessage-deflate',
      instead('extensions', (reply, asked) =>
        strict.extensions(reply, { ...asked, extensions: 'permessage-deflate; client_max_window_bits' }),
      ),
    ),
    clause: 'rfc7692/7.1.2.2/answer-bits-unoffered',
  },
];

const refusing: readonly ClientDeviation[] = [
  {
    title: 'fails on another letter case of Upgrade',
    behaviour: refuse(/^Upgrade:(?![ \t]*websocket[ \t]*$)/m),
    clause: 'rfc6455/4.1/reply-upgrade-case',
    level: 'SHOULD',
  },
  {
    title: 'fails on another letter case of Connection',
    behaviour: refuse(/^Connection: *upgrade$/m),
    clause: 'rfc6455/4.1/reply-connection-case',
    level: 'SHOULD',
  },
  {
    title: 'fails on a list in Connection',
    behaviour: refuse(/^Connection: .*,/im),
    clause: 'rfc6455/4.1/reply-connection-token',
    level: 'SHOULD',
    also: ['rfc9110/5.6.1/reply-empty-elements'],
  },
  {
    title: 'fails on an interim reply',
    behaviour: { interims: () => false },
    clause: 'rfc9110/15.2/interim-replies',
    level: 'SHOULD',
  },
  {
    title: 'fails on a 103',
    behaviour: { interims: (status) => status !== 103 },
    clause: 'rfc9110/15.2/interim-replies',
    level: 'SHOULD',
  },
  {
    title: 'fails on another reason phrase',
    behaviour: refuse(/^HTTP\/1.1 101 (?!Switching Protocols)/),
    clause: 'rfc9112/4/reason-ignored',
    level: 'SHOULD',
  },
  {
    title: 'fails on an empty reason phrase',
    behaviour: refuse(/^HTTP\/1.1 101 ?\r/),
    clause: 'rfc9112/4/reason-ignored',
    level: 'SHOULD',
  },
  {
    title: 'fails on a field that it does not know',
    behaviour: refuse(/^(?:Server|Date|Set-Cookie):/im),
    clause: 'rfc6455/4.1/established',
    level: 'SHOULD',
  },
  {
    title: 'fails on another order of fields',
    behaviour: refuse(/^Sec-WebSocket-Accept:[\s\S]*^Upgrade:/im),
    clause: 'rfc9110/5.3/reply-field-order',
    level: 'SHOULD',
  },
  {
    title: 'fails on another letter case of field names',
    behaviour: refuse(/^(?:upgrade|UPGRADE|uPgRaDe):/m),
    clause: 'rfc6455/4.1/reply-field-name-case',
    level: 'SHOULD',
  },
  {
    title: 'fails on a field line without a space behind its colon',
    behaviour: refuse(/^[\w-]+:\S/m),
    clause: 'rfc9112/5.1/reply-surrounding-space',
    level: 'SHOULD',
    also: ['rfc6455/4.1/accept-surrounding-space'],
  },
  {
    title: 'fails on white space behind Upgrade',
    behaviour: refuse(/^Upgrade:.*[ \t]\r?$/im),
    clause: 'rfc9112/5.1/reply-surrounding-space',
    level: 'SHOULD',
  },
  {
    title: 'fails on Connection over two lines',
    behaviour: refuse(/^Connection:[\s\S]*^Connection:/im),
    clause: 'rfc9110/5.6.1/reply-empty-elements',
    level: 'SHOULD',
  },
  {
    title: 'fails on the subprotocol that it offered second',
    behaviour: refuse(/^Sec-WebSocket-Protocol: *superchat/im),
    clause: 'rfc6455/4.1/subprotocol-in-use',
    level: 'SHOULD',
  },
  {
    title: 'says another subprotocol than was chosen',
    behaviour: { says: (word) => (word.opened ? { ...word, subprotocol: 'superchat' } : word) },
    clause: 'rfc6455/4.1/subprotocol-in-use',
  },
];

const key16 = () => Buffer.alloc(16, 7).toString('base64');

const inRequests: readonly ClientDeviation[] = [
  {
    title: 'sends a frame without waiting for the reply',
    behaviour: { early: frame(1, 'hi') },
    clause: 'rfc6455/4.1/wait-for-reply',
  },
  { title: 'masks no frame', behaviour: { masks: false }, clause: 'rfc6455/5.1/frames-masked' },
  {
    title: 'sends a Close frame behind a failed handshake',
    behaviour: { parting: frame(8, Buffer.from([3, 0xea])) },
    clause: 'rfc6455/7.1.7/no-close-frame',
    level: 'SHOULD',
  },
  {
    title: 'does not survive a status line that it cannot read',
    needs: ['rfc9112/4/status-line'],
    behaviour: {
      says: (word) => (word.error === 'lines' ? { opened: null, gone: 'SIGSEGV' } : word),
    },
    clause: 'rfc6455/10.7/client-input-validated',
  },
  {
    title: 'offers a name twice where it is asked to',
    behaviour: { offersNames: (names) => names.every(isToken) },
    clause: 'rfc6455/4.1/subprotocol-unique',
    level: 'SHOULD',
  },
  {
    title: 'offers a name that is no token where it is asked to',
    behaviour: { offersNames: isUnique },
    clause: 'rfc6455/4.1/subprotocol-token',
    level: 'SHOULD',
  },
  {
    title: 'takes every certificate',
    behaviour: { secures: { rejectUnauthorized: false } },
    clause: 'rfc6455/4.1/certificate-verified',
  },
  {
    title: 'takes the certificate of another host',
    behaviour: { secures: { checkServerIdentity: () => undefined } },
    clause: 'rfc6455/4.1/certificate-verified',
  },
  {
    title: 'tells no name where it begins TLS',
    behaviour: { secures: { servername: '' } },
    clause: 'rfc6455/4.1/server-name',
  },
  {
    title: 'opens by HTTP/1.1 where ALPN has chosen h2',
    behaviour: { secures: { ALPNProtocols: ['h2', 'http/1.1'] } },
    clause: 'rfc7301/3.2/protocol-offered',
  },
  {
    title: 'goes on in the clear where TLS fails',
    behaviour: { secures: {}, fallsBack: true },
    clause: 'rfc6455/4.1/tls-failure',
  },
  {
    title: 'sends the fragment of a URL',
    needs: ['rfc6455/3/no-fragment'],
    behaviour: {
      sends: (opening, { url }) => opening.replace(' HTTP/1.1', `${new URL(url).hash} HTTP/1.1`),
    },
    clause: 'rfc6455/4.1/request-uri',
  },
  {
    title: 'sends a query alone where a URL has no path',
    needs: ['rfc6455/3/resource-name'],
    behaviour: { sends: (opening) => opening.replace('GET /?', 'GET ?') },
    clause: 'rfc6455/4.1/request-uri',
    also: ['rfc9112/3.2.1/origin-form-sent'],
  },
  {
    title: 'names an IPv6 address without its brackets',
    behaviour: { sends: (opening) => opening.replace(/^Host: \[(.*)\]/m, 'Host: $1') },
    clause: 'rfc6455/4.1/host-sent',
  },
  {
    title: 'takes an IPv6 address for localhost in Host',
    behaviour: { sends: (opening) => opening.replace(/^Host: \[.*\]/m, 'Host: localhost') },
    clause: 'rfc6455/4.1/host-sent',
  },
  { title: 'has one key', behaviour: { keys: key16 }, clause: 'rfc6455/4.1/key-fresh' },
  {
    title: 'has the key of the example',
    behaviour: { keys: () => 'dGhlIHNhbXBsZSBub25jZQ==' },
    clause: 'rfc6455/4.1/key-fresh',
  },
  {
    title: 'has a few keys in turn',
    behaviour: {
      keys: (nth) =>
        hashKey(`${nth % 8}`)
          .slice(0, 21)
          .concat('A=='),
    },
    clause: 'rfc6455/4.1/key-fresh',
  },
  {
    title: 'counts its keys',
    behaviour: {
      keys: (nth) => {
        const octets = Buffer.alloc(16);
        octets.writeUInt32BE(nth, 12);
        return octets.toString('base64');
      },
    },
    clause: 'rfc6455/4.1/key-random',
  },
  {
    title: 'has a key of the time',
    behaviour: { keys: (nth) => Buffer.from(`${1_790_000_000_000_000 + nth * 977}`).toString('base64') },
    clause: 'rfc6455/4.1/key-random',
  },
  {
    title: 'has a key of letters',
    behaviour: {
      keys: () =>
        Buffer.from(
          Array.from({ length: 16 }, () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(Math.random() * 26)]).join(
            '',
          ),
        ).toString('base64'),
    },
    clause: 'rfc6455/4.1/key-random',
  },
  {
    title: 'has a key of 15 octets',
    behaviour: {
      keys: (nth) =>
        Buffer.from(hashKey(`${nth}`), 'base64')
          .subarray(0, 15)
          .toString('base64'),
    },
    clause: 'rfc6455/4.1/key-sent',
  },
  {
    title: 'has a key that is no base64',
    behaviour: { keys: (nth) => `*${hashKey(`${nth}`).slice(0, 20)}A==` },
    clause: 'rfc6455/4.1/key-sent',
  },
  {
    title: 'has a key without its padding',
    behaviour: { keys: (nth) => `${hashKey(`${nth}`).slice(0, 21)}A` },
    clause: 'rfc6455/4.1/key-sent',
  },
  {
    title: 'has a key whose pad bits are set',
    behaviour: { keys: (nth) => `${hashKey(`${nth}`).slice(0, 21)}B==` },
    clause: 'rfc4648/3.5/pad-bits-zero',
  },
  {
    title: 'sends its key twice',
    behaviour: send(/^(Sec-WebSocket-Key: .*\r\n)/m, '$1$1'),
    clause: 'rfc6455/11.3.1/key-sent-once',
  },
  {
    title: 'sends no Host',
    behaviour: leaveOut('Host'),
    clause: 'rfc6455/4.1/host-sent',
    also: ['rfc9110/7.2/host-first'],
  },
  {
    title: 'sends Host without its port',
    behaviour: send(/^(Host: [^:\r]+):\d+/m, '$1'),
    clause: 'rfc6455/4.1/host-sent',
  },
  {
    title: 'sends Host with another port',
    behaviour: send(/^(Host: [^:\r]+):\d+/m, '$1:80'),
    clause: 'rfc6455/4.1/host-sent',
  },
  {
    title: 'sends Host twice',
    behaviour: send(/^(Host: .*\r\n)/m, '$1$1'),
    clause: 'rfc6455/4.1/host-sent',
  },
  {
    title: 'sends Host behind its other fields',
    behaviour: send(/^(Host: .*\r\n)([\s\S]*)\r\n$/m, '$2$1\r\n'),
    clause: 'rfc9110/7.2/host-first',
  },
  {
    title: 'opens in HTTP/1.0',
    behaviour: send('HTTP/1.1', 'HTTP/1.0'),
    clause: 'rfc6455/4.1/http-version',
  },
  { title: 'sends POST', behaviour: send('GET', 'POST'), clause: 'rfc6455/4.1/method-get' },
  { title: 'sends get', behaviour: send('GET', 'get'), clause: 'rfc6455/4.1/method-get' },
  {
    title: 'asks for version 8',
    behaviour: send('Version: 13', 'Version: 8'),
    clause: 'rfc6455/4.1/version-sent',
  },
  {
    title: 'asks for no version',
    behaviour: leaveOut('Sec-WebSocket-Version'),
    clause: 'rfc6455/4.1/version-sent',
  },
  {
    title: 'asks for two versions',
    behaviour: send('Version: 13', 'Version: 13, 8'),
    clause: 'rfc6455/4.1/version-sent',
  },
  {
    title: 'sends its version twice',
    behaviour: send(/^(Sec-WebSocket-Version: .*\r\n)/m, '$1$1'),
    clause: 'rfc6455/11.3.5/version-sent-once',
  },
  { title: 'sends no Upgrade', behaviour: leaveOut('Upgrade'), clause: 'rfc6455/4.1/upgrade-sent' },
  {
    title: 'asks for another protocol',
    behaviour: send('Upgrade: websocket', 'Upgrade: h2c'),
    clause: 'rfc6455/4.1/upgrade-sent',
  },
  { title: 'sends no Connection', behaviour: leaveOut('Connection'), clause: 'rfc6455/4.1/connection-sent' },
  {
    title: 'sends Connection without Upgrade',
    behaviour: send('Connection: Upgrade', 'Connection: keep-alive'),
    clause: 'rfc6455/4.1/connection-sent',
  },
  {
    title: 'sends a fragment',
    behaviour: send(' HTTP/1.1', '#top HTTP/1.1'),
    clause: 'rfc6455/4.1/request-uri',
  },
  {
    title: 'sends an absolute URI',
    behaviour: { sends: (opening, { url }) => opening.replace(/ /, ` http://${new URL(url).host}`) },
    clause: 'rfc9112/3.2.1/origin-form-sent',
  },
  {
    title: 'leaves out the query',
    behaviour: send(/\?\S*/, ''),
    clause: 'rfc6455/4.1/request-uri',
  },
  {
    title: 'escapes what needs no escape',
    behaviour: send('/chat', '/%63hat'),
    clause: 'rfc6455/4.1/request-uri',
  },
  {
    title: 'offers in another order',
    behaviour: send('chat, superchat', 'superchat, chat'),
    clause: 'rfc6455/4.1/subprotocols-by-preference',
  },
  {
    title: 'offers a subprotocol twice',
    behaviour: send('chat, superchat', 'chat, superchat, chat'),
    clause: 'rfc6455/4.1/subprotocol-unique',
  },
  {
    title: 'offers names that are no tokens',
    behaviour: send('chat, superchat', '"chat", "superchat"'),
    clause: 'rfc6455/4.1/subprotocol-token',
    also: ['rfc6455/4.1/subprotocols-by-preference'],
  },
  {
    title: 'parts its offer by spaces',
    behaviour: send('chat, superchat', 'chat superchat'),
    clause: 'rfc6455/4.1/subprotocol-token',
    also: ['rfc6455/4.1/subprotocols-by-preference'],
  },
  {
    title: 'leaves an element of its offer empty',
    behaviour: send('chat, superchat', 'chat,, superchat'),
    clause: 'rfc9110/5.6.1.1/no-empty-elements',
  },
  {
    title: 'leaves an element of Connection empty',
    behaviour: send('Connection: Upgrade', 'Connection: , Upgrade'),
    clause: 'rfc9110/5.6.1.1/no-empty-elements',
  },
  {
    title: 'announces content',
    behaviour: sendBehindHost('Content-Length: 0'),
    clause: 'service/4/request-without-body',
  },
  {
    title: 'waits for a 100',
    behaviour: sendBehindHost('Expect: 100-continue'),
    clause: 'rfc9110/10.1.1/no-expectation-without-content',
  },
];

const acceptedOnDelivery = (): readonly ClientDeviation[] => {
  const seen = new Set<string>();
  return [
    {
      title: 'takes the end of a segment behind a field for the end of the head',
      behaviour: {
        reads(octets) {
          const isGrownByOne = seen.has(octets.slice(0, -1));
          seen.add(octets);
          const isCut = /^HTTP\/1\.1 101 [\s\S]*[^\n]\r\n$/.test(octets);
          return isCut && !isGrownByOne ? `${octets}\r\n` : octets;
        },
      },
      clause: 'rfc9112/8/incomplete-reply',
    },
    {
      title: 'answers frames with a mask',
      behaviour: { takesMasked: true },
      clause: 'rfc6455/5.1/masked-frame-closes',
    },
    {
      title: 'opens where it offered subprotocols and none was chosen, by the rules of browsers',
      behaviour: {},
      clause: 'whatwg/2.2/subprotocol-chosen',
      run: { rules: 'whatwg' },
    },
  ];
};

const isSentOn = ({ values }: Reply) => values('location').length > 0;
const whereSentOn = (...checks: readonly Check[]): ClientBehaviour => ({
  checks: Object.fromEntries(
    checks.map((check) => [
      check,
      (...asked: Parameters<Holds>) => isSentOn(asked[0]) || strict[check](...asked),
    ]),
  ),
});

const onTheWay: readonly ClientDeviation[] = [
  {
    title: 'has one key for all that a redirect leads to',
    behaviour: { ...follow, ...keepKey() },
    clause: 'rfc6455/4.1/key-fresh',
  },
  {
    title: 'looks at no accept value behind a redirect',
    needs: ['rfc6455/4.1/status-101'],
    behaviour: { ...follow, ...alsoTake('accept', (_, { hops }) => hops > 0) },
    clause: 'rfc6455/4.1/accept-value',
  },
  {
    title: 'sends the first Host wherever a redirect leads',
    behaviour: { ...follow, ...keepHost() },
    clause: 'rfc6455/4.1/host-sent',
  },
  {
    title: 'does not wait for the reply behind a redirect',
    needs: ['rfc6455/4.1/status-101'],
    behaviour: { ...follow, early: (hops) => (hops > 0 ? frame(1, 'hi') : Buffer.alloc(0)) },
    clause: 'rfc6455/4.1/wait-for-reply',
  },
  {
    title: 'fails on a right 101 behind a redirect',
    needs: ['rfc6455/4.1/status-101'],
    behaviour: {
      ...follow,
      ...instead('connection', (reply, asked) => asked.hops === 0 && strict.connection(reply, asked)),
    },
    clause: 'rfc6455/4.1/established',
    level: 'SHOULD',
  },
  {
    title: 'opens where it is redirected',
    behaviour: whereSentOn('status', 'upgrade', 'connection', 'accept'),
    clause: 'rfc6455/4.1/status-101',
  },
  {
    title: 'has one key for a challenge and what follows it',
    needs: ['rfc6455/4.1/status-101'],
    behaviour: { goesOn: authenticate, ...keepKey() },
    clause: 'rfc6455/4.1/key-fresh',
  },
  {
    title: 'asks for no version where it sends credentials',
    needs: ['rfc6455/4.1/status-101'],
    behaviour: {
      goesOn: authenticate,
      sends: (opening, _, hops) =>
        hops > 0 ? opening.replace(/^Sec-WebSocket-Version: .*\r\n/m, '') : opening,
    },
    clause: 'rfc6455/4.1/version-sent',
  },
  {
    title: 'sends no Host behind a redirect',
    behaviour: {
      ...follow,
      sends: (opening, _, hops) => (hops > 0 ? opening.replace(/^Host: .*\r\n/m, '') : opening),
    },
    clause: 'rfc6455/4.1/host-sent',
    also: ['rfc9110/7.2/host-first'],
  },
  {
    title: 'sends the credentials of the URL in Host',
    needs: ['rfc6455/4.1/status-101'],
    behaviour: {
      sends: (opening, { url }) => opening.replace(/^Host: /m, `Host: ${/\/\/(.*@)?/.exec(url)?.[1] ?? ''}`),
    },
    clause: 'rfc6455/4.1/host-sent',
  },
  {
    title: 'takes a 101 in the content of a refusal',
    behaviour: {
      reads: (text) => text.replace(/^HTTP\/1\.1 403 Forbidden\r\nContent-Length: [1-9][0-9]*\r\n\r\n/, ''),
    },
    clause: 'rfc6455/4.1/status-101',
  },
  {
    title: 'wants an interim reply in one segment with the 101',
    behaviour: { reads: (text) => text.replace(/^HTTP\/1\.1 103 [\s\S]*?\r\n\r\n$/, 'cut\r\n\r\n') },
    clause: 'rfc9110/15.2/interim-replies',
    level: 'SHOULD',
  },
];

export const clientDeviations: readonly ClientDeviation[] = [
  ...inReplies,
  ...refusing,
  ...inRequests,
  ...acceptedOnDelivery(),
  ...onTheWay,
];

/** What breaks a MUST to the letter, and what the texts excuse: a report notes it under the clause, and blames nobody. */
export const excusedClientDeviations: readonly Pick<ClientDeviation, 'title' | 'behaviour' | 'clause'>[] = [
  {
    title: 'fails on octets above ASCII in a field',
    behaviour: refuse(/^X[^:]*:.*[\x80-\xff]/m),
    clause: 'rfc9110/5.5/reply-octets-above-ascii',
  },
  {
    title: 'fails on a 101 that announces content',
    behaviour: refuse(/\r\n(?:content-length|transfer-encoding):/i),
    clause: 'rfc9112/6.3/reply-without-body',
  },
];
