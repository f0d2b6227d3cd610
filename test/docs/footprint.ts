import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { listen, toWebSocket } from '../../src/server/index.ts';
import { root } from '../architecture/source.ts';

export const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'ws101-footprint-'));
const main = join(root, 'dist/src/cli/main.js');
const target = await listen({ onConnection: (connection) => toWebSocket(connection) });
afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A file in the folder of the tests. */
function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const request = write('request', 'GET / HTTP/1.1\r\nHost: example.com\r\n\r\n');
const machine = write(
  'door.ts',
  `export { connection } from '${join(root, 'dist/models/lifecycles/connection.js')}';\n`,
);

/** What makes a command load all that it ever loads, or an entry all that it has. */
export const calls: Readonly<Record<string, readonly string[]>> = {
  'ws101 --help': [main, '--help'],
  'ws101 explain': [main, 'explain', request],
  'ws101 clauses': [main, 'clauses'],
  'ws101 completion': [main, 'completion', 'bash'],
  'ws101 explore': [main, 'explore', '--out', join(folder, 'page')],
  'ws101 diagram': [main, 'diagram', 'connection'],
  'ws101 diagram --format svg': [main, 'diagram', 'connection', '--format', 'svg'],
  'ws101 diagram ./my.machine.ts': [main, 'diagram', machine],
  'ws101 serve': [main, 'serve', '--listen', '127.0.0.1:0'],
  'ws101 zoo': [main, 'zoo', '--listen', '127.0.0.1:0'],
  'ws101 connect': [main, 'connect', 'ws://127.0.0.1:1/'],
  'ws101 doctor': [main, 'doctor', target.url],
  'ws101 verify server': [main, 'verify', 'server', 'ws://127.0.0.1:1/'],
  'ws101 verify server --junit': [
    ...[main, 'verify', 'server', target.url, '--runs', '1', '--only', 'rfc9112/3.2/host-once'],
    ...['--junit', join(folder, 'report.xml')],
  ],
  'ws101 verify client': [main, 'verify', 'client', '--', 'true'],
  'ws101 verify proxy': [main, 'verify', 'proxy', 'ws://127.0.0.1:1/', '--backend', '127.0.0.1:2'],
  'ws101 verify client --browser': [main, 'verify', 'client', '--browser', join(folder, 'none')],
  'ws101 merge': [main, 'merge', request],
  'ws101 replay': [main, 'replay', request],
  'ws101 verify self': [main, 'verify', 'self', '--runs', '1', '--only', 'service/2.1/no-body', '--quiet'],
  ...Object.fromEntries(
    [
      'ws101',
      'ws101/server',
      'ws101/client',
      'ws101/models',
      'ws101/knowledge',
      'ws101/wire',
      'ws101/draw',
      'ws101/arbitraries',
    ]
      .concat('ws101/verify')
      .map((entry) => [entry, ['--input-type=module', '--eval', `await import('${entry}');`]]),
  ),
};

/** Writes down which packages the files of ws101 ask for, while they are loaded. */
const hook = `
import { appendFileSync } from 'node:fs';
export function resolve(specifier, { parentURL = '' }, next) {
  const isPackage = /^@?[a-z]/.test(specifier) && !/^(?:node|file|data):/.test(specifier);
  if (isPackage && parentURL.includes('/dist/')) appendFileSync(process.env.LOADED, specifier + '\\n');
  return next(...arguments);
}`;
const moduleOf = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
const registering = `import { register } from 'node:module'; register(${JSON.stringify(moduleOf(hook))});`;

/** The packages that a row of the table loads. */
export async function findLoaded(name: string): Promise<readonly string[]> {
  const loaded = write('loaded', '');
  const child = spawn(process.execPath, ['--import', moduleOf(registering), ...(calls[name] ?? [])], {
    cwd: root,
    env: { ...process.env, LOADED: loaded },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // A server has loaded everything once it says where it listens.
  child.stdout.on('data', (text) => String(text).startsWith('listening') && child.kill());
  await new Promise((resolve) => child.once('close', resolve));
  return [...new Set(readFileSync(loaded, 'utf8').split('\n').filter(Boolean))].sort();
}

/** The rows of the table, each of a command or an entry. */
export const rows = [...page.matchAll(/^\| (`ws101[^|]*) \| ([^|]*) \|$/gm)].flatMap(
  ([, names = '', packages = '']) =>
    namesIn(names).map((name) => ({ name, packages: [...namesIn(packages)].sort() })),
);

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
