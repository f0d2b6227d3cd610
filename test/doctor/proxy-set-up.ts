import { apacheSetUps } from './apache-set-up.ts';
import { caddySetUps } from './caddy-set-up.ts';
import { haproxySetUps } from './haproxy-set-up.ts';
import { http2ProxySetUps } from './http2-proxy-set-up.ts';
import { lighttpdSetUps } from './lighttpd-set-up.ts';
import { nginxSetUps } from './nginx-set-up.ts';
import type { ProxySetUp } from './proxied.ts';
import { squidSetUps } from './squid-set-up.ts';
import { absentProxySetUp, tinyproxySetUps } from './tinyproxy-set-up.ts';
import { varnishSetUps } from './varnish-set-up.ts';

/** Real proxies, wrong in the ways in which people have them wrong, and right. */
export const proxySetUps: readonly ProxySetUp[] = [
  ...[...nginxSetUps, ...haproxySetUps, ...apacheSetUps, ...caddySetUps],
  ...[...varnishSetUps, ...lighttpdSetUps, ...squidSetUps, ...http2ProxySetUps],
  ...[...tinyproxySetUps, absentProxySetUp],
];
