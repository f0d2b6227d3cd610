import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { serverTable } from '../../models/decisions/server.ts';
import { serverSession } from '../../models/lifecycles/session.ts';
import * as draw from '../../src/draw/index.ts';
import * as ws101 from '../../src/index.ts';
import { verifyClient, verifyProxy, verifyServer } from '../../src/verify/index.ts';
import { describeServer } from '../../src/verify/vitest.ts';

const onConnection = () => {};
const { accept, attach, connect, keepOpen, listen, refuse, startHandshake, toWebSocket } = ws101;
const diagram = draw.readDiagram(serverSession);
const webSocket = Object.create(WebSocket.prototype) as WebSocket; // its options are refused before it is looked at
const connection = { role: 'client' } as unknown as ws101.FrameConnection; // the same
const url = 'ws://a.test';

/** A call with options as JavaScript may give them, what it is told of unknown ones, and one of another kind. */
type Call = readonly [caller: string, known: string, call: (options: never) => unknown];

const calls: readonly Call[] = [
  ['connect', 'subprotocols', (options) => connect(url, options)],
  ['startHandshake', 'headers', (options) => startHandshake(url, options)],
  ['listen', 'authorize', (options) => listen(Object.assign({ onConnection }, options))],
  ['attach', 'onOutcome', (options) => attach(createServer(), { '/a': { onConnection } }, options)],
  ['toWebSocket', 'maxPayload', (options) => toWebSocket(connection, options)],
  ['keepOpen', 'pingInterval', (options) => keepOpen(webSocket, options)],
  ['queryToken', 'name', (options) => ws101.queryToken('a', options)],
  ['cookie', 'realm', (options) => ws101.cookie('a', 'b', options)],
  ['bearer', 'realm', (options) => ws101.bearer('a', options)],
  ['basic', 'realm', (options) => ws101.basic('a', options)],
  ['apiKey', 'name', (options) => ws101.apiKey('a', options)],
  ['subprotocolToken', 'prefix', (options) => ws101.subprotocolToken('a', options)],
  ['firstMessage', 'maxOctets', (options) => ws101.firstMessage('a', options)],
  ['accept', 'headers', (options) => accept(options)],
  ['refuse', 'body', (options) => refuse(403, options)],
  ['verifyServer', 'keyCheck', (options) => verifyServer(url, options)],
  ['verifyClient', 'concurrency', (options) => verifyClient(['true'], options)],
  ['verifyProxy', 'backend', (options) => verifyProxy(url, options)],
  ['describeServer', 'waivers', (options) => describeServer(url, options)],
  ['toDot', 'transitions', (options) => draw.toDot(diagram, options)],
  ['toDot', 'direction', (options) => draw.toDot(diagram, {}, options)],
  ['toSvg', 'states', (options) => draw.toSvg(diagram, options)],
  ['toSvg', 'direction', (options) => draw.toSvg(diagram, {}, options)],
  ['toMermaid', 'states', (options) => draw.toMermaid(diagram, options)],
  ['toMarkdown', 'transitions', (options) => draw.toMarkdown(diagram, options)],
  ['tableToDot', 'rules', (options) => draw.tableToDot(serverTable, options)],
  ['tableToSvg', 'rules', (options) => draw.tableToSvg(serverTable, options)],
  ['tableToMermaid', 'rules', (options) => draw.tableToMermaid(serverTable, options)],
  ['tableToMarkdown', 'overlay', (options) => draw.tableToMarkdown(serverTable, options)],
];

describe.each(calls)('%s, of which %s is an option', (caller, known, call) => {
  /** What it throws or rejects with. */
  const failure = async (options: unknown): Promise<unknown> => {
    try {
      await call(options as never); // as JavaScript may
    } catch (error) {
      return error;
    }
    return null;
  };

  test('refuses one that is misspelt', async () => {
    const misspelt = `${known.slice(0, -1)}q`;
    expect(await failure({ [misspelt]: undefined })).toEqual(
      new TypeError(`${caller} has no option \`${misspelt}\`. Did you mean \`${known}\`?`),
    );
  });

  test('refuses one of another kind', async () => {
    const error = await failure({ [known]: 1n });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(`the option \`${known}\` of ${caller} is a bigint: `);
  });
});

describe('options that stand inside others', () => {
  test.each<[string, () => unknown]>([
    [
      'connect has no option `tls.agent`. It knows `tls.ca`, `tls.cert`, ',
      () => connect(url, { tls: { agent: 'a' } } as object),
    ],
    [
      'connect has no option `proxyTls.cert1`. Did',
      () => connect(url, { proxyTls: { cert1: 'a' } } as object),
    ],
    [
      'connect has no option `permessageDeflate[0].clientMaxWindowsBits`. Did you mean',
      () => connect(url, { permessageDeflate: [{ clientMaxWindowsBits: 9 } as object] }),
    ],
    [
      'attach has no option `routes["/a"].subprotocol`. Did you mean `routes["/a"].subprotocols`?',
      () => attach(createServer(), { '/a': { onConnection, subprotocol: 'a' } as ws101.EndpointOptions }),
    ],
    [
      'attach, routes["/a"]: an object of options was expected, and not a function',
      () => attach(createServer(), { '/a': onConnection as unknown as ws101.EndpointOptions }),
    ],
    [
      'attach has no option `limits.headOctets`. It knows `limits.targetOctets`',
      () => attach(createServer(), { '/a': { onConnection } }, { limits: { headOctets: 1 } as object }),
    ],
    [
      'toWebSocket has no option `keepOpen.pingIntervall`. Did you mean `keepOpen.pingInterval`?',
      () => toWebSocket(connection, { keepOpen: { pingIntervall: 1 } as object }),
    ],
    [
      'toWebSocket has no option `deflate.treshold`. Did you mean `deflate.threshold`?',
      () => toWebSocket(connection, { deflate: { treshold: 1 } as object }),
    ],
    [
      'verifyServer has no option `shard.indx`. Did you mean `shard.index`?',
      () => verifyServer(url, { shard: { indx: 0, count: 1 } as unknown as { index: 0; count: 1 } }),
    ],
    [
      "the option `auth` of verifyServer is an object: a credential, as in { in: 'query', ",
      () =>
        verifyServer(url, {
          auth: { in: 'body', value: 'a' } as unknown as { in: 'firstMessage'; value: '' },
        }),
    ],
    [
      'describeServer has no option `waivers[0].raeson`. Did you mean `waivers[0].reason`?',
      () => describeServer(url, { waivers: [{ raeson: 'a' } as unknown as { tag: 'early'; reason: '' }] }),
    ],
    [
      'tableToMarkdown has no option `overlay.rule`. Did you mean `overlay.rules`?',
      () => draw.tableToMarkdown(serverTable, { overlay: { rule: new Map() } as object }),
    ],
  ])('%s', async (message, call) => {
    const result = (async () => call())();
    await expect(result).rejects.toThrow(TypeError);
    await expect(result).rejects.toThrow(message);
  });
});
