import type { Socket } from 'node:net';
import type { ConnectionOptions, SecureContextOptions, TLSSocket, TlsOptions } from 'node:tls';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { clientRows } from '../../../models/decisions/client.ts';
import { firstMessageRows } from '../../../models/decisions/first-message.ts';
import { serverRows } from '../../../models/decisions/server.ts';
import { tlsRows } from '../../../models/decisions/tls.ts';
import type { DialOptions } from '../../../src/client/dial.ts';
import type { SecureOptions } from '../../../src/client/secure.ts';
import type { FrameConnection } from '../../../src/frames/frame-connection.ts';
import type { FrameOptions } from '../../../src/frames/to-web-socket.ts';
import type { Behaviour } from '../../../src/intermediary/behaviour.ts';
import { type Message, toNewFields, withoutFields } from '../../../src/intermediary/message.ts';
import type { Turn } from '../../../src/intermediary/turn.ts';
import type { ListenOptions } from '../../../src/server/option.ts';
import type { Report } from '../../../src/verify/report/report.ts';
import { verifySelf } from '../../../src/verify/self/self.ts';
import type { NewField, RequestHead } from '../../../src/wire/index.ts';
import { clausesOf, findFaults, recordExchanges } from './recorded-exchange.ts';
import { spoilt } from './spoilt-answer.ts';

// A clause passes only where something has shown it: whoever broke it would have been told from who keeps it. So there
// has to be a reference implementation that deviates, and is found to, for every clause that passes.

/** What is changed in the reference implementation; what is left out stays as it is. */
interface Deviation {
  readonly title: string;
  /** The row by which the server decides on an opening, and on a first message. */
  readonly request?: (row: unknown) => unknown;
  readonly firstMessage?: (row: unknown) => unknown;
  /** What the server answers with. */
  readonly says?: (reply: string) => string;
  /** The row by which the client decides on a reply, and on TLS. */
  readonly reply?: (row: unknown) => unknown;
  readonly tls?: (row: unknown) => unknown;
  /** What the client sends. */
  readonly sends?: (request: string) => string;
  /** Whether it takes input that is of no use, for another. */
  readonly takesAnything?: boolean;
  /** The key of every handshake. */
  readonly key?: string;
  /** Whether handshakes with one address do not wait for each other. */
  readonly waitsForNobody?: boolean;
  /** Whether nobody pings. */
  readonly pingsNever?: boolean;
  /** Options of TLS, as the client and the server give them to Node. */
  readonly dials?: ConnectionOptions;
  readonly serves?: TlsOptions;
  /** Whether the client waits on for a server that it cannot reach. */
  readonly waitsUnreached?: boolean;
  /** Whether the client takes the end of any line that it reads last for the end of the head. */
  readonly completesHeads?: boolean;
  /** Whether the client speaks frames as a server does. */
  readonly framesAsServer?: boolean;
  /** Whether the client keeps to itself what was agreed on. */
  readonly agreesOnNothing?: boolean;
  /** Whether neither peer speaks TLS, on any port. */
  readonly speaksNoTls?: boolean;
  /** Whether a hop does right, whatever it is meant to do wrong. */
  readonly hopsDoRight?: boolean;
  /** What the hop that keeps every rule does with heads. */
  readonly hop?: Partial<Behaviour>;
  /** Whether a hop takes all that comes behind a head for its content. */
  readonly readsNoFraming?: boolean;
  /** Whether a hop loses what comes behind the end of a head and its content. */
  readonly losesRest?: boolean;
}

const weak = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

const current = vi.hoisted(() => ({ deviation: {} as Deviation })); // it is replaced before each run

vi.mock('../../../models/compiled/server.ts', async (load) => {
  const { decideRequest } = await load<typeof import('../../../models/compiled/server.ts')>();
  type Parameters_ = Parameters<typeof decideRequest>;
  return {
    decideRequest: (...given: Parameters_) =>
      (current.deviation.request ?? ((row) => row))(decideRequest(...given)),
  };
});
vi.mock('../../../models/compiled/first-message.ts', async (load) => {
  const { decideFirstMessage } = await load<typeof import('../../../models/compiled/first-message.ts')>();
  return {
    decideFirstMessage: (...given: Parameters<typeof decideFirstMessage>) =>
      (current.deviation.firstMessage ?? ((row) => row))(decideFirstMessage(...given)),
  };
});
vi.mock('../../../models/compiled/client.ts', async (load) => {
  const { decideReply } = await load<typeof import('../../../models/compiled/client.ts')>();
  return {
    decideReply: (...given: Parameters<typeof decideReply>) =>
      (current.deviation.reply ?? ((row) => row))(decideReply(...given)),
  };
});
vi.mock('../../../models/compiled/tls.ts', async (load) => {
  const { decideTls } = await load<typeof import('../../../models/compiled/tls.ts')>();
  return {
    decideTls: (...given: Parameters<typeof decideTls>) =>
      (current.deviation.tls ?? ((row) => row))(decideTls(...given)),
  };
});
vi.mock('node:tls', async (load) => {
  const module = await load<typeof import('node:tls')>();
  return {
    ...module,
    connect: (options: ConnectionOptions) => module.connect({ ...options, ...current.deviation.dials }),
    createSecureContext: (options: SecureContextOptions) =>
      module.createSecureContext({ ...options, ...current.deviation.dials }),
    createServer: (options: TlsOptions, play: (socket: TLSSocket) => void) =>
      module.createServer({ ...options, ...current.deviation.serves }, play),
  };
});
vi.mock('../../../src/client/secure.ts', async (load) => {
  const module = await load<typeof import('../../../src/client/secure.ts')>();
  return {
    ...module,
    secure: async (options: SecureOptions) =>
      current.deviation.speaksNoTls ? { ok: true, socket: options.socket } : await module.secure(options),
  };
});
vi.mock('../../../src/client/dial.ts', async (load) => {
  const module = await load<typeof import('../../../src/client/dial.ts')>();
  return {
    ...module,
    dial: async (options: DialOptions) => {
      const dialled = await module.dial(options);
      if (dialled.ok && current.deviation.completesHeads) completeHeads(dialled.socket);
      return dialled.ok || !current.deviation.waitsUnreached ? dialled : await new Promise(() => {});
    },
  };
});
vi.mock('../../../src/frames/to-web-socket.ts', async (load) => {
  const { toWebSocket } = await load<typeof import('../../../src/frames/to-web-socket.ts')>();
  return {
    toWebSocket: (connection: FrameConnection, options?: FrameOptions) =>
      toWebSocket(current.deviation.framesAsServer ? { ...connection, role: 'server' } : connection, options),
  };
});
vi.mock('../../../src/facts/reply-facts.ts', async (load) => {
  const module = await load<typeof import('../../../src/facts/reply-facts.ts')>();
  return {
    ...module,
    readReplyHead: (...given: Parameters<typeof module.readReplyHead>) => {
      const reading = module.readReplyHead(...given);
      return current.deviation.agreesOnNothing ? { ...reading, extensions: [], deflate: null } : reading;
    },
  };
});
vi.mock('../../../src/server/listen.ts', async (load) => {
  const { listen } = await load<typeof import('../../../src/server/listen.ts')>();
  return {
    listen: ({ tls, ...options }: ListenOptions) =>
      listen(tls && !current.deviation.speaksNoTls ? { ...options, tls } : options),
  };
});
vi.mock('../../../src/server/reply.ts', async (load) => {
  const { writeReply } = await load<typeof import('../../../src/server/reply.ts')>();
  return {
    writeReply: (...given: Parameters<typeof writeReply>) =>
      (current.deviation.says ?? ((text) => text))(writeReply(...given)),
  };
});
vi.mock('../../../src/client/prepare.ts', async (load) => {
  const module = await load<typeof import('../../../src/client/prepare.ts')>();
  return {
    ...module,
    prepare: (...[url, options, key]: Parameters<typeof module.prepare>) => {
      const { sends = (text: string) => text, takesAnything } = current.deviation;
      try {
        const prepared = module.prepare(url, options, key);
        const proxy = prepared.proxy && { ...prepared.proxy, text: sends(prepared.proxy.text) };
        return { ...prepared, proxy, text: sends(prepared.text) };
      } catch (error) {
        if (takesAnything) return module.prepare('ws://127.0.0.1:1/', {}, key);
        throw error;
      }
    },
  };
});
vi.mock('../../../src/client/nonce.ts', async (load) => {
  const { drawKey } = await load<typeof import('../../../src/client/nonce.ts')>();
  return { drawKey: () => current.deviation.key ?? drawKey() };
});
vi.mock('../../../src/client/turn.ts', async (load) => {
  const { takeTurn } = await load<typeof import('../../../src/client/turn.ts')>();
  return {
    takeTurn: async (address: string) =>
      current.deviation.waitsForNobody ? () => {} : await takeTurn(address),
  };
});
vi.mock('../../../src/frames/keep-open.ts', async (load) => {
  const module = await load<typeof import('../../../src/frames/keep-open.ts')>();
  return {
    ...module,
    keepOpen: (...given: Parameters<typeof module.keepOpen>) =>
      current.deviation.pingsNever ? () => {} : module.keepOpen(...given),
  };
});
vi.mock('../../../src/intermediary/behaviour.ts', async (load) => {
  const module = await load<typeof import('../../../src/intermediary/behaviour.ts')>();
  const names = Object.keys(module.behaviours);
  const right = module.behaviours.passes;
  return {
    ...module,
    get behaviours() {
      const { hop, hopsDoRight } = current.deviation;
      if (hop) return { ...module.behaviours, passes: { ...right, ...hop } };
      if (!hopsDoRight) return module.behaviours;
      return Object.fromEntries(names.map((name) => [name, right]));
    },
  };
});
vi.mock('../../../src/intermediary/content-cutter.ts', async (load) => {
  const { ContentCutter } = await load<typeof import('../../../src/intermediary/content-cutter.ts')>();
  return {
    ContentCutter: class extends ContentCutter {
      override get isDone() {
        return !current.deviation.readsNoFraming && super.isDone;
      }
      override cut(chunk: Uint8Array) {
        const { readsNoFraming, losesRest } = current.deviation;
        const { content, behind } = readsNoFraming
          ? { content: chunk, behind: Buffer.of() }
          : super.cut(chunk);
        return { content, behind: losesRest ? Buffer.of() : behind };
      }
    },
  };
});

const rowOf = (rows: readonly { readonly guard: string }[], guard: string) =>
  rows.find((row) => row.guard === guard);
const always = (row: unknown) => () => row;
const without = (name: string) => (text: string) => text.replace(new RegExp(`^${name}: .*\r\n`, 'im'), '');
const instead = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
const onMessage = (change: (message: Message) => Message) => (due: Turn) =>
  due.type === 'forward' ? { ...due, messages: due.messages.map(change) } : due;
const inFields = (change: (fields: readonly NewField[]) => readonly NewField[]) =>
  onMessage((message) => ({ ...message, fields: change(message.fields) }));
const addFramingToSwitch = (message: Message) => ({
  ...message,
  fields: message.startLine.includes(' 101 ')
    ? [...message.fields, ['Content-Length', '0'] as const, ['Transfer-Encoding', 'chunked'] as const]
    : message.fields,
});
const forwardAll = (_: Turn, { method, target, fields }: RequestHead): Turn => ({
  type: 'forward',
  messages: [{ startLine: `${method} ${target} HTTP/1.1`, fields: toNewFields(fields) }],
});
const behindHead = (line: string) => instead(/\r\n\r\n$/, `\r\n${line}\r\n\r\n`);

const deviations: readonly Deviation[] = [
  { title: 'a server that accepts everything', request: always(rowOf(serverRows, 'otherwise')) },
  { title: 'a server that refuses everything', request: always(rowOf(serverRows, 'keyIsAbsent')) },
  { title: 'a server that finds nothing', request: always(rowOf(serverRows, 'pathIsUnknown')) },
  { title: 'a server that takes every message', firstMessage: always(rowOf(firstMessageRows, 'otherwise')) },
  { title: 'a server that takes no message', firstMessage: always(rowOf(firstMessageRows, 'messageIsLate')) },
  { title: 'a server without a status', says: instead(/^HTTP\/1\.1 \d+/, 'HTTP/1.1 200') },
  {
    title: 'a server that says too much',
    says: behindHead('Sec-WebSocket-Protocol: x\r\nSec-WebSocket-Extensions: x'),
  },
  { title: 'a server that says nothing of its own', says: instead(/\r\n[\s\S]*/, '\r\n\r\n') },
  { title: 'a server with another accept value', says: instead(/Accept: ./, 'Accept: ~') },
  { title: 'a client that opens on anything', reply: always(rowOf(clientRows, 'otherwise')) },
  { title: 'a client that opens on nothing', reply: always(rowOf(clientRows, 'statusIsNot101')) },
  { title: 'a client that waits for ever', reply: always(rowOf(clientRows, 'statusIsInterim')) },
  { title: 'a client that takes every certificate', tls: always(rowOf(tlsRows, 'otherwise')) },
  { title: 'a client that takes no certificate', tls: always(rowOf(tlsRows, 'certificateIsUnacceptable')) },
  { title: 'a client that asks for no name and no protocol', dials: { servername: '', ALPNProtocols: [] } },
  { title: 'peers with old versions of TLS', dials: weak, serves: weak },
  { title: 'servers that speak every protocol', serves: { ALPNProtocols: ['h2', 'http/1.1'] } },
  { title: 'peers that speak no TLS', speaksNoTls: true },
  { title: 'a server that refuses with 404', says: instead(/^HTTP\/1\.1 400 .*/, 'HTTP/1.1 404 Not Found') },
  { title: 'a client that waits for a server that is not there', waitsUnreached: true },
  { title: 'a client that completes a head by itself', completesHeads: true },
  { title: 'a client that speaks frames as a server does', framesAsServer: true },
  { title: 'a client that knows of no extension in use', agreesOnNothing: true },
  { title: 'a client that takes any input', takesAnything: true },
  { title: 'a client with one key', key: 'AAAAAAAAAAAAAAAAAAAAAA==' },
  { title: 'a client that waits for nobody', waitsForNobody: true },
  { title: 'peers that never ping', pingsNever: true },
  { title: 'hops that do right', hopsDoRight: true },
  {
    title: 'a hop that drops credentials, challenges and cookies',
    hop: {
      request: inFields((fields) => withoutFields(fields, ['Authorization', 'Cookie'])),
      reply: inFields((fields) => withoutFields(fields, ['WWW-Authenticate', 'Set-Cookie'])),
    },
  },
  { title: 'a hop that turns fields around', hop: { request: inFields((fields) => fields.toReversed()) } },
  { title: 'a hop that forwards whatever it can read', hop: { request: forwardAll } },
  {
    title: 'a hop that tells the length and the coding of a 101',
    hop: { reply: onMessage(addFramingToSwitch) },
  },
  { title: 'a hop that knows no content', readsNoFraming: true },
  { title: 'a hop that loses what comes behind a request', losesRest: true },
  ...['Host', 'Upgrade', 'Connection', 'Sec-WebSocket-Key', 'Sec-WebSocket-Version'].flatMap((name) => [
    { title: `a client that sends no ${name}`, sends: without(name) },
  ]),
  { title: 'a client that posts', sends: instead(/^GET/, 'POST') },
  { title: 'a client of HTTP/1.0', sends: instead('HTTP/1.1', 'HTTP/1.0') },
  { title: 'a client that asks for /', sends: instead(/ \S+ HTTP/, ' / HTTP') },
  { title: 'a client with an absolute target', sends: instead(/ \//, ' http://a/') },
  {
    title: 'a client that names its host last',
    sends: instead(/^(Host: .*\r\n)([\s\S]*)\r\n$/m, '$2$1\r\n'),
  },
  { title: 'a client with pad bits', sends: instead(/^(Sec-WebSocket-Key: .*).==/m, '$1/==') },
  {
    title: 'a client that offers nothing',
    sends: (text) => without('Sec-WebSocket-Protocol')(without('Sec-WebSocket-Extensions')(text)),
  },
  {
    title: 'a client that offers too much',
    sends: behindHead('Sec-WebSocket-Protocol: , x/y\r\nSec-WebSocket-Extensions: x'),
  },
  {
    title: 'a client that announces content',
    sends: behindHead('Content-Length: 1\r\nExpect: 100-continue'),
  },
  { title: 'a client that names no origin', sends: without('Origin') },
  { title: 'a client whose request cannot be read', sends: instead(/^Upgrade:/im, 'Upgrade :') },
  { title: 'a client that does not wait', sends: (text) => `${text}\x81\x80\x00\x00\x00\x00` },
];

/** Clauses that pass and that no deviation here makes fail, each with its reason. */
const exceptions: Readonly<Partial<Record<ClauseId, string>>> = {
  'rfc6455/3/default-port':
    'A client that goes to another port makes no connection that is seen; it passes where one came to port 80.',
  'service/7/malformed-400': 'Another status is no breach; it passes where the 400 was seen.',
  'rfc6455/4.2.2/subprotocol-supported':
    'What is spoilt here does not know what was offered; a server that takes any name is planted in test/mutants.',
  'rfc6455/7.3/not-ended-at-once':
    'What is spoilt here are octets, and none of them ends a connection; such a server is planted in test/mutants.',
};

/** Has a socket read an empty line behind each line that comes last. */
function completeHeads(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = () => {
    const octets: Buffer | null = read();
    return /[^\n]\r\n$/.test(octets?.toString('latin1') ?? '')
      ? Buffer.concat([octets ?? Buffer.of(), end])
      : octets;
  };
}
const end = Buffer.from('\r\n');

/** The clauses that a report finds broken. */
function brokenIn({ clauses, choices }: Report): readonly ClauseId[] {
  const failing = [...clauses, ...choices].filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return failing.map(({ id }) => id);
}

describe('what verify self passes', () => {
  const passing = new Set<ClauseId>();
  const broken = new Set<ClauseId>();
  const unnoticed: string[] = [];

  beforeAll(async () => {
    const run = { seed: 1, runs: 1, timeout: 300 };
    const { clauses, choices } = await verifySelf('0', { ...run, timeout: 20_000 });
    for (const { id, verdict } of [...clauses, ...choices]) if (verdict === 'pass') passing.add(id);
    const recorded = await recordExchanges(1, 2);
    for (const [, spoil] of spoilt) for (const id of clausesOf(findFaults(recorded, spoil))) broken.add(id);
    // Whoever deviates throws where nobody catches, and leaves promises that nobody awaits any more.
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      process.removeAllListeners(event).on(event, () => {});
    }
    for (const deviation of deviations) {
      current.deviation = deviation;
      const found = brokenIn(await verifySelf('0', run));
      if (found.length === 0) unnoticed.push(deviation.title);
      for (const id of found) broken.add(id);
    }
    current.deviation = { title: 'none' };
  }, 2_400_000);

  test('every deviation is found', () => {
    expect(unnoticed).toEqual([]);
  });

  test('fails where a reference implementation deviates', () => {
    const excused = Object.keys(exceptions);
    expect([...passing].filter((id) => !broken.has(id)).sort()).toEqual(excused.sort());
  });
});
