import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, ProcessGroup } from '../process-group.ts';

/** How a server is started in the foreground that keeps whatever it writes in one folder. */
interface Launch {
  /** What stands on the page where it says on which port to listen, and what to put there. */
  readonly listen: readonly [onPage: string, on: (address: string) => string];
  /** The configuration around that of the page. */
  readonly wrap: (page: string, folder: string) => string;
  readonly args: (file: string, folder: string) => readonly string[];
}

const apacheModules = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http'];

const loadModule = (name: string) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`;

const launches = {
  nginx: {
    listen: ['listen 80;', (address) => `listen ${address};`],
    wrap: (page, folder) => `
daemon off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${page}
}
`,
    args: (file, folder) => ['-p', folder, '-e', `${folder}/log`, '-c', file],
  },
  haproxy: {
    listen: ['bind :80', (address) => `bind ${address}`],
    wrap: (page) => page,
    args: (file) => ['-db', '-f', file],
  },
  apache2: {
    listen: ['<VirtualHost *:80>', (address) => `Listen ${address}\n<VirtualHost ${address}>`],
    wrap: (page, folder) => `
${[...apacheModules, ...(page.includes(' ws://') ? ['proxy_wstunnel'] : [])].map(loadModule).join('\n')}
ServerName localhost
DefaultRuntimeDir ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/log
${page}`,
    args: (file, folder) => ['-d', folder, '-f', file, '-D', 'FOREGROUND'],
  },
  caddy: {
    listen: [':80 {', (address) => `:${new URL(`http://${address}`).port} {`],
    wrap: (page) => `{
  admin off
  default_bind 127.0.0.1
}
${page}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} as const satisfies Readonly<Record<string, Launch>>;

export type ReverseProxyName = keyof typeof launches;

export interface ReverseProxy {
  /** For example `ws://127.0.0.1:34567`. */
  readonly url: string;
  end(): Promise<void>;
}

/**
 * Starts a real reverse proxy, as an account without rights where this is root, and waits until it listens.
 *
 * @param path of the program
 * @param page configuration that listens on port 80 and passes on to 127.0.0.1:8080
 * @param backend the port to put in the place of 8080
 */
export async function startReverseProxy(
  program: ReverseProxyName,
  path: string,
  page: string,
  backend: number,
): Promise<ReverseProxy> {
  const { listen, wrap, args }: Launch = launches[program];
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), `ws101-${program}-`));
  const file = join(folder, 'config');
  const [onPage, on] = listen;
  const moved = replaceOnce(
    replaceOnce(page, onPage, on(`127.0.0.1:${port}`)),
    '127.0.0.1:8080',
    `127.0.0.1:${backend}`,
  );
  writeFileSync(file, wrap(moved, folder));
  const account = process.getuid?.() === 0 ? nobody : null;
  if (account) chownSync(folder, account.uid, account.gid);
  const group = new ProcessGroup(path, args(file, folder), {
    ...account,
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  const end = async () => {
    await group.end();
    rmSync(folder, { recursive: true });
  };
  if (!(await group.listensOn(port))) {
    const log = join(folder, 'log');
    const logged = existsSync(log) ? readFileSync(log, 'utf8') : '';
    await end();
    throw new Error(`${program} ended: ${group.said}${logged}`);
  }
  return { url: `ws://127.0.0.1:${port}`, end };
}

/** Debian's account that owns nothing. */
const nobody = { uid: 65_534, gid: 65_534 };

/** @throws RangeError where the text does not stand there once */
function replaceOnce(page: string, from: string, to: string): string {
  const parts = page.split(from);
  if (parts.length !== 2) throw new RangeError(`${from} stands ${parts.length - 1} times in ${page}`);
  return parts.join(to);
}
