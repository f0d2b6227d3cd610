import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificatesOnce } from '../../src/verify/peer/certificates-once.ts';
import { type CampaignProxyName, type Place, startProxy, tellLaunch } from '../peers/proxy-program.ts';
import type { ProxySetUp } from '../peers/proxy-set-up.ts';

/** A set-up that the campaign alone runs. */
export interface CampaignProxy extends Pick<ProxySetUp, 'title' | 'command' | 'start'> {
  /** Whether the front speaks TLS. */
  readonly isSecure?: boolean;
}

type Name = CampaignProxyName | 'tinyproxy';

const tell = (program: Name) => `${tellLaunch(program)} # test/campaign/campaign-proxy.ts`;

const make = (
  program: Name,
  title: string,
  configure: (place: Place, backend: number) => string,
): CampaignProxy => ({
  ...{ title, command: tell(program) },
  start: (backend) => startProxy(program, (place) => configure(place, backend)),
});

/** The same before TLS: `pem` is a file with a key and its certificate. */
const makeSecure = (
  program: Name,
  title: string,
  configure: (place: Place & { readonly pem: string }, backend: number) => string,
): CampaignProxy => ({
  ...{ title, command: tell(program), isSecure: true },
  async start(backend) {
    const { trusted } = await certificatesOnce();
    return startProxy(program, (place) => {
      const pem = join(place.folder, 'pair.pem');
      writeFileSync(pem, `${trusted.key}\n${trusted.cert}\n`);
      return configure({ ...place, pem }, backend);
    });
  },
});

/** Without it nobody is let in. */
const allowed = 'ip_allow: [{ apply: in, ip_addrs: 127.0.0.1, action: allow, methods: ALL }]\n';

const trafficServer = ({ port, folder }: Place, backend: number) => {
  const map = (scheme: string) => `map ${scheme}://127.0.0.1:${port}/ ${scheme}://127.0.0.1:${backend}/\n`;
  writeFileSync(join(folder, 'remap.config'), map('http') + map('ws'));
  writeFileSync(join(folder, 'ip_allow.yaml'), allowed);
  return `CONFIG proxy.config.http.server_ports STRING ${port}:ip-in=127.0.0.1
CONFIG proxy.config.url_remap.pristine_host_hdr INT 1`;
};

const mitmproxy = ({ port }: Place, backend: number) => `listen_host: 127.0.0.1
listen_port: ${port}
mode: "reverse:http://127.0.0.1:${backend}"`;

export const campaignProxies: readonly CampaignProxy[] = [
  make('mitmdump', 'mitmproxy', mitmproxy),
  make('mitmdump', 'mitmproxy that keeps the Host', (place, backend) => {
    return `${mitmproxy(place, backend)}\nkeep_host_header: true`;
  }),
  make('traffic_server', 'Apache Traffic Server', trafficServer),
  make(
    'tinyproxy',
    'tinyproxy as a reverse proxy',
    ({ port }, backend) => `Port ${port}
ReverseOnly Yes
ReversePath "/" "http://127.0.0.1:${backend}/"`,
  ),
  makeSecure(
    'stunnel4',
    'stunnel',
    ({ port, pem }, backend) => `[chat]
accept = 127.0.0.1:${port}
connect = 127.0.0.1:${backend}
cert = ${pem}`,
  ),
  makeSecure(
    'hitch',
    'hitch',
    ({ port, pem }, backend) => `frontend = "[127.0.0.1]:${port}"
backend = "[127.0.0.1]:${backend}"
pem-file = "${pem}"
workers = 1
ocsp-dir = ""`,
  ),
];
