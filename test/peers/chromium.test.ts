import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';
import { bind } from '../../src/bind.ts';
import { type ListenOptions, listen, type Outcome, toWebSocket } from '../../src/server/index.ts';
import { certificatesOnce } from '../../src/verify/peer/certificates-once.ts';
import { Mailbox } from '../mailbox.ts';
import { describeWith } from '../system.ts';

interface Visit {
  readonly url: string;
  readonly protocols?: readonly string[];
  /** Sent one by one, each when the one before has come back; lists are octets. */
  readonly messages?: readonly (string | readonly number[])[];
  /** With which code the page closes the connection in the end. Default: it leaves that to the server. */
  readonly code?: number;
}

/** A page whose script opens a connection, and tells all that a script is told until it is closed. */
const html = `<!doctype html>
<title>ws101</title>
<script>
  async function visit({ url, protocols = [], messages = [], code }) {
    const socket = new WebSocket(url, protocols);
    socket.binaryType = 'arraybuffer';
    const events = [];
    const waiting = messages.map((message) => (typeof message === 'string' ? message : new Uint8Array(message)));
    const proceed = () => {
      if (waiting.length > 0) socket.send(waiting.shift());
      else if (code !== undefined) socket.close(code);
    };
    return new Promise((resolve) => {
      socket.onopen = () => {
        events.push({ type: 'open', protocol: socket.protocol, extensions: socket.extensions });
        proceed();
      };
      socket.onmessage = ({ data }) => {
        events.push({ type: 'message', data: typeof data === 'string' ? data : [...new Uint8Array(data)] });
        proceed();
      };
      socket.onerror = (event) => events.push({ type: 'error', kind: event.constructor.name });
      socket.onclose = ({ code, reason, wasClean }) => {
        events.push({ type: 'close', code, reason, wasClean });
        resolve(events);
      };
    });
  }
</script>`;

/** What a script is told of a handshake that failed: an Event of no further content, and no reason. */
const failure = [
  { type: 'error', kind: 'Event' },
  { type: 'close', code: 1006, reason: '', wasClean: false },
];
const openEvent = { type: 'open', protocol: '', extensions: '' };
const cleanClose = { type: 'close', code: 1000, reason: '', wasClean: true };

/** A reference server that echoes messages. */
async function serve(options: Partial<ListenOptions> = {}) {
  const outcomes = new Mailbox<Outcome>();
  const webSockets = new Mailbox<WebSocket>();
  const origins = new Mailbox<readonly string[]>();
  const sizes = new Mailbox<() => number>();
  const server = await listen({
    onOutcome: outcomes.put,
    onConnection(connection) {
      const { request, socket } = connection;
      const fields = request.fields.filter(({ name }) => name.toLowerCase() === 'origin');
      origins.put(fields.map(({ value }) => value));
      sizes.put(() => socket.bytesRead + socket.bytesWritten);
      const webSocket = toWebSocket(connection);
      webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
      webSockets.put(webSocket);
    },
    ...options,
  });
  onTestFinished(() => server.close());
  return { url: server.url, outcomes, webSockets, origins, sizes };
}

/** Has the page's script visit a server, and gives what it is told. */
function visit(page: Page, options: Visit): Promise<unknown> {
  return page.evaluate(`visit(${JSON.stringify(options)})`);
}

describeWith('chromium', 'Chromium and the reference server', (executablePath) => {
  const pages = createServer((_request, reply) => reply.setHeader('Content-Type', 'text/html').end(html));
  let browser: Browser;
  let page: Page;
  let origin = '';

  beforeAll(async () => {
    origin = `http://127.0.0.1:${(await bind(pages)).port}`;
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    page = await openPage();
  });

  afterAll(async () => {
    await browser.close();
    pages.close();
  });

  async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const opened = await browser.newPage(options);
    await opened.goto(origin);
    return opened;
  }

  test('agree on a subprotocol', async () => {
    const { url } = await serve({ subprotocols: ['chat'] });
    expect(await visit(page, { url, protocols: ['superchat', 'chat'], code: 1000 })).toEqual([
      { type: 'open', protocol: 'chat', extensions: '' },
      cleanClose,
    ]);
  });

  test('exchange text and octets', async () => {
    const { url } = await serve();
    const messages = ['grüße', [0, 127, 255], ''];
    expect(await visit(page, { url, messages, code: 1000 })).toEqual([
      openEvent,
      { type: 'message', data: 'grüße' },
      { type: 'message', data: [0, 127, 255] },
      { type: 'message', data: '' },
      cleanClose,
    ]);
  });

  test('a ping is answered', async () => {
    const { url, webSockets } = await serve();
    const visiting = visit(page, { url });
    const webSocket = await webSockets.take();
    webSocket.ping('still there?');
    expect(await once(webSocket, 'pong')).toEqual([Buffer.from('still there?')]);
    webSocket.close(1000);
    expect(await visiting).toEqual([openEvent, cleanClose]);
  });

  describe('see one and the same clean close', () => {
    test('that the page begins', async () => {
      const { url, webSockets } = await serve();
      const visiting = visit(page, { url, code: 3000 });
      expect(await once(await webSockets.take(), 'close')).toEqual([3000, Buffer.from('')]);
      expect(await visiting).toMatchObject([{ type: 'open' }, { type: 'close', code: 3000, wasClean: true }]);
    });

    test('that the server begins', async () => {
      const { url, webSockets } = await serve();
      const visiting = visit(page, { url });
      const webSocket = await webSockets.take();
      webSocket.close(1001, 'going away');
      expect(await once(webSocket, 'close')).toEqual([1001, Buffer.from('going away')]);
      expect(await visiting).toEqual([
        openEvent,
        { type: 'close', code: 1001, reason: 'going away', wasClean: true },
      ]);
    });

    test('that leaving the page begins', async () => {
      const { url, webSockets } = await serve();
      const leaving = await openPage();
      await leaving.evaluate(`void visit(${JSON.stringify({ url })})`);
      const closed = once(await webSockets.take(), 'close');
      await leaving.goto('about:blank');
      expect(await closed).toEqual([1001, Buffer.from('')]);
    });
  });

  test('the Origin is that of the page, and an allowlist with it lets it in', async () => {
    const { url, origins } = await serve({ origins: [origin] });
    expect(await visit(page, { url, code: 1000 })).toEqual([openEvent, cleanClose]);
    expect(origins.all).toEqual([[origin]]);
  });

  describe('a script is told no reason', () => {
    test.each([
      ['a foreign origin', 403, '/', [], { origins: ['https://example.com'] }],
      ['an unknown path', 404, '/other', [], { paths: ['/'] }],
      [
        'a mismatched subprotocol',
        400,
        '/',
        ['mqtt'],
        { subprotocols: ['chat'], subprotocolMismatch: 'refuse' },
      ],
    ] as const)('of a refusal because of %s', async (_what, status, path, protocols, options) => {
      const { url, outcomes } = await serve(options);
      expect(await visit(page, { url: `${url}${path}`, protocols })).toEqual(failure);
      expect(await outcomes.take()).toMatchObject({ type: 'refused', status });
    });

    test('where it offered subprotocols and the server chose none', async () => {
      const { url, outcomes } = await serve({ subprotocols: ['chat'] });
      expect(await visit(page, { url, protocols: ['mqtt'] })).toEqual(failure);
      expect(await outcomes.take()).toMatchObject({ type: 'accepted', status: 101 });
    });
  });

  describe('permessage-deflate', () => {
    /** Repeats itself every 591 characters: further apart than the smallest window. */
    const text = `${[...Array(175).keys()].join(' ')}; `.repeat(170);

    test('is agreed, and a message of 100 kB crosses compressed in both directions', async () => {
      const { url, sizes } = await serve({ permessageDeflate: true });
      const [opened, ...others] = (await visit(page, { url, messages: [text], code: 1000 })) as [
        { readonly extensions: string }, // as the page's script makes them
        ...unknown[],
      ];
      expect(opened.extensions).toMatch(/^permessage-deflate/);
      expect(others).toEqual([{ type: 'message', data: text }, cleanClose]);
      const countOctets = await sizes.take();
      expect(countOctets()).toBeLessThan(5_000);
    });

    test('is agreed on the terms of the server', async () => {
      const { url } = await serve({
        permessageDeflate: { clientNoContextTakeover: true, clientMaxWindowBits: 10 },
      });
      const messages = [text, text];
      expect(await visit(page, { url, messages, code: 1000 })).toEqual([
        {
          type: 'open',
          protocol: '',
          extensions: 'permessage-deflate; client_no_context_takeover; client_max_window_bits=10',
        },
        { type: 'message', data: text },
        { type: 'message', data: text },
        cleanClose,
      ]);
    });

    test('is not agreed by default', async () => {
      const { url, sizes } = await serve();
      expect(await visit(page, { url, messages: [text], code: 1000 })).toEqual([
        openEvent,
        { type: 'message', data: text },
        cleanClose,
      ]);
      const countOctets = await sizes.take();
      expect(countOctets()).toBeGreaterThan(200_000);
    });
  });

  describe('over TLS', () => {
    test('a page that takes any certificate opens the connection', async () => {
      const { trusted } = await certificatesOnce();
      const { url } = await serve({ tls: trusted });
      const trusting = await openPage({ ignoreHTTPSErrors: true });
      expect(url).toMatch(/^wss:/);
      expect(await visit(trusting, { url, messages: ['hello'], code: 1000 })).toEqual([
        openEvent,
        { type: 'message', data: 'hello' },
        cleanClose,
      ]);
    });

    test('a page that knows nothing of the authority does not', async () => {
      const { trusted } = await certificatesOnce();
      const { url } = await serve({ tls: trusted });
      expect(await visit(page, { url })).toEqual(failure);
    });
  });
});
