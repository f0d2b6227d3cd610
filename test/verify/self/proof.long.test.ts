import type { TlsOptions } from 'node:tls';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { clientRows } from '../../../models/decisions/client.ts';
import { firstMessageRows } from '../../../models/decisions/first-message.ts';
import { serverRows } from '../../../models/decisions/server.ts';
import { tlsRows } from '../../../models/decisions/tls.ts';
import { tunnelRows } from '../../../models/decisions/tunnel.ts';
import type { DialOptions } from '../../../src/client/dial.ts';
import type { Report } from '../../../src/verify/report/report.ts';
import { verifySelf } from '../../../src/verify/self/self.ts';
import { clientDeviations } from '../../mutants/client-deviation.ts';
import { deviations as deviatingServers, excusedDeviations } from '../../mutants/deviation.ts';
import { hopDeviations } from '../../mutants/hop-deviation.ts';

// A clause passes only where something has shown it: whoever broke it would have been told from who keeps it. So there
// has to be a deviation that is found, for every clause that passes: of this reference implementation, or planted in another.

/** What is changed in the reference implementation; what is left out stays as it is. */
interface Deviation {
  readonly title: string;
  /** The row by which the server decides on an opening, and on a first message. */
  readonly request?: (row: unknown) => unknown;
  readonly firstMessage?: (row: unknown) => unknown;
  /** What the server answers with. */
  readonly says?: (reply: string) => string;
  /** The row by which the client decides on a reply, on one to CONNECT, and on TLS. */
  readonly reply?: (row: unknown) => unknown;
  readonly tunnel?: (row: unknown) => unknown;
  readonly tls?: (row: unknown) => unknown;
  /** What the client sends. */
  readonly sends?: (request: string) => string;
  /** Whether handshakes with one address do not wait for each other. */
  readonly waitsForNobody?: boolean;
  readonly serves?: TlsOptions;
  /** Whether the client waits on for a server that it cannot reach. */
  readonly waitsUnreached?: boolean;
  /** Whether the client keeps to itself what was agreed on. */
  readonly agreesOnNothing?: boolean;
  /** Whether a hop does right, whatever it is meant to do wrong. */
  readonly hopsDoRight?: boolean;
}

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
vi.mock('../../../models/compiled/tunnel.ts', async (load) => {
  const { decideTunnel } = await load<typeof import('../../../models/compiled/tunnel.ts')>();
  return {
    decideTunnel: (...given: Parameters<typeof decideTunnel>) =>
      (current.deviation.tunnel ?? ((row) => row))(decideTunnel(...given)),
  };
});
vi.mock('../../../models/compiled/tls.ts', async (load) => {
  const { decideTls } = await load<typeof import('../../../models/compiled/tls.ts')>();
  return {
    decideTls: (...given: Parameters<typeof decideTls>) =>
      (current.deviation.tls ?? ((row) => row))(decideTls(...given)),
  };
});
vi.mock('../../../src/client/dial.ts', async (load) => {
  const module = await load<typeof import('../../../src/client/dial.ts')>();
  return {
    ...module,
    dial: async (options: DialOptions) => {
      const dialled = await module.dial(options);
      return dialled.ok || !current.deviation.waitsUnreached ? dialled : await new Promise(() => {});
    },
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
      const { sends = (text: string) => text } = current.deviation;
      const prepared = module.prepare(url, options, key);
      return { ...prepared, text: sends(prepared.text) };
    },
  };
});
vi.mock('../../../src/client/queue.ts', async (load) => {
  const { enterQueue } = await load<typeof import('../../../src/client/queue.ts')>();
  return {
    enterQueue: async (address: string) =>
      current.deviation.waitsForNobody ? () => {} : await enterQueue(address),
  };
});
vi.mock('../../../src/intermediary/behaviour.ts', async (load) => {
  const module = await load<typeof import('../../../src/intermediary/behaviour.ts')>();
  const names = Object.keys(module.behaviours);
  const right = module.behaviours.passes;
  return {
    ...module,
    get behaviours() {
      if (!current.deviation.hopsDoRight) return module.behaviours;
      return Object.fromEntries(names.map((name) => [name, right]));
    },
  };
});
const rowOf = (rows: readonly { readonly guard: string }[], guard: string) =>
  rows.find((row) => row.guard === guard);
const always = (row: unknown) => () => row;
const without = (name: string) => (text: string) => text.replace(new RegExp(`^${name}: .*\r\n`, 'im'), '');
const instead = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
const deviations: readonly Deviation[] = [
  { title: 'a server that accepts everything', request: always(rowOf(serverRows, 'otherwise')) },
  { title: 'a server that refuses everything', request: always(rowOf(serverRows, 'keyIsAbsent')) },
  { title: 'a server that finds nothing', request: always(rowOf(serverRows, 'pathIsUnknown')) },
  { title: 'a server that takes every message', firstMessage: always(rowOf(firstMessageRows, 'otherwise')) },
  { title: 'a server that takes no message', firstMessage: always(rowOf(firstMessageRows, 'messageIsLate')) },
  { title: 'a server that says nothing of its own', says: instead(/\r\n[\s\S]*/, '\r\n\r\n') },
  { title: 'a server that refuses with 404', says: instead(/^HTTP\/1\.1 400 .*/, 'HTTP/1.1 404 Not Found') },
  { title: 'a client that opens on anything', reply: always(rowOf(clientRows, 'otherwise')) },
  { title: 'a client that opens on nothing', reply: always(rowOf(clientRows, 'statusIsNot101')) },
  { title: 'a client that waits for ever', reply: always(rowOf(clientRows, 'statusIsInterim')) },
  { title: 'a client that takes every tunnel', tunnel: always(rowOf(tunnelRows, 'otherwise')) },
  { title: 'a client that takes every certificate', tls: always(rowOf(tlsRows, 'otherwise')) },
  { title: 'a client that waits for a server that is not there', waitsUnreached: true },
  { title: 'a client that knows of no extension in use', agreesOnNothing: true },
  { title: 'a client that waits for nobody', waitsForNobody: true },
  { title: 'a client that asks for /', sends: instead(/ \S+ HTTP/, ' / HTTP') },
  {
    title: 'a client that offers nothing',
    sends: (text) => without('Sec-WebSocket-Protocol')(without('Sec-WebSocket-Extensions')(text)),
  },
  { title: 'a client whose request cannot be read', sends: instead(/^Upgrade:/im, 'Upgrade :') },
  { title: 'hops that do right', hopsDoRight: true },
];

/** Clauses that pass and that no deviation makes fail, by the reason. */
const exceptions = {
  'It is a choice, or weighs no more than a note.': [
    'rfc4648/3.5/pad-bits-accepted',
    'rfc6455/4.1/redirect-not-followed',
    'rfc6455/9/extensions-accepted',
    'rfc7692/5/offer-order',
    'rfc7692/7.1.1.2/client-takeover-answered',
    'rfc7692/7.1.2.2/client-bits-answered',
    'rfc9110/5.5/octets-above-ascii',
    'rfc9110/6.2/minor-version',
    'rfc9112/2.2/leading-empty-line',
    'service/7/malformed-400',
  ],
  'A client that asks for another target is found under another clause, and one of another port is not seen.':
    ['rfc6455/3/default-port', 'rfc6455/3/no-fragment', 'rfc6455/3/resource-name'],
  'Rows and octets are changed here: no timer, no end of a connection, and no TLS.': [
    'rfc6455/4.1/tls-before-handshake',
    'rfc6455/7.1.7/no-further-data',
    'rfc9112/9.6/close-after-close-option',
    'service/3/no-response',
  ],
} as const satisfies Readonly<Record<string, readonly ClauseId[]>>;

/** The clauses that a report finds broken. */
function brokenIn({ clauses, choices }: Report): readonly ClauseId[] {
  const failing = [...clauses, ...choices].filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return failing.map(({ id }) => id);
}

describe('what verify self passes', () => {
  const passing = new Set<ClauseId>();
  // Other servers, clients and hops are found to break these (`test/mutants`), by the same rooms.
  const planted = [...deviatingServers, ...clientDeviations, ...hopDeviations];
  const broken = new Set<ClauseId>([
    ...planted.flatMap(({ clause, also = [] }) => [clause, ...also]),
    ...deviatingServers.flatMap(({ warned = [] }) => warned),
    ...excusedDeviations.map(({ clause }) => clause),
  ]);
  const unnoticed: string[] = [];

  beforeAll(async () => {
    const run = { seed: 1, runs: 1, timeout: 300 };
    const { clauses, choices } = await verifySelf('0', { ...run, timeout: 20_000 });
    for (const { id, verdict } of [...clauses, ...choices]) if (verdict === 'pass') passing.add(id);
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
    const excused = Object.values(exceptions).flat();
    expect([...passing].filter((id) => !broken.has(id)).sort()).toEqual(excused.toSorted());
  });
});
