import { findFreePort } from '../process-group.ts';
import * as outcome from './outcome.ts';
import { type ProxySetUp, type Site, setUpProxy } from './proxied.ts';
import { startWs } from './proxied-server.ts';

const tunnel =
  (lines = '') =>
  ({ port }: Site) =>
    `Port ${port}\n${lines}\n`;

const tinyproxy = setUpProxy('tinyproxy', 'tinyproxy');

export const tinyproxySetUps: readonly ProxySetUp[] = [
  tinyproxy(
    'tinyproxy that allows other ports alone',
    outcome.forward({ expected: 'proxy/refused', answer: 'HTTP/1.1 403 Access violation' }),
    tunnel('ConnectPort 443'),
  ),
  tinyproxy(
    'tinyproxy that wants credentials',
    outcome.forward({
      expected: 'proxy/credentials',
      answer: 'HTTP/1.0 407 Proxy Authentication Required',
    }),
    tunnel('BasicAuth user secret'),
  ),
  tinyproxy(
    'tinyproxy, and nobody where it shall connect to',
    outcome.targetUnreachable('HTTP/1.1 500 Unable to connect'),
    tunnel(),
  ),
  tinyproxy(
    'tinyproxy that is right',
    outcome.forward(outcome.healthy, 'user:secret@'),
    tunnel('BasicAuth user secret'),
  ),
];

/** A proxy that is asked for, and is not there. */
export const absentProxySetUp: ProxySetUp = {
  ...{ title: 'a proxy where nobody listens', expected: 'proxy/unreachable', answer: 'reset', programs: [] },
  async start() {
    const server = await startWs();
    const url = `ws://127.0.0.1:${server.port}/`;
    const args = ['--proxy', `http://127.0.0.1:${await findFreePort()}`];
    return { url, args, direct: url, authority: '', end: () => server.end() };
  },
};
