import { accessSync, constants } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { ServedConnection } from '../../peer/connection/served-connection.ts';
import { startScripted } from '../../peer/scripted/scripted-server.ts';
import { type Connector, NoClient } from '../connector.ts';
import { answerService } from '../service.ts';
import { openTab, type Tab } from './tab.ts';

export interface BrowserOptions {
  readonly subprotocols: readonly string[];
  /** Connections at once, each of a browser of its own; Firefox makes one, whatever this says. */
  readonly atOnce: number;
  /** How one is started. Default: by its remote protocol. */
  readonly open?: typeof openTab;
}

/** Under which names browsers are installed. */
const programs: Readonly<Record<string, readonly string[]>> = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  firefox: ['firefox', 'firefox-esr'],
};

/** Behind so many failures one connection is opened: a browser that sees failures alone waits longer and longer. */
const failuresInARow = 4;

const blank =
  'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\nConnection: close\r\n\r\n<!doctype html>';

/**
 * A real browser without a window and with a fresh profile. What is said of a connection is what a page there is told.
 *
 * @param which `chromium`, `firefox` or the path of an executable, which is Firefox where its name says so
 * @throws NoClient where there is none, or it cannot be started
 */
export async function startBrowser(
  which: string,
  { subprotocols, atOnce: wanted, open = openTab }: BrowserOptions,
): Promise<Connector> {
  const path = findProgram(which);
  const kind = basename(path).startsWith('firefox') ? 'firefox' : 'chrome';
  const atOnce = kind === 'firefox' ? 1 : wanted;
  const server = await startScripted(serve);
  const origin = server.url.replace('ws:', 'http:');
  const idle: Tab[] = [];
  const all = new Set<Tab>();
  const renewals = new Set<Promise<void>>();
  let failures = 0;

  const add = async () => {
    const tab = await open({ kind, path, origin });
    all.add(tab);
    idle.push(tab);
  };
  /** A browser whose connection was ended, and that does not say so, may make no further one: another takes its place. */
  const renew = async (tab: Tab) => {
    if (await tab.isFree()) return void idle.push(tab);
    all.delete(tab);
    await Promise.all([tab.close(), add()]);
  };
  const close = async () => {
    await Promise.allSettled(renewals);
    await Promise.all([...all].map((tab) => tab.close()));
    await server.close();
  };
  const started = await Promise.allSettled(Array.from({ length: atOnce }, add));
  for (const each of started) {
    if (each.status === 'fulfilled') continue;
    await close();
    throw each.reason;
  }
  return {
    name: idle[0]?.name ?? which,
    atOnce,
    subprotocols,
    origin,
    async ready() {
      await Promise.all(renewals);
    },
    async connect(order, signal) {
      const tab = idle.pop();
      if (!tab) throw new NoClient('the browser is gone');
      const word = await tab.connect(order, signal);
      if (word.opened === false) failures += 1;
      if (word.opened === false && failures % failuresInARow === 0) {
        await tab.connect({ url: server.url, subprotocols: [] }, signal);
      }
      const renewal = renew(tab);
      renewals.add(renewal);
      // Whether there is a browser again is told to who waits until it is ready.
      renewal.then(
        () => renewals.delete(renewal),
        () => {},
      );
      return word;
    },
    close,
  };
}

/** Answers the browser: with a page for its origin, and with a connection that opens. */
async function serve(connection: ServedConnection): Promise<void> {
  const isOpening = connection.request?.fields.some(({ name }) => /^sec-websocket-key$/i.test(name));
  if (isOpening) return answerService(connection, '');
  await connection.send(blank);
  connection.end();
}

/** @throws NoClient where there is none */
function findProgram(which: string): string {
  const names = programs[which];
  if (!names) return which;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (found === undefined) {
    throw new NoClient(
      `no ${names.join(', ')} is on the PATH: expected one of them, or the path of a browser`,
    );
  }
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
