import type { Place } from '../../src/knowledge/conclude.ts';
import { type FailureId, failureRows } from '../../src/knowledge/failure.ts';
import { allNetworkSetUps } from '../../test/doctor/network-set-up.ts';
import { proxySetUps } from '../../test/doctor/proxy-set-up.ts';
import { serverSetUps } from '../../test/doctor/server-set-up.ts';
import type { SetUp } from '../../test/doctor/set-up.ts';
import { tlsSetUps } from '../../test/doctor/tls-set-up.ts';

/** Everything on which the doctor is run, whatever of it this machine has. */
export const setUps: readonly SetUp[] = [...allNetworkSetUps, ...tlsSetUps, ...proxySetUps, ...serverSetUps];

/** Why a diagnosis has no set-up. */
export const reasons: Readonly<Partial<Record<FailureId, string>>> = {
  'client/mixed-content':
    'a browser refuses this itself and sends nothing: the doctor knows it only from an error message',
  'client/content-policy':
    'a browser refuses this itself and sends nothing: the doctor knows it only from an error message',
  'tls/revoked':
    'the doctor downloads no revocation list, and no authority revokes a certificate that is made here',
  'tls/certificate':
    'it covers all other certificate faults: each fault that has a set-up has its own diagnosis',
  'hop/cdn-origin': 'it needs a CDN such as Cloudflare',
  'hop/envoy-upgrade-off': 'neither Debian 12 nor npm has a package of Envoy',
  'server/refused':
    'it covers refusals without a known cause: each refusal that has a set-up has a cause that the doctor can find',
  'server/unsteady':
    'it needs several servers that are not alike, and the set-ups have one: scripted ones take turns in its tests',
  'server/own-origin-refused': 'it is an addition to a handshake that works, and never comes first',
  'server/early-frame-lost': 'it is an addition to a handshake that works, and never comes first',
  'hop/compression-broken': 'it needs a proxy that changes frames, and none of the proxies here does that',
  'hop/buffered': 'it needs a proxy that holds frames back, and none of the proxies here does that',
};

const places: readonly (readonly [Place | null, string])[] = [
  ['input', 'The input'],
  ['network', 'The network'],
  ['proxy', 'The proxy that the client uses'],
  ['tls', 'TLS'],
  ['hop', 'A proxy in front of the server'],
  ['server', 'The server'],
  ['application', 'The application'],
  ['client', 'The client'],
  [null, 'No failure'],
];

interface Told {
  readonly id: FailureId;
  readonly title: string;
  readonly where: Place | null;
}

const told: readonly Told[] = [...failureRows, { id: 'healthy', title: 'The handshake works', where: null }];

const findSetUps = (id: FailureId) => setUps.filter(({ expected }) => expected === id);

/** `docs/generated/doctor-set-up.md`: every diagnosis, and the set-ups that cause it. */
export function writeSetUps(): string {
  const [had, unhad] = [true, false].map((isHad) =>
    told.filter(({ id }) => findSetUps(id).length > 0 === isHad),
  );
  return `# Set-ups that test the doctor

\`test/doctor/set-up.slow.test.ts\` runs \`ws101 doctor\` on each of these set-ups. The first diagnosis must be the one above
the set-up. There are ${setUps.length} set-ups. They cause ${had?.length} of the ${told.length} diagnoses of
[When a handshake fails](troubleshooting.md), including \`healthy\`. Each set-up runs real software on one machine:
packages of npm and of Debian 12, in common configurations. If no software has a fault, a few lines of code show it.

The parentheses list the programs and packages that a set-up needs besides the packages of npm, and the product whose
configuration lines the doctor must print.

${places.map(([place, title]) => writePlace(place, title)).join('\n')}
## Diagnoses without a set-up

Tests check these only against written observations, or the doctor reports them only in addition to others.

| diagnosis | what it says | why |
| --- | --- | --- |
${(unhad ?? []).map(({ id, title }) => `| \`${id}\` | ${title} | ${reasons[id] ?? ''} |\n`).join('')}`;
}

function writePlace(place: Place | null, title: string): string {
  const here = told.filter(({ id, where }) => where === place && findSetUps(id).length > 0);
  return `## ${title}\n\n${here.map(writeDiagnosis).join('\n')}`;
}

function writeDiagnosis({ id, title }: Told): string {
  const found = findSetUps(id);
  return `**\`${id}\`**: ${title}; ${found.length}\n\n${found.map(writeSetUp).join('')}`;
}

function writeSetUp({ title, programs = [], packages = [], product }: SetUp): string {
  const needed = [...programs, ...packages].map((name) => `\`${name}\``);
  const notes = [...needed, ...(product === undefined ? [] : [`lines for ${product}`])];
  return `- ${title}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}\n`;
}
