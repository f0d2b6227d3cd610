import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, ProcessGroup } from '../process-group.ts';
import { findProgram } from '../system.ts';

/** How a proxy is started in the foreground that keeps whatever it writes in one folder. */
interface Launch {
  /** The configuration around what is of interest; where there is none, that is all of it. */
  readonly wrap?: (page: string, folder: string) => string;
  readonly args: (file: string, place: Place) => readonly string[];
  /** The file of the configuration, where the program knows it by its name. */
  readonly file?: string;
  /** What it leaves behind elsewhere. */
  readonly remains?: (place: Place) => readonly string[];
}

/** Where a proxy runs: the port that it has to listen on, and the folder that is its own. */
export interface Place {
  readonly port: number;
  readonly folder: string;
}

const apacheModules = ['mpm_event', 'authz_core', 'headers', 'alias', 'ssl', 'proxy', 'proxy_http'];

const loadModule = (name: string) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`;

const launches = {
  nginx: {
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
    args: (file, { folder }) => ['-p', folder, '-e', `${folder}/log`, '-c', file],
  },
  haproxy: { args: (file) => ['-db', '-f', file] },
  apache2: {
    wrap: (page, folder) => `
${[...apacheModules, ...(page.includes(' ws://') ? ['proxy_wstunnel'] : [])].map(loadModule).join('\n')}
ServerName localhost
DefaultRuntimeDir ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/log
${page}`,
    args: (file, { folder }) => ['-d', folder, '-f', file, '-D', 'FOREGROUND'],
  },
  caddy: {
    wrap: (page) => `{
  admin off
  default_bind 127.0.0.1
  auto_https off
}
${page}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  varnishd: {
    wrap: (page) => `vcl 4.1;\n${page}`,
    args: (file, { port, folder }) => [
      ...['-F', '-n', `${folder}/work`, '-f', file, '-a', `127.0.0.1:${port}`],
      ...['-s', 'malloc,16m', '-p', 'thread_pools=1'],
    ],
  },
  lighttpd: {
    wrap: (page, folder) => `
server.document-root = "${folder}"
server.errorlog = "${folder}/log"
server.bind = "127.0.0.1"
server.modules = ("mod_access", "mod_redirect", "mod_proxy", "mod_openssl")
${page}`,
    args: (file) => ['-D', '-f', file],
  },
  squid: {
    wrap: (page, folder) => `
${page}
cache deny all
cache_log ${folder}/log
access_log none
pid_filename ${folder}/pid
coredump_dir ${folder}
visible_hostname localhost
pinger_enable off
shutdown_lifetime 0 seconds
`,
    args: (file, { port }) => ['-N', '-n', `ws101p${port}`, '-f', file],
    // Shared memory of its name, which it removes only where it is asked to end.
    remains: ({ port }) =>
      ['metadata', 'queues', 'readers'].map((part) => `/dev/shm/ws101p${port}-cf__${part}.shm`),
  },
  h2o: {
    wrap: (page, folder) => `
pid-file: ${folder}/pid
error-log: ${folder}/log
num-threads: 1
${page}`,
    args: (file) => ['-c', file],
  },
  nghttpx: {
    wrap: (page, folder) => `
errorlog-file=${folder}/log
workers=1
single-process=yes
${page}`,
    args: (file) => [`--conf=${file}`],
  },
  tinyproxy: {
    wrap: (page) => `
Listen 127.0.0.1
Allow 127.0.0.1
LogLevel Info
${page}`,
    args: (file) => ['-d', '-c', file],
  },
} as const satisfies Readonly<Record<string, Launch>>;

/** Those that the campaign alone starts. */
const campaignLaunches = {
  mitmdump: {
    file: 'config.yaml',
    args: (_file, { folder }) => ['--quiet', '--set', `confdir=${folder}`],
  },
  traffic_server: {
    file: 'records.config',
    wrap: (page, folder) => {
      writeFileSync(join(folder, 'runroot.yaml'), runRoot(folder));
      writeFileSync(join(folder, 'storage.config'), '');
      return `
CONFIG proxy.config.url_remap.remap_required INT 1
CONFIG proxy.config.exec_thread.autoconfig INT 0
CONFIG proxy.config.exec_thread.limit INT 1
CONFIG proxy.config.http.cache.http INT 0
CONFIG proxy.config.log.logging_enabled INT 0
${page}`;
    },
    args: (_file, { folder }) => [`--run-root=${folder}/runroot.yaml`],
  },
  stunnel4: {
    wrap: (page) => `
foreground = yes
pid =
debug = err
${page}`,
    args: (file) => [file],
  },
  hitch: { args: (file) => ['--config', file] },
} as const satisfies Readonly<Record<string, Launch>>;

/** Where Traffic Server of Debian has its programs, and a folder for all else. */
const runRoot = (folder: string) =>
  Object.entries({
    ...{ prefix: folder, exec_prefix: '/usr', bindir: '/usr/bin', sbindir: '/usr/bin', sysconfdir: folder },
    ...{ datadir: folder, includedir: '/usr/include', libdir: '/usr/lib', localstatedir: folder },
    ...{ libexecdir: '/usr/lib/trafficserver/modules', runtimedir: folder, logdir: folder, cachedir: folder },
  })
    .map(([name, path]) => `${name}: ${path}\n`)
    .join('');

/** The name of its program. */
export type ProxyName = keyof typeof launches;
export type CampaignProxyName = keyof typeof campaignLaunches;

const findLaunch = (name: ProxyName | CampaignProxyName): Launch =>
  ({ ...launches, ...campaignLaunches })[name];

/** The command that starts it, as it would be in the folder with its configuration. */
export function tellLaunch(name: ProxyName | CampaignProxyName): string {
  const { args, file = 'config' } = findLaunch(name);
  return [name, ...args(file, { port: 9001, folder: '.' })].join(' ');
}

/** A proxy that listens on a port of 127.0.0.1. */
export interface RunningProxy extends Place {
  /** Ends it, and removes its folder. */
  end(): Promise<void>;
}

/**
 * Starts a real proxy, as an account without rights where this is root, and waits until it listens.
 *
 * @param configure gives the configuration, and may write other files into the folder
 * @throws Error where it is not installed, or ends before it listens; the message has what it said
 */
export async function startProxy(
  name: ProxyName | CampaignProxyName,
  configure: (place: Place) => string,
): Promise<RunningProxy> {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is not installed`);
  const { wrap = (page) => page, args, file: named = 'config', remains = () => [] } = findLaunch(name);
  const folder = mkdtempSync(join(tmpdir(), `ws101-${name}-`));
  const place = { port: await findFreePort(), folder };
  const file = join(folder, named);
  writeFileSync(file, wrap(configure(place), folder));
  const account = process.getuid?.() === 0 ? nobody : null;
  if (account) chownSync(folder, account.uid, account.gid);
  const group = new ProcessGroup(path, args(file, place), {
    ...account,
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  const end = async () => {
    await group.end();
    for (const path of [folder, ...remains(place)]) rmSync(path, { recursive: true, force: true });
  };
  if (!(await group.listensOn(place.port))) {
    const log = join(folder, 'log');
    const logged = existsSync(log) ? readFileSync(log, 'utf8') : '';
    await end();
    throw new Error(`${name} ended: ${group.said}${logged}`);
  }
  return { ...place, end };
}

/** Debian's account that owns nothing. */
const nobody = { uid: 65_534, gid: 65_534 };
