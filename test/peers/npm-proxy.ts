import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort, ProcessGroup } from '../process-group.ts';
import {
  type Found,
  fieldsAltered,
  hostRewritten,
  interimDropped,
  namedForwarded,
  type ProxySetUp,
  type StartedProxy,
  targetRewritten,
  unasked,
  upgradeStripped,
} from './proxy-set-up.ts';

async function start(file: string, options: readonly string[], backend: number): Promise<StartedProxy> {
  const path = fileURLToPath(new URL(`proxy/${file}`, import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'ws101-npm-'));
  const port = await findFreePort();
  const args = [path, String(port), String(backend), ...options];
  const group = new ProcessGroup(process.execPath, args, { cwd: folder });
  const end = async () => {
    await group.end();
    rmSync(folder, { recursive: true, force: true });
  };
  if (await group.listensOn(port)) return { port, end };
  await end();
  throw new Error(`${file} ended: ${group.said}`);
}

/** A set-up by its file in `proxy`. */
const make = (title: string, [file = '', ...options]: readonly string[], found: Found): ProxySetUp => ({
  ...{ title, program: null, found },
  command: ['node', `test/peers/proxy/${file}`, '9001', '9002', ...options].join(' '),
  start: (backend) => start(file, options, backend),
});

const httpProxy: Found = [namedForwarded, ['MUST', unasked], targetRewritten, interimDropped];
const relayed = 'service/7/proxy-reply-relayed';

/** The accept value, the subprotocol, the extensions and all other fields of a 101 are left out. */
const fixed: Found = [['MUST', relayed], ['MUST', relayed], ['MUST', relayed], fieldsAltered];

/** Proxies of npm, and one of Node alone. */
export const npmProxies: readonly ProxySetUp[] = [
  make('http-proxy', ['http-proxy.mjs'], httpProxy),
  make('http-proxy with changeOrigin', ['http-proxy.mjs', '--change-origin'], [...httpProxy, hostRewritten]),
  make('http-proxy-middleware', ['http-proxy-middleware.mjs'], httpProxy),
  make(
    'http-proxy-middleware with changeOrigin',
    ['http-proxy-middleware.mjs', '--change-origin'],
    [...httpProxy, hostRewritten],
  ),
  make('@fastify/http-proxy without websocket', ['fastify-http-proxy.mjs'], [upgradeStripped]),
  make("Vite's server for development", ['vite.mjs'], httpProxy),
  make(
    "Vite's server for development with changeOrigin",
    ['vite.mjs', '--change-origin'],
    [...httpProxy, hostRewritten],
  ),
  make('node:http', ['node-http.mjs'], []),
  make('node:http with a 101 of its own', ['node-http.mjs', '--fixed'], fixed),
];
