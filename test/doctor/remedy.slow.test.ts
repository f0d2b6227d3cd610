import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { bind } from '../../src/bind.ts';
import { connect, type HandshakeOptions, toWebSocket } from '../../src/client/index.ts';
import { remedies } from '../../src/knowledge/remedy/remedy.ts';
import { startProxy } from '../peers/proxy-program.ts';
import { describeWith } from '../system.ts';
import { statusOf } from './opening-status.ts';
import { mendConfiguration, type RemedyBase, remedyBases } from './remedy-base.ts';

// Each remedy that is said to be run is put into a configuration that is wrong, which is seen to fail without it.

/** Takes large heads, no HTTP/1.0, and from pages no Origin but one of its own host. */
const server = createServer({ maxHeaderSize: 65_536 }, ({ httpVersion }, response) => {
  response.writeHead(httpVersion === '1.0' ? 505 : 426, { 'Content-Length': 0 }).end();
});
const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: true });
server.on('upgrade', (request, socket, head) => {
  const { host, origin } = request.headers;
  const isOwn = origin === undefined || new URL(origin).host === host;
  if (isOwn)
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
    });
  else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
});
let backend = 0;

beforeAll(async () => {
  backend = (await bind(server)).port;
});

afterAll(async () => {
  for (const webSocket of webSockets.clients) webSocket.terminate();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** Starts the program of a base with a configuration; gives where it listens. */
async function start({ program }: RemedyBase, config: string): Promise<string> {
  const proxy = await startProxy(program, ({ port }) =>
    config.replaceAll('PORT', String(port)).replaceAll('8080', String(backend)),
  );
  onTestFinished(() => proxy.end());
  return `ws://127.0.0.1:${proxy.port}`;
}

function open(url: string, { path, cookie, isSameOrigin }: RemedyBase) {
  const options: HandshakeOptions = {
    permessageDeflate: true,
    ...(isSameOrigin ? { origin: url.replace('ws:', 'http:') } : {}),
    ...(cookie > 0 ? { headers: [['Cookie', `a=${'a'.repeat(cookie)}`]] } : {}),
  };
  return connect(`${url}${path}`, options);
}

const deflateOf = async (url: string, base: RemedyBase) => {
  const connection = await open(url, base);
  const { deflate } = connection;
  toWebSocket(connection).terminate();
  return deflate;
};

async function show(base: RemedyBase, wrong: string, mended: string): Promise<void> {
  switch (base.shown) {
    case 'idle': {
      // The one that has to last is opened first, so that it is the longer one without an octet.
      const lasting = toWebSocket(await open(mended, base));
      const ended = toWebSocket(await open(wrong, base));
      expect((await once(ended, 'close'))[0]).toBe(1006);
      lasting.ping('there?');
      expect(String((await once(lasting, 'pong'))[0])).toBe('there?');
      lasting.terminate();
      break;
    }
    case 'deflate':
      expect(await deflateOf(wrong, base)).not.toBeNull();
      expect(await deflateOf(mended, base)).toBeNull();
      break;
    case 'second':
      expect(await statusOf(open(wrong, base))).toBe(101);
      expect(await statusOf(open(wrong, base))).toBe(503);
      expect([await statusOf(open(mended, base)), await statusOf(open(mended, base))]).toEqual([101, 101]);
      break;
    default:
      expect(await statusOf(open(wrong, base))).toBe(base.shown);
      expect(await statusOf(open(mended, base))).toBe(101);
  }
}

for (const base of remedyBases) {
  const alike = ({ id, product }: { readonly id: string; readonly product: string | null }) =>
    id === base.id && product === base.product;
  const text = remedies.filter((remedy) => remedy.ran && alike(remedy))[
    remedyBases.filter(alike).indexOf(base)
  ]?.text;

  describeWith(base.program, `${base.id} at ${base.product}`, () => {
    test('the lines mend it', async () => {
      const mended = mendConfiguration(base.config, text ?? '');
      expect(mended).not.toBe(base.config);
      await show(base, await start(base, base.config), await start(base, mended));
    });
  });
}
