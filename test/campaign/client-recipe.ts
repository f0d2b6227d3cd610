import { fileURLToPath } from 'node:url';
import { startBrowser } from '../../src/verify/connector/browser.ts';
import type { Connector } from '../../src/verify/connector/connector.ts';
import { createDriver } from '../../src/verify/connector/driver.ts';
import type { Recipe } from './recipe.ts';
import { versionOfDebian, versionOfNpm } from './version.ts';

/** A WebSocket client, and how it is brought to connect. */
export interface ClientRecipe extends Pick<Recipe, 'name' | 'debian' | 'version'> {
  readonly language: Recipe['language'] | 'C++';
  /** What reads the reply. */
  readonly http: string;
  readonly rules: 'rfc6455' | 'whatwg';
  start(): Promise<Connector>;
}

const subprotocols = ['chat', 'superchat'];

const driver =
  (program: string, ...args: readonly string[]) =>
  async () => {
    const [file = '', ...rest] = args;
    const path = fileURLToPath(new URL(`client/${file}`, import.meta.url));
    const isolated = program === process.execPath ? [] : ['-I'];
    return createDriver([program, ...isolated, path, ...rest], { subprotocols, atOnce: 2 });
  };

const npm = (name: string, http = 'node:http'): ClientRecipe => ({
  ...{ name, http, language: 'JavaScript', debian: [], version: versionOfNpm(name), rules: 'rfc6455' },
  start: driver(process.execPath, 'driver.mjs', name),
});

const python = (name: string, http: string): ClientRecipe => ({
  ...{ name, http, language: 'Python', debian: [`python3-${name}`], rules: 'rfc6455' },
  version: versionOfDebian(`python3-${name}`),
  start: driver('/usr/bin/python3', `${name}.py`),
});

const browser = (name: string, which: string, debian: string): ClientRecipe => ({
  ...{ name, http: name, language: 'C++', debian: [debian], rules: 'whatwg' },
  version: versionOfDebian(debian),
  start: () => startBrowser(which, { subprotocols, atOnce: 2 }),
});

export const clientRecipes: readonly ClientRecipe[] = [
  npm('ws'),
  npm('undici', "undici's own"),
  npm('websocket'),
  npm('faye-websocket', 'websocket-driver'),
  python('websockets', 'websockets.legacy.http'),
  python('aiohttp', 'aiohttp.http_parser'),
  browser('Chromium', 'chromium', 'chromium'),
  browser('Firefox', 'firefox', 'firefox-esr'),
];
