import type { ClauseId } from '../../models/clauses.ts';
import { type Head, type HopBehaviour, valuesOf } from './hop.ts';

/** One thing that a hop does wrong, and what it is told. */
export interface HopDeviation {
  readonly title: string;
  readonly behaviour: HopBehaviour;
  readonly clause: ClauseId;
  /** Where it is not that of the register. */
  readonly level?: 'MUST' | 'SHOULD';
  readonly tags?: readonly string[];
  readonly also?: readonly ClauseId[];
  /** The titles of pairs that show it, where not every third of them does. */
  readonly needs?: readonly string[];
}

const isNamed = (name: string) => (line: string) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`);
const without =
  (...names: readonly string[]) =>
  (head: Head): Head => ({
    ...head,
    lines: head.lines.filter((line) => !names.some((name) => isNamed(name)(line))),
  });
const replace =
  (name: string, change: (value: string) => string) =>
  (head: Head): Head => ({
    ...head,
    lines: head.lines.map((line) =>
      isNamed(name)(line) ? `${name}: ${change(line.slice(name.length + 1).trim())}` : line,
    ),
  });
const add =
  (...lines: readonly string[]) =>
  (head: Head): Head => ({ ...head, lines: [...head.lines, ...lines] });
const firstLine =
  (from: string | RegExp, to: string) =>
  (head: Head): Head => ({ ...head, first: head.first.replace(from, to) });
const statusOf = ({ first }: Head) => Number(first.slice(9, 12));
const onSwitch =
  (change: (head: Head) => Head | null) =>
  (head: Head): Head | null =>
    statusOf(head) === 101 ? change(head) : head;
const onRefusal =
  (change: (head: Head) => Head | null) =>
  (head: Head): Head | null =>
    statusOf(head) >= 200 ? change(head) : head;
const only =
  (name: string, change: (head: Head) => Head) =>
  (head: Head): Head =>
    valuesOf(head, name.toLowerCase()).length > 0 ? change(head) : head;

const declared = ['declared'] as const;
const forwarded = { clause: 'rfc9110/5.1/handshake-fields-forwarded', tags: declared } as const;
const fields = { clause: 'rfc9110/5.1/fields-forwarded', level: 'SHOULD', tags: ['interop'] } as const;
const relayed = { clause: 'service/7/proxy-reply-relayed', tags: declared } as const;
const relay = { clause: 'rfc9110/3.7/blind-relay', tags: declared } as const;
const smuggles = { clause: 'rfc9110/7.8/tunnel-on-101', tags: ['smuggling'] } as const;
const target = { clause: 'rfc9110/7.7/target-kept', level: 'SHOULD', tags: ['interop'] } as const;

const ofRequests: readonly HopDeviation[] = [
  {
    ...{ title: 'speaks HTTP/1.0 to the backend', clause: 'service/7/proxy-http11', tags: declared },
    behaviour: { forwards: firstLine('HTTP/1.1', 'HTTP/1.0') },
  },
  {
    ...{ title: 'drops Upgrade', clause: 'service/7/proxy-upgrade-passed', tags: declared },
    behaviour: { forwards: without('Upgrade') },
  },
  {
    ...{ title: 'sets no Connection', clause: 'service/7/proxy-connection-set', tags: declared },
    behaviour: { forwards: without('Connection') },
  },
  {
    ...{ title: 'drops Upgrade and Connection', clause: 'service/7/proxy-upgrade-passed', tags: declared },
    behaviour: { forwards: without('Upgrade', 'Connection') },
    also: ['service/7/proxy-connection-set'],
  },
  {
    ...{ title: 'reads the first line of Connection alone', clause: 'service/7/proxy-upgrade-passed' },
    ...{ tags: declared, also: ['service/7/proxy-connection-set'] },
    behaviour: {
      forwards: (due, came) =>
        valuesOf(came, 'connection').length > 1 ? without('Upgrade', 'Connection')(due) : due,
    },
    needs: ['Connection in two lines, one of which names a field'],
  },
  {
    ...{ title: 'forwards what is no request', clause: 'rfc9110/2.2/well-formed-forwarded', tags: declared },
    behaviour: { forwards: firstLine(/ .*/, '') },
  },
  {
    ...{ title: 'invents a version of HTTP', clause: 'rfc9112/2.3/own-version' },
    behaviour: { forwards: firstLine('HTTP/1.1', 'HTTP/1.3') },
  },
  {
    ...{ title: 'forwards fields that Connection names', clause: 'rfc9110/7.6.1/hop-fields-removed' },
    behaviour: { forwards: (due, came) => add(...came.lines.filter(isNamed('X-Ws101-Hop')))(due) },
    needs: ['Connection that names a field'],
  },
  {
    ...{
      title: 'puts its own Host',
      clause: 'service/7/proxy-host-kept',
      level: 'SHOULD',
      tags: ['service'],
    },
    behaviour: { forwards: replace('Host', () => 'backend.internal') },
  },
  {
    ...{ title: 'puts two Hosts', clause: 'service/7/proxy-host-kept', level: 'SHOULD', tags: ['service'] },
    behaviour: { forwards: add('Host: backend.internal') },
  },
  { ...target, title: 'adds to the query', behaviour: { forwards: firstLine(' HTTP', '&hop=1 HTTP') } },
  {
    ...target,
    title: 'decodes the query',
    behaviour: { forwards: firstLine('%2F', '/') },
    needs: ['a query with percent-encoding'],
  },
  {
    ...target,
    title: 'takes a plus in the query for a space',
    behaviour: { forwards: firstLine('+', '%20') },
    needs: ['a query with percent-encoding'],
  },
  {
    ...target,
    title: 'joins slashes of the path',
    behaviour: { forwards: firstLine('//', '/') },
    needs: ['a path with two slashes'],
  },
  {
    ...target,
    title: 'decodes the path',
    behaviour: { forwards: firstLine('%7E', '~') },
    needs: ['a path with percent-encoding'],
  },
  {
    ...target,
    title: 'takes an encoded slash for a slash',
    behaviour: { forwards: firstLine('b%2Fc', 'b/c') },
    needs: ['a path with an encoded slash'],
  },
  {
    ...target,
    title: 'forwards an absolute target without its query',
    behaviour: { forwards: firstLine(/ http:[^?]*\?\S*/, ' /chat') },
    needs: ['an absolute target'],
  },
  {
    ...forwarded,
    title: 'makes a key of its own',
    behaviour: { forwards: replace('Sec-WebSocket-Key', () => 'AAAAAAAAAAAAAAAAAAAAAA==') },
  },
  { ...forwarded, title: 'drops the version', behaviour: { forwards: without('Sec-WebSocket-Version') } },
  { ...forwarded, title: 'drops subprotocols', behaviour: { forwards: without('Sec-WebSocket-Protocol') } },
  {
    ...forwarded,
    title: 'writes subprotocols in lower case',
    behaviour: { forwards: replace('Sec-WebSocket-Protocol', (value) => value.toLowerCase()) },
    needs: ['subprotocols in one line'],
  },
  {
    ...{ ...forwarded, title: 'forwards the first line of subprotocols alone' },
    behaviour: {
      forwards: (due) => {
        const first = due.lines.findIndex(isNamed('Sec-WebSocket-Protocol'));
        return {
          ...due,
          lines: due.lines.filter((line, at) => at <= first || !isNamed('Sec-WebSocket-Protocol')(line)),
        };
      },
    },
    needs: ['subprotocols in two lines'],
  },
  {
    ...{ ...forwarded, title: 'sorts subprotocols' },
    behaviour: {
      forwards: replace('Sec-WebSocket-Protocol', (value) => value.split(/, */).toReversed().join(', ')),
    },
  },
  { ...forwarded, title: 'drops extensions', behaviour: { forwards: without('Sec-WebSocket-Extensions') } },
  {
    ...forwarded,
    title: 'drops parameters of extensions',
    behaviour: { forwards: replace('Sec-WebSocket-Extensions', (value) => value.replace(/;[^,]*/g, '')) },
  },
  {
    ...{ title: 'drops Origin', clause: 'rfc9110/7.7/origin-kept', tags: [] },
    behaviour: { forwards: without('Origin') },
    needs: ['an Origin'],
  },
  {
    ...{ title: 'puts its own Origin', clause: 'rfc9110/7.7/origin-kept', tags: [] },
    behaviour: { forwards: replace('Origin', () => 'http://backend.internal') },
    needs: ['an Origin'],
  },
  { ...fields, title: 'drops cookies', behaviour: { forwards: without('Cookie') }, needs: ['cookies'] },
  {
    ...fields,
    title: 'cuts long values',
    behaviour: { forwards: replace('Cookie', (value) => value.slice(0, 1_000)) },
    needs: ['3 kB of cookies'],
  },
  {
    ...fields,
    title: 'drops fields that it does not know',
    behaviour: { forwards: without('X-Ws101-One') },
    needs: ['fields that nobody knows'],
  },
  {
    ...{ ...fields, title: 'forwards the last line of a name alone' },
    behaviour: {
      forwards: only('X-Ws101-List', (head) => ({
        ...head,
        lines: head.lines.filter((line) => line !== 'X-Ws101-List: first'),
      })),
    },
    needs: ['a field in several lines'],
  },
  {
    ...{ title: 'turns the order of lines', clause: 'rfc9110/5.3/line-order', level: 'SHOULD', tags: [] },
    behaviour: { forwards: only('X-Ws101-List', (head) => ({ ...head, lines: head.lines.toReversed() })) },
    needs: ['a field in several lines'],
  },
  {
    ...{
      title: 'drops Authorization',
      clause: 'rfc9110/11.6.2/authorization-kept',
      level: 'SHOULD',
      tags: ['interop'],
    },
    behaviour: { forwards: without('Authorization') },
    needs: ['Authorization: Bearer'],
  },
  {
    ...{ title: 'drops who sends cookies', clause: 'service/3/proxy-drop', tags: declared },
    behaviour: { answers: (came) => (valuesOf(came, 'cookie').length > 0 ? null : undefined) },
    needs: ['cookies'],
  },
];

const ofReplies: readonly HopDeviation[] = [
  {
    ...relayed,
    title: 'answers 200 for a 101',
    behaviour: { relays: onSwitch(firstLine(/101.*/, '200 OK')) },
  },
  {
    ...relayed,
    title: 'answers 200 for a refusal',
    behaviour: { relays: onRefusal(firstLine(/ [45]\d\d .*/, ' 200 OK')) },
  },
  {
    ...{ title: 'drops the 101', clause: 'service/3/proxy-drop', tags: declared },
    behaviour: { relays: onSwitch(() => null) },
  },
  {
    ...{ title: 'drops refusals', clause: 'service/3/proxy-drop', tags: declared },
    behaviour: { relays: onRefusal(() => null) },
  },
  {
    ...{ title: 'passes back what is no reply', clause: 'rfc9110/2.2/well-formed-forwarded', tags: declared },
    behaviour: { relays: onSwitch(firstLine('HTTP/1.1', 'ICY')) },
  },
  {
    ...{ title: 'relays the 101 in HTTP/1.0', clause: 'rfc9112/2.3/own-version' },
    behaviour: { relays: onSwitch(firstLine('HTTP/1.1', 'HTTP/1.0')) },
  },
  {
    ...{ title: 'relays the 101 without Upgrade', clause: 'rfc9110/7.8/upgrade-in-relayed-switch' },
    behaviour: { relays: onSwitch(without('Upgrade')) },
  },
  {
    ...{ title: 'relays the 101 without Connection', clause: 'rfc9110/7.8/connection-in-relayed-switch' },
    behaviour: { relays: onSwitch(without('Connection')) },
  },
  {
    ...{ title: 'relays the 101 with Connection: close', clause: 'rfc9110/7.8/connection-in-relayed-switch' },
    behaviour: { relays: onSwitch(replace('Connection', () => 'close')) },
  },
  {
    ...{
      title: 'adds Content-Length to the 101',
      clause: 'rfc9110/8.6/no-length-in-relayed-switch',
      tags: [],
    },
    behaviour: { relays: onSwitch(add('Content-Length: 0')) },
  },
  {
    ...{ title: 'adds a coding to the 101', clause: 'rfc9112/6.1/no-coding-in-relayed-switch', tags: [] },
    behaviour: { relays: onSwitch(add('Transfer-Encoding: chunked')) },
  },
  {
    ...relayed,
    title: 'drops the accept value',
    behaviour: { relays: onSwitch(without('Sec-WebSocket-Accept')) },
  },
  {
    ...relayed,
    title: 'writes the accept value twice',
    behaviour: {
      relays: onSwitch((head) =>
        add(`Sec-WebSocket-Accept: ${valuesOf(head, 'sec-websocket-accept')[0]}`)(head),
      ),
    },
  },
  {
    ...relayed,
    title: 'drops the subprotocol',
    behaviour: { relays: onSwitch(without('Sec-WebSocket-Protocol')) },
    needs: ['one subprotocol'],
  },
  {
    ...relayed,
    title: 'chooses a subprotocol of its own',
    behaviour: { relays: onSwitch(replace('Sec-WebSocket-Protocol', () => 'x-hop')) },
    needs: ['one subprotocol'],
  },
  {
    ...relayed,
    title: 'drops the extensions of the 101',
    behaviour: { relays: onSwitch(without('Sec-WebSocket-Extensions')) },
    needs: ['permessage-deflate, agreed to, and a subprotocol'],
  },
  {
    ...relayed,
    title: 'agrees to an extension by itself',
    behaviour: {
      relays: onSwitch((head) =>
        add('Sec-WebSocket-Extensions: x-hop')(without('Sec-WebSocket-Extensions')(head)),
      ),
    },
  },
  {
    ...fields,
    title: 'drops the cookies of the 101',
    behaviour: { relays: onSwitch(without('Set-Cookie')) },
    needs: ['a 101 with fields'],
  },
  { ...fields, title: 'drops Retry-After', behaviour: { relays: without('Retry-After') } },
  {
    ...fields,
    title: 'drops the versions of a 426',
    behaviour: { relays: without('Sec-WebSocket-Version') },
  },
  {
    ...{ title: 'drops challenges', clause: 'rfc9110/11.6.1/challenge-kept', tags: [] },
    behaviour: { relays: without('WWW-Authenticate') },
    needs: ['a 401 with challenges'],
  },
  {
    ...{
      title: 'drops what goes before the reply',
      clause: 'rfc9110/15.2/interim-relayed',
      level: 'SHOULD',
      tags: ['interop'],
    },
    behaviour: { relays: (due) => (statusOf(due) === 103 ? { ...due, first: '' } : due) },
    needs: ['a 103 before the 101'],
  },
  {
    ...{ title: 'takes what goes before the reply for the reply', clause: 'service/3/proxy-drop' },
    ...{ level: 'SHOULD', tags: declared },
    behaviour: { takesInterimForFinal: true },
    needs: ['a 103 before the 101'],
  },
  {
    ...{ title: 'cuts the content of refusals', clause: 'rfc9110/2.2/well-formed-forwarded', tags: [] },
    behaviour: { content: (octets) => octets.subarray(0, 1) },
  },
];

const ofTunnels: readonly HopDeviation[] = [
  {
    ...relay,
    title: 'writes a line feed for each line end',
    behaviour: {
      forth: (octets) => Buffer.from(octets.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    },
  },
  {
    ...relay,
    title: 'takes octets for UTF-8',
    behaviour: { back: (octets) => Buffer.from(octets.toString('utf8')) },
  },
  {
    ...relay,
    title: 'loses what comes as a single octet',
    behaviour: { forth: (octets) => (octets.length === 1 ? Buffer.alloc(0) : octets) },
    needs: ['frames octet by octet'],
  },
  {
    ...relay,
    title: 'loses what comes with the 101',
    behaviour: { behind: () => Buffer.alloc(0) },
    needs: ['a 101 with a frame right behind it'],
  },
  {
    ...{ ...relay, level: 'SHOULD', tags: ['interop'], title: 'loses what comes with the opening' },
    behaviour: { early: () => Buffer.alloc(0) },
    needs: ['frames right behind the opening'],
  },
  {
    ...relay,
    title: 'passes on 64 kB of a piece',
    behaviour: { forth: (octets) => octets.subarray(0, 50_000) },
    needs: ['large frames in both directions'],
  },
  { ...smuggles, title: 'becomes a tunnel whatever is answered', behaviour: { tunnels: () => true } },
  {
    ...smuggles,
    title: 'becomes a tunnel on a 426',
    behaviour: { tunnels: (status) => status === 101 || status === 426 },
  },
  {
    ...smuggles,
    title: 'becomes a tunnel on a 200',
    behaviour: { tunnels: (status) => status === 101 || status === 200 },
  },
  {
    ...{ ...smuggles, title: 'becomes a tunnel for a version that is refused' },
    behaviour: {
      tunnels: (status, asked) => status === 101 || valuesOf(asked, 'sec-websocket-version')[0] === '99',
    },
    needs: ['another version, answered by a 426 that names versions, and octets behind it'],
  },
  {
    ...{ ...smuggles, title: 'becomes a tunnel for a CONNECT that is refused' },
    behaviour: { tunnels: (status, asked) => status === 101 || asked.first.startsWith('CONNECT ') },
    needs: ['a CONNECT, answered by a 426 that names versions, and octets behind it'],
  },
  {
    ...{ ...smuggles, title: 'passes requests on unread behind a 426, and nothing else' },
    behaviour: {
      tunnels: (status) => status === 101 || status === 426,
      forth: (octets) => Buffer.from(octets.toString('latin1').replace(/\x81\x90[0-9a-f]{16}/, ''), 'latin1'),
    },
    needs: ['a second request behind a 426 that names versions'],
  },
  {
    ...{ ...smuggles, title: 'passes on unread what is pipelined behind a refusal' },
    behaviour: {
      tunnels: () => true,
      forth: (octets) => Buffer.from(octets.toString('latin1').replace(/\x81\x90[0-9a-f]{16}/, ''), 'latin1'),
    },
  },
  {
    ...{ ...smuggles, title: 'becomes a tunnel for any protocol' },
    behaviour: { tunnels: (status, asked) => status === 101 || valuesOf(asked, 'upgrade')[0] === 'x-ws101' },
    needs: [
      'Upgrade with a protocol that nobody knows, answered by a 426 that names versions, and octets behind it',
    ],
  },
  {
    ...{ title: 'forwards two lengths', clause: 'rfc9112/6.3/framing-mended', tags: ['smuggling'] },
    behaviour: { takesAnyLength: true },
    needs: ['two Content-Length that differ, answered by a 426 that names versions, and octets behind it'],
  },
  {
    ...{ title: 'asks for WebSocket whoever comes', clause: 'rfc9110/7.8/unasked-switch-stopped', tags: [] },
    behaviour: {
      forwards: (due) =>
        add('Upgrade: websocket', 'Connection: Upgrade')(without('Upgrade', 'Connection')(due)),
      takesAnySwitch: true,
    },
  },
  {
    ...{
      title: 'relays a 101 that nobody asked for',
      clause: 'rfc9110/7.8/unasked-switch-stopped',
      level: 'SHOULD',
      tags: [],
    },
    behaviour: { takesAnySwitch: true },
  },
];

/** Hops that differ from the right one in one thing each. */
export const hopDeviations: readonly HopDeviation[] = [...ofRequests, ...ofReplies, ...ofTunnels];
