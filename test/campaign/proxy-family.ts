import type { CampaignRecipe } from './campaign-recipe.ts';
import type { ProxyPart } from './proxy-reading.ts';
import type { Layer, Recipe } from './recipe.ts';
import { versionOfDebian, versionOfNpm } from './version.ts';

/** A proxy, whichever way it is set up. */
export interface ProxyFamily extends Pick<Recipe, 'name' | 'version'>, Pick<CampaignRecipe, 'language'> {
  /** What reads HTTP. */
  readonly http: string;
  /** What passes on what was read, where that is not the same. */
  readonly library?: string;
  /** How it is set up. */
  readonly application: string;
  /** Whose business each part is, by the source of that version and by the set-up; left out where that was not read. */
  readonly decides?: Readonly<Partial<Record<ProxyPart, Layer>>>;
  readonly debian?: readonly string[];
  readonly npm?: readonly string[];
}

/** What of a proxy was read, besides what it is made of. */
type Read = Pick<ProxyFamily, 'http' | 'library' | 'decides'>;

/** The first of the packages is that of the proxy. */
const debian = (
  name: string,
  language: string,
  packages: readonly string[],
  read: Partial<Read> = {},
): ProxyFamily => ({
  ...{
    name,
    language,
    http: `${name}'s own`,
    debian: packages,
    application: 'a configuration of this project',
  },
  version: versionOfDebian(packages[0] ?? ''),
  ...read,
});

const npm = (name: string, packages: readonly string[], read: Omit<Read, 'http'>): ProxyFamily => ({
  ...{
    name,
    language: 'JavaScript',
    http: 'node:http',
    npm: packages,
    application: 'a file of this project',
  },
  version: versionOfNpm(packages[0] ?? ''),
  ...read,
});

/** That a client of HTTP/1.0 asks to switch is handed on by Node, as an `upgrade` like any other. */
const httpProxy: ProxyFamily['decides'] = {
  ...{ namedFields: 'library', target: 'library', interimReplies: 'library', switch: 'http' },
};

/** The first whose name a title begins with is its family. */
const families: readonly ProxyFamily[] = [
  // Upgrade is passed on because the configuration says so, which says it of HTTP/1.0, too.
  debian('nginx', 'C', ['nginx'], { decides: { namedFields: 'http', switch: 'application' } }),
  debian('HAProxy', 'C', ['haproxy'], { decides: { namedFields: 'http', switch: 'http' } }),
  debian('Apache Traffic Server', 'C++', ['trafficserver'], {
    decides: { namedFields: 'http', upgrade: 'http', interimReplies: 'http', switch: 'http' },
  }),
  debian('Apache', 'C', ['apache2-bin'], { decides: { target: 'http' } }),
  debian('Caddy', 'Go', ['caddy'], {
    ...{ http: 'net/http', library: 'caddyhttp/reverseproxy' },
    decides: { octetsBehind: 'library', switch: 'library' },
  }),
  // The configuration pipes what has an Upgrade, whatever the version.
  debian('Varnish', 'C', ['varnish'], { decides: { switch: 'application' } }),
  debian('lighttpd', 'C', ['lighttpd', 'lighttpd-mod-openssl'], {
    decides: { namedFields: 'http', target: 'http', switch: 'http' },
  }),
  debian('Squid', 'C++', ['squid']),
  debian('h2o', 'C', ['h2o'], {
    ...{ http: 'picohttpparser', library: 'h2o itself' },
    decides: { namedFields: 'library', target: 'library', interimReplies: 'library', switch: 'library' },
  }),
  debian('nghttpx', 'C++', ['nghttp2-proxy'], {
    ...{ http: 'llhttp', library: 'nghttpx itself' },
    decides: { namedFields: 'library', target: 'library', switch: 'library' },
  }),
  debian('tinyproxy', 'C', ['tinyproxy-bin'], { decides: { upgrade: 'http' } }),
  debian('mitmproxy', 'Python', ['mitmproxy'], {
    ...{ http: 'mitmproxy.net.http', library: 'mitmproxy.proxy.layers.http' },
    decides: { namedFields: 'library', host: 'library', switch: 'library' },
  }),
  debian('stunnel', 'C', ['stunnel4'], { http: 'nobody: a tunnel of TLS' }),
  debian('hitch', 'C', ['hitch'], { http: 'nobody: a tunnel of TLS' }),
  npm('http-proxy-middleware', ['http-proxy-middleware', 'express'], {
    ...{ library: 'http-proxy', decides: httpProxy },
  }),
  npm('http-proxy', ['http-proxy'], { library: 'http-proxy', decides: httpProxy }),
  // It passes Upgrade on where it is told to by an option.
  npm('@fastify/http-proxy', ['@fastify/http-proxy', 'fastify'], {
    ...{ library: '@fastify/http-proxy', decides: { upgrade: 'application' } },
  }),
  npm("Vite's server for development", ['vite'], {
    library: 'http-proxy-3, as Vite has it',
    decides: httpProxy,
  }),
  {
    ...{
      name: 'node:http',
      language: 'JavaScript',
      http: 'node:http',
      application: 'a file of this project',
    },
    version: [process.execPath, '-p', 'process.versions.node'],
  },
];

/** @throws RangeError where a title begins with the name of no family */
export function familyOf(title: string): ProxyFamily {
  const family = families.find(({ name }) => title.startsWith(name));
  if (!family) throw new RangeError(`${title} is of no family`);
  return family;
}
