import { line, type RequestEdit } from '../../../arbitraries/index.ts';
import type { FrontRequest } from './pair-case.ts';

const set = (name: string, ...values: readonly string[]): RequestEdit => ({ kind: 'setField', name, values });
const add = (...fields: readonly (readonly [name: string, value: string])[]): RequestEdit => ({
  kind: 'addLines',
  at: 'end',
  lines: fields.map(([name, value]) => line(name, value)),
});
const target = (text: string): RequestEdit => ({ kind: 'addQuery', text });
const valid = (title: string, ...edits: readonly RequestEdit[]): FrontRequest => ({ title, edits });
const odd = (title: string, ...edits: readonly RequestEdit[]): FrontRequest => ({
  title,
  edits,
  isOdd: true,
});

/** The opening with nothing in it that need not be. */
export const plainRequest: FrontRequest = valid('a plain opening');

const cookies = Array.from({ length: 40 }, (_, at) => `c${at}=${'0123456789'.repeat(4)}`).join('; ');

/** Openings that a hop has to pass on, each with one thing more. */
export const validRequests: readonly FrontRequest[] = [
  valid('one subprotocol', set('Sec-WebSocket-Protocol', 'chat')),
  valid('subprotocols in one line', set('Sec-WebSocket-Protocol', 'chat, Mqtt,v10.stomp')),
  valid('subprotocols in two lines', set('Sec-WebSocket-Protocol', 'superchat', 'chat, mqtt')),
  valid('permessage-deflate', set('Sec-WebSocket-Extensions', 'permessage-deflate; client_max_window_bits')),
  valid(
    'extensions in two lines, with a value in quotes',
    set('Sec-WebSocket-Extensions', 'permessage-deflate; server_max_window_bits="10"', 'x-a; b="c", x-e'),
  ),
  valid('an Origin', set('Origin', 'https://app.example:8443')),
  valid('an opaque Origin', set('Origin', 'null')),
  valid('cookies', add(['Cookie', 'session=a1b2; theme="dark"; x=%3D'])),
  valid('3 kB of cookies', add(['Cookie', cookies])),
  valid('Authorization: Bearer', add(['Authorization', 'Bearer ab.cd-ef_12'])),
  valid('Authorization: Basic', add(['Authorization', 'Basic dXNlcjpwYXNzOndvcmQ='])),
  valid('fields that nobody knows', add(['X-Ws101-One', 'a  b, "c"'], ['x-ws101-two', 'caf\xe9'])),
  valid(
    'a field in several lines',
    add(['X-Ws101-List', 'first'], ['X-Ws101-Other', 'between'], ['X-Ws101-List', 'second, third']),
  ),
  valid(
    'fields of a browser',
    add(
      ['User-Agent', 'Mozilla/5.0 (ws101)'],
      ['Cache-Control', 'no-cache'],
      ['Pragma', 'no-cache'],
      ['Accept-Language', 'de, en;q=0.5'],
    ),
  ),
  valid('a query', target('a=b&c=d')),
  valid('a query with percent-encoding', target('token=a%2Fb%3D%3D+c%20d&e=%C3%A9')),
  valid('a query with odd characters', target("a=/?:@!$&'()*,;=-._~&b&&c=")),
  valid('Connection with keep-alive', set('Connection', 'keep-alive, Upgrade')),
  valid('Connection and Upgrade in lower case', set('Connection', 'upgrade'), set('Upgrade', 'WebSocket')),
  valid('names in lower case', { kind: 'recaseNames', upper: [false] }),
  valid(
    'Connection that names a field',
    set('Connection', 'Upgrade, X-Ws101-Hop'),
    add(['X-Ws101-Hop', 'for this hop alone'], ['X-Ws101-End', 'for the end']),
  ),
  valid(
    'Connection in two lines, one of which names a field',
    set('Connection', 'X-Ws101-Hop', 'Upgrade'),
    add(['X-Ws101-Hop', 'for this hop alone']),
  ),
  { ...valid('a plain opening, in many pieces'), isCut: true },
];

const path = (text: string): RequestEdit => ({ kind: 'addPath', text });

/** Openings with targets of their own. A hop may answer those that it knows no way for. */
export const targetRequests: readonly FrontRequest[] = [
  valid('a path with two slashes', path('/ws101//a')),
  valid('a path with percent-encoding', path('/ws101%20%C3%A9%7Ea')),
  valid('a path with an encoded slash', path('/b%2Fc')),
  { ...valid('an absolute target'), isAbsolute: true },
];

/** Openings and other requests that break a rule, or ask for another protocol: what of them arrives is judged all the same. */
export const oddRequests: readonly FrontRequest[] = [
  odd('two Sec-WebSocket-Key', add(['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='])),
  odd('another version', set('Sec-WebSocket-Version', '99')),
  odd('no Connection', set('Connection')),
  odd('no Upgrade', set('Upgrade')),
  odd('HTTP/1.0', { kind: 'setPart', part: 'version', text: 'HTTP/1.0' }),
  odd('a POST', { kind: 'setPart', part: 'method', text: 'POST' }, set('Content-Length', '0')),
  odd(
    'Upgrade: h2c',
    set('Upgrade', 'h2c'),
    set('Connection', 'Upgrade, HTTP2-Settings'),
    add(['HTTP2-Settings', 'AAMAAABkAAQAAP__']),
  ),
  odd('Upgrade with a protocol that nobody knows', set('Upgrade', 'x-ws101')),
];

/** Asks for a tunnel to a host that there is none of. */
export const connectRequest: FrontRequest = odd(
  'a CONNECT',
  { kind: 'setPart', part: 'method', text: 'CONNECT' },
  { kind: 'setPart', part: 'target', text: 'ws101.invalid:443' },
);

const forHop = add(['X-Ws101-Hop', 'for this hop alone']);

/** What makes a request of an opening that asks for no other protocol. A hop that reads it drops a field of it. */
export const toOrdinary: readonly RequestEdit[] = [
  set('Upgrade'),
  set('Connection', 'X-Ws101-Hop'),
  set('Sec-WebSocket-Version'),
  forHop,
];

/** What makes an opening of which a hop that reads it drops a field. */
export const toMarked: readonly RequestEdit[] = [set('Connection', 'Upgrade, X-Ws101-Hop'), forHop];

/** Requests whose content, or length, a hop and its backend may see otherwise. */
export const framedRequests: readonly FrontRequest[] = [
  { ...odd('an opening with content', set('Content-Length', '5')), early: 'hello' },
  {
    ...odd('an opening with chunked content', set('Transfer-Encoding', 'chunked')),
    early: '5\r\nhello\r\n0\r\n\r\n',
  },
  { ...odd('two Content-Length that differ', set('Content-Length', '5', '0')), early: 'hello' },
  {
    ...odd(
      'Content-Length with Transfer-Encoding',
      set('Content-Length', '5'),
      set('Transfer-Encoding', 'chunked'),
    ),
    early: '0\r\n\r\n',
  },
];
