import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type BrowserOptions, startBrowser } from '../../../src/verify/connector/browser/browser.ts';
import { openTab, type Tab, type TabOptions } from '../../../src/verify/connector/browser/tab.ts';
import { type ClientStatement, NoClient, silent } from '../../../src/verify/connector/connector.ts';

const never = new AbortController().signal;

/** A browser that says what it is told to, and keeps the URLs that it was given. */
class StandIn implements Tab {
  readonly name = 'Stand-in 1.0';
  readonly urls: string[] = [];
  isOpen = true;
  readonly #say: (url: string) => ClientStatement;

  constructor(say: (url: string) => ClientStatement) {
    this.#say = say;
  }

  async connect({ url }: { readonly url: string }): Promise<ClientStatement> {
    this.urls.push(url);
    return this.#say(url);
  }

  async isFree(): Promise<boolean> {
    return this.#say(this.urls.at(-1) ?? '') !== silent;
  }

  async close(): Promise<void> {
    this.isOpen = false;
  }
}

/** Starts stand-ins, all of which say the same of a URL. */
async function begin(
  say: (url: string) => ClientStatement,
  options: Partial<BrowserOptions> = {},
  which = '/a',
) {
  const started: StandIn[] = [];
  const asked: TabOptions[] = [];
  const open = async (how: TabOptions) => {
    asked.push(how);
    const tab = new StandIn(say);
    started.push(tab);
    return tab;
  };
  const browser = await startBrowser(which, { subprotocols: ['chat'], atOnce: 1, open, ...options });
  onTestFinished(() => browser.close());
  const play = async (url: string) => {
    await browser.ready?.();
    return browser.connect({ url, subprotocols: [] }, never);
  };
  return { browser, started, asked, play };
}

const opened: ClientStatement = { opened: true, subprotocol: 'chat' };
const failed: ClientStatement = { opened: false, error: 'no' };

test('its word is what the page says, its name that of the browser, its origin the one of its page', async () => {
  const { browser, play } = await begin(() => opened);
  expect(await play('ws://one/')).toEqual(opened);
  expect(browser).toMatchObject({ name: 'Stand-in 1.0', atOnce: 1, subprotocols: ['chat'] });
  expect(browser.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('behind four failures a connection is opened to its own server', async () => {
  const { browser, started, play } = await begin((url) => (url.startsWith('ws://bad') ? failed : opened));
  for (const url of ['ws://bad1/', 'ws://good/', 'ws://bad2/', 'ws://bad3/', 'ws://bad4/', 'ws://bad5/']) {
    await play(url);
  }
  expect(started[0]?.urls.map((url) => url.replace(/\/$/, ''))).toEqual([
    ...['ws://bad1', 'ws://good', 'ws://bad2', 'ws://bad3', 'ws://bad4'],
    browser.origin?.replace('http:', 'ws:'),
    'ws://bad5',
  ]);
});

test('one that does not say what came of a connection is ended, and another takes its place', async () => {
  const { started, play } = await begin((url) => (url === 'ws://stuck/' ? silent : opened));
  expect(await play('ws://stuck/')).toBe(silent);
  expect(await play('ws://next/')).toEqual(opened);
  expect(started.map(({ urls, isOpen }) => [urls, isOpen])).toEqual([
    [['ws://stuck/'], false],
    [['ws://next/'], true],
  ]);
});

test('where no other can be started there is no browser any more', async () => {
  let isFirst = true;
  const open = async () => {
    if (!isFirst) throw new NoClient('no more');
    isFirst = false;
    return new StandIn(() => silent);
  };
  const browser = await startBrowser('/a', { subprotocols: [], atOnce: 1, open });
  onTestFinished(() => browser.close());
  await browser.connect({ url: 'ws://stuck/', subprotocols: [] }, never);
  await expect(browser.ready?.()).rejects.toThrow(new NoClient('no more'));
});

test('several have a browser each, and all are ended', async () => {
  const { browser, started, asked } = await begin(() => opened, { atOnce: 3 });
  expect([browser.atOnce, started.length, asked[0]]).toEqual([
    ...[3, 3],
    { kind: 'chrome', path: '/a', origin: browser.origin },
  ]);
  await browser.close();
  expect(started.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
});

test('Firefox, by the name of its program, makes one connection at once', async () => {
  const { browser, asked } = await begin(() => opened, { atOnce: 3 }, '/opt/firefox-nightly');
  expect([browser.atOnce, asked.map(({ kind }) => kind)]).toEqual([1, ['firefox']]);
});

test('one of several that cannot be started ends the others', async () => {
  let asked = 0;
  const started: StandIn[] = [];
  const open = async () => {
    asked += 1;
    if (asked === 2) throw new NoClient('no');
    await new Promise((resolve) => setImmediate(resolve)); // until the other has failed
    const tab = new StandIn(() => opened);
    started.push(tab);
    return tab;
  };
  await expect(startBrowser('/a', { subprotocols: [], atOnce: 2, open })).rejects.toThrow(new NoClient('no'));
  expect(started.map(({ isOpen }) => isOpen)).toEqual([false]);
});

test('its own server has a page, and opens a connection that it closes', async () => {
  const { browser } = await begin(() => opened);
  const page = await fetch(browser.origin ?? '');
  expect([page.status, await page.text()]).toEqual([200, '<!doctype html>']);
  const socket = new WebSocket(browser.origin ?? '');
  const code = await new Promise((resolve) => {
    socket.once('close', resolve);
  });
  expect(code).toBe(1000);
});

const { PATH } = process.env;
afterEach(() => {
  process.env['PATH'] = PATH;
  vi.doUnmock('puppeteer-core');
});

test('where no such browser is installed, the names are told under which it was looked for', async () => {
  process.env['PATH'] = '/no/such/folder';
  await expect(startBrowser('firefox', { subprotocols: [], atOnce: 1 })).rejects.toThrow(
    new NoClient('no firefox, firefox-esr is on the PATH: expected one of them, or the path of a browser'),
  );
});

test('a program that is no browser is none', async () => {
  await expect(startBrowser(process.execPath, { subprotocols: [], atOnce: 1 })).rejects.toThrow(
    new RegExp(`^${process.execPath} cannot be started as a browser: `),
  );
});

test('without puppeteer-core, it is said how it is had', async () => {
  vi.doMock('puppeteer-core', () => {
    throw new Error('not there');
  });
  await expect(openTab({ kind: 'chrome', path: '/a', origin: 'http://127.0.0.1' })).rejects.toThrow(
    new NoClient('a browser needs the package puppeteer-core: npm install puppeteer-core@24'),
  );
});
