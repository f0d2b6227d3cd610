import { findFreePort } from '../process-group.ts';
import { makeProxySetUp, type Proxied, type ProxySetUp, type Site } from './proxied.ts';
import { startNobody, startWs } from './proxied-server.ts';

const tunnel =
  (lines = '') =>
  ({ port }: Site) =>
    `Port ${port}\n${lines}\n`;

const tinyproxy = (proxied: Omit<Proxied, 'program' | 'scheme'>): ProxySetUp =>
  makeProxySetUp({ ...proxied, program: 'tinyproxy', scheme: 'forward' });

const asProxy = ({ port }: Site) => ['--proxy', `http://127.0.0.1:${port}`];

export const tinyproxySetUps: readonly ProxySetUp[] = [
  tinyproxy({
    ...{ title: 'tinyproxy that allows other ports alone', expected: 'proxy/refused' },
    ...{ answer: 'HTTP/1.1 403 Access violation', before: startWs(), args: asProxy },
    configure: tunnel('ConnectPort 443'),
  }),
  tinyproxy({
    ...{ title: 'tinyproxy that wants credentials', expected: 'proxy/credentials' },
    ...{ answer: 'HTTP/1.0 407 Proxy Authentication Required', before: startWs(), args: asProxy },
    configure: tunnel('BasicAuth user secret'),
  }),
  tinyproxy({
    ...{ title: 'tinyproxy, and nobody where it shall connect to', expected: 'proxy/target-unreachable' },
    ...{ answer: 'HTTP/1.1 500 Unable to connect', before: startNobody, args: asProxy, configure: tunnel() },
  }),
  tinyproxy({
    ...{ title: 'tinyproxy that is right', expected: 'healthy', answer: 'HTTP/1.1 101 Switching Protocols' },
    ...{ before: startWs(), configure: tunnel('BasicAuth user secret') },
    args: ({ port }) => ['--proxy', `http://user:secret@127.0.0.1:${port}`],
  }),
];

/** A proxy that is asked for, and is not there. */
export const absentProxySetUp: ProxySetUp = {
  ...{ title: 'a proxy where nobody listens', expected: 'proxy/unreachable', answer: 'reset', programs: [] },
  async start() {
    const server = await startWs()();
    const url = `ws://127.0.0.1:${server.port}/`;
    const args = ['--proxy', `http://127.0.0.1:${await findFreePort()}`];
    return { url, args, direct: url, authority: '', end: () => server.end() };
  },
};
