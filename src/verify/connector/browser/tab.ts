import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, LaunchOptions, Page } from 'puppeteer-core';
import { signalGroup } from '../child.ts';
import { type ClientStatement, NoClient, type Order, silent } from '../connector.ts';

export interface TabOptions {
  /** By which of its protocols it is driven. */
  readonly kind: 'chrome' | 'firefox';
  /** The path of its executable. */
  readonly path: string;
  /** Where its page comes from. */
  readonly origin: string;
}

/** A browser with one page. */
export interface Tab {
  /** What it calls itself, with its version. */
  readonly name: string;
  /** Opens a connection; who has not said anything by the time that the signal is aborted is not waited for much longer. */
  connect(order: Order, signal: AbortSignal): Promise<ClientStatement>;
  /** Whether it has said by now what came of every connection; those that are over are waited for. */
  isFree(): Promise<boolean>;
  close(): Promise<void>;
}

/** Milliseconds for which a word is waited for that is overdue. */
const grace = 500;

/** Milliseconds that a browser may take to end by itself. */
const patience = 3_000;

/** Neither a proxy, nor pauses behind failures, of which there are many here. */
const launchOptions: Readonly<Record<TabOptions['kind'], LaunchOptions>> = {
  chrome: { args: ['--no-proxy-server', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] },
  firefox: {
    extraPrefsFirefox: { 'network.proxy.type': 0, 'network.websocket.delay-failed-reconnects': false },
  },
};

/** A signal ends the run, which ends the browser: one that ended by itself would take this process with it. */
const ownSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** @throws NoClient where it cannot be started */
export async function openTab({ kind, path, origin }: TabOptions): Promise<Tab> {
  const profile = await mkdtemp(join(tmpdir(), 'ws101-browser-'));
  const browser = await launch(kind, path, profile).catch(async (error: unknown) => {
    await remove(profile);
    throw error;
  });
  try {
    const [page = await browser.newPage()] = await browser.pages();
    await page.goto(origin);
    const version = (await browser.version()).replace('/', ' ');
    return new PageTab(
      version.replace(/^./, (letter) => letter.toUpperCase()),
      { browser, profile },
      page,
    );
  } catch (error) {
    await end({ browser, profile });
    throw new NoClient(`${path} shows no page: ${messageOf(error)}`);
  }
}

/** A browser, and the folder of its profile. */
interface Launched {
  readonly browser: Browser;
  readonly profile: string;
}

async function launch(kind: TabOptions['kind'], path: string, userDataDir: string): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core').catch(() => {
    throw new NoClient('a browser needs the package puppeteer-core: npm install puppeteer-core@24');
  });
  try {
    const options = { browser: kind, executablePath: path, userDataDir, headless: true };
    return await puppeteer.launch({ ...options, ...ownSignals, ...launchOptions[kind] });
  } catch (error) {
    throw new NoClient(`${path} cannot be started as a browser: ${messageOf(error)}`);
  }
}

/** Ends a browser with all of its processes, and removes its profile. */
async function end({ browser, profile }: Launched): Promise<void> {
  const child = browser.process();
  const isOver = child === null || child.exitCode !== null || child.signalCode !== null;
  const exited = isOver
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([browser.close().catch(() => {}), pause(patience)]);
  if (child) signalGroup(child, 'SIGKILL'); // one that is stuck does not end because it is asked
  await Promise.race([exited, pause(patience)]);
  await remove(profile);
}

/** Some of its processes may still write there while they end. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {});
}

class PageTab implements Tab {
  readonly name: string;
  readonly #launched: Launched;
  readonly #page: Page;
  #opening: Promise<unknown> | null = null;
  /** What the console has said last of a connection. */
  #said = '';

  constructor(name: string, launched: Launched, page: Page) {
    this.name = name;
    this.#launched = launched;
    this.#page = page;
    page.on('console', (message) => {
      this.#said = message.text();
    });
  }

  async connect({ url, subprotocols }: Order, signal: AbortSignal): Promise<ClientStatement> {
    this.#said = '';
    const opening = this.#page.evaluate(openSocket, url, [...subprotocols]).catch(() => silent);
    this.#opening = opening;
    void opening.then(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    const word = await Promise.race([opening, overdue(signal)]);
    const [, why] = this.#said.includes(url) ? (/ failed: (.*)/.exec(this.#said) ?? []) : [];
    return word.opened === false && why !== undefined ? { ...word, error: why } : word;
  }

  async isFree(): Promise<boolean> {
    if (this.#opening === null) return true;
    return Promise.race([this.#opening.then(() => true), pause().then(() => false)]);
  }

  async close(): Promise<void> {
    await end(this.#launched);
  }
}

/** Runs in the page: what its code is told of a connection. */
function openSocket(url: string, subprotocols: readonly string[]): Promise<ClientStatement> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, [...subprotocols]);
    socket.onopen = () => resolve({ opened: true, subprotocol: socket.protocol || null });
    // Firefox leaves out the event of the opening where a Close has come by then; whom it has failed it closes with 1006.
    socket.onclose = ({ code, wasClean }) =>
      resolve(wasClean ? { opened: true } : { opened: false, error: `a close event with the code ${code}` });
  });
}

function overdue(signal: AbortSignal): Promise<ClientStatement> {
  return new Promise((resolve) => {
    const tell = () => void pause().then(() => resolve(silent));
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
  });
}

function pause(ms = grace): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
}
