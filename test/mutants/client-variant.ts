import type { ClauseId } from '../../models/clauses.ts';
import { type ClientBehaviour, isToken, strict } from './client.ts';
import { authenticate, follow, followUpTo } from './client-onward.ts';
import { elementsOf } from './server.ts';

/** One thing that a client may do as it likes. */
export interface ClientVariant {
  readonly title: string;
  readonly behaviour: ClientBehaviour;
  /** What a text asks for by SHOULD alone. */
  readonly warned?: readonly ClauseId[];
}

const send = (from: string | RegExp, to: string): ClientBehaviour => ({
  sends: (opening) => opening.replace(from, to),
});
const sendBehindHost = (...lines: readonly string[]) =>
  send('\r\nUpgrade', `\r\n${lines.join('\r\n')}\r\nUpgrade`);
const offer = (offers: string): ClientBehaviour => ({ offers });
const refuse = (pattern: RegExp): ClientBehaviour => ({ demands: (head) => !pattern.test(head) });

export const clientVariants: readonly ClientVariant[] = [
  { title: 'differs in nothing', behaviour: {} },
  { title: 'says nothing of itself', behaviour: { says: () => ({ opened: null }) } },
  {
    title: 'says nothing of subprotocols',
    behaviour: { says: ({ opened }) => ({ opened }) },
  },
  { title: 'offers no extension', behaviour: offer('') },
  { title: 'offers permessage-deflate alone', behaviour: offer('permessage-deflate') },
  {
    title: 'offers permessage-deflate with bits',
    behaviour: offer('permessage-deflate; server_max_window_bits=10; client_max_window_bits=10'),
  },
  {
    title: 'offers permessage-deflate with takeovers',
    behaviour: offer('permessage-deflate; server_no_context_takeover; client_no_context_takeover'),
  },
  {
    title: 'offers permessage-deflate twice',
    behaviour: offer('permessage-deflate; server_max_window_bits=10, permessage-deflate'),
  },
  { title: 'offers no subprotocol', behaviour: { subprotocols: [] } },
  { title: 'offers a subprotocol of its own', behaviour: { subprotocols: ['mqtt'] } },
  {
    title: 'offers subprotocols on two lines',
    behaviour: send('chat, superchat', 'chat\r\nSec-WebSocket-Protocol: superchat'),
  },
  {
    title: 'offers subprotocols without spaces between them',
    behaviour: send('chat, superchat', 'chat,superchat'),
  },
  {
    title: 'writes websocket in other letter case',
    behaviour: send('Upgrade: websocket', 'Upgrade: WebSocket'),
  },
  { title: 'asks for several protocols', behaviour: send('Upgrade: websocket', 'Upgrade: websocket, x') },
  { title: 'writes upgrade in lower case', behaviour: send('Connection: Upgrade', 'Connection: upgrade') },
  {
    title: 'sends keep-alive beside Upgrade',
    behaviour: send('Connection: Upgrade', 'Connection: keep-alive, Upgrade'),
  },
  {
    title: 'writes the names of fields in lower case',
    behaviour: { sends: (opening) => opening.replace(/^[\w-]+:/gm, (name) => name.toLowerCase()) },
  },
  {
    title: 'sends its fields in another order',
    behaviour: {
      sends: (opening) => {
        const [line = '', host = '', ...fields] = opening.slice(0, -4).split('\r\n');
        return [line, host, ...fields.toReversed(), '\r\n'].join('\r\n');
      },
    },
  },
  {
    title: 'sends the fields of a browser',
    behaviour: sendBehindHost(
      ...['User-Agent: any', 'Origin: http://localhost', 'Cookie: a=b', 'Pragma: no-cache', 'DNT: 1'],
    ),
  },
  { title: 'sends credentials', behaviour: sendBehindHost('Authorization: Basic YTpi') },
  { title: 'speaks HTTP/1.2', behaviour: send('HTTP/1.1', 'HTTP/1.2') },
  {
    title: 'needs a subprotocol',
    behaviour: {
      checks: {
        subprotocol: ({ values }, { subprotocols }) => {
          const [name, ...more] = values('sec-websocket-protocol');
          return name !== undefined && more.length === 0 && subprotocols.includes(name);
        },
      },
    },
  },
  { title: 'tries again where it failed', behaviour: { tries: 'twice' } },
  {
    title: 'refuses a fold',
    behaviour: refuse(/\r\n[ \t]/),
  },
  {
    title: 'refuses a 101 that announces content',
    behaviour: refuse(/^(?:Content-Length|Transfer-Encoding):/im),
  },
  {
    title: 'takes websocket twice for once',
    behaviour: {
      checks: {
        upgrade: ({ values }) =>
          values('upgrade').length > 0 && values('upgrade').every((value) => /^websocket$/i.test(value)),
      },
    },
  },
  {
    title: 'takes websocket out of a list',
    behaviour: {
      checks: {
        upgrade: ({ values }) =>
          values('upgrade').some((value) =>
            value.split(',').some((each) => /^websocket$/i.test(each.trim())),
          ),
      },
    },
  },
  {
    title: 'reads a list of empty elements as an empty one',
    behaviour: {
      checks: {
        extensions: (reply, asked) =>
          elementsOf(reply.values('sec-websocket-extensions')).length === 0 ||
          strict.extensions(reply, asked),
      },
    },
  },
  {
    title: 'passes over lines that are no fields',
    behaviour: {
      readsHead: (head) =>
        head
          .split('\r\n')
          .filter((line, at) => at === 0 || /^(?:[\w-]+:[\t\x20-\x7e\x80-\xff]*|[ \t].*)$/.test(line))
          .join('\r\n'),
    },
  },
  {
    title: 'has keys of random UUIDs',
    behaviour: { keys: () => Buffer.from(crypto.randomUUID().replaceAll('-', ''), 'hex').toString('base64') },
  },
  {
    title: 'opens its connection with a message',
    behaviour: { greets: true },
  },
  { title: 'follows redirects', behaviour: follow },
  { title: 'follows redirects for ever', behaviour: followUpTo(Number.POSITIVE_INFINITY) },
  {
    title: 'follows a 301 and a 302 to a path',
    behaviour: followUpTo(3, (status, location) => status < 303 && location.startsWith('/')),
  },
  {
    title: 'follows one redirect and tries again where it failed',
    behaviour: { ...followUpTo(1), tries: 'twice' },
  },
  { title: 'answers a challenge', behaviour: { goesOn: authenticate } },
  {
    title: 'sends the credentials of the URL at once',
    behaviour: {
      sends: (opening, { url }) => {
        const { username, password } = new URL(url);
        const field = `Authorization: Basic ${btoa(`${username}:${password}`)}\r\n`;
        return username === '' ? opening : opening.replace('\r\n\r\n', `\r\n${field}\r\n`);
      },
    },
  },
  { title: 'takes no URL with credentials', behaviour: { takes: ({ username }) => username === '' } },
  { title: 'takes no URL with a fragment', behaviour: { takes: ({ hash }) => hash === '' } },
  {
    title: 'takes the fragment of a URL for a part of its query',
    behaviour: {
      sends: (opening, { url }) =>
        opening.replace(' HTTP/1.1', `${new URL(url).hash.replace('#', '%23')} HTTP/1.1`),
    },
  },
  { title: 'takes no URL with an IPv6 address', behaviour: { takes: ({ host }) => !host.startsWith('[') } },
  {
    title: 'names the default port',
    behaviour: { sends: (opening) => opening.replace(/^(Host: [\d.]+)$/m, '$1:80') },
  },
  {
    title: 'offers a name once where it is asked for it twice',
    behaviour: {
      offersNames: (names) => names.every(isToken),
      sends: (opening) => opening.replace('chat, chat\r\n', 'chat\r\n'),
    },
  },
  { title: 'reads 8,192 octets of a head', behaviour: { demands: (head) => head.length <= 8_192 } },
  { title: 'waits a second for a reply', behaviour: { deadline: 1_000 } },
  { title: 'speaks TLS', behaviour: { secures: {} } },
  { title: 'says nothing of a failure', behaviour: { says: ({ opened }) => ({ opened }) } },
  {
    title: 'has no Host at the front',
    behaviour: send(/^(Host: .*\r\n)([\s\S]*)\r\n$/m, '$2$1\r\n'),
    warned: ['rfc9110/7.2/host-first'],
  },
];
