import type { CampaignRecipe } from './campaign-recipe.ts';
import type { Recipe } from './recipe.ts';
import { versionOfDebian, versionOfNpm } from './version.ts';

/** A proxy, whichever way it is set up. */
export interface ProxyFamily extends Pick<Recipe, 'name' | 'version'>, Pick<CampaignRecipe, 'language'> {
  /** What reads HTTP. */
  readonly http: string;
  readonly debian?: readonly string[];
  readonly npm?: readonly string[];
}

/** The first of the packages is that of the proxy. */
const debian = (
  name: string,
  language: string,
  packages: readonly string[],
  http = `${name}'s own`,
): ProxyFamily => ({
  ...{ name, language, http, debian: packages },
  version: versionOfDebian(packages[0] ?? ''),
});

const npm = (name: string, packages: readonly string[]): ProxyFamily => ({
  ...{ name, language: 'JavaScript', http: 'node:http', npm: packages },
  version: versionOfNpm(packages[0] ?? ''),
});

/** The first whose name a title begins with is its family. */
const families: readonly ProxyFamily[] = [
  debian('nginx', 'C', ['nginx']),
  debian('HAProxy', 'C', ['haproxy']),
  debian('Apache Traffic Server', 'C++', ['trafficserver']),
  debian('Apache', 'C', ['apache2-bin']),
  debian('Caddy', 'Go', ['caddy'], 'net/http'),
  debian('Varnish', 'C', ['varnish']),
  debian('lighttpd', 'C', ['lighttpd', 'lighttpd-mod-openssl']),
  debian('Squid', 'C++', ['squid']),
  debian('h2o', 'C', ['h2o'], 'picohttpparser'),
  debian('nghttpx', 'C++', ['nghttp2-proxy'], 'llhttp'),
  debian('tinyproxy', 'C', ['tinyproxy-bin']),
  debian('mitmproxy', 'Python', ['mitmproxy'], 'mitmproxy.net.http'),
  debian('stunnel', 'C', ['stunnel4'], 'nobody: a tunnel of TLS'),
  debian('hitch', 'C', ['hitch'], 'nobody: a tunnel of TLS'),
  npm('http-proxy-middleware', ['http-proxy-middleware', 'express']),
  npm('http-proxy', ['http-proxy']),
  npm('@fastify/http-proxy', ['@fastify/http-proxy', 'fastify']),
  npm("Vite's server for development", ['vite']),
  {
    ...{ name: 'node:http', language: 'JavaScript', http: 'node:http' },
    version: [process.execPath, '-p', 'process.versions.node'],
  },
];

/** @throws RangeError where a title begins with the name of no family */
export function familyOf(title: string): ProxyFamily {
  const family = families.find(({ name }) => title.startsWith(name));
  if (!family) throw new RangeError(`${title} is of no family`);
  return family;
}
