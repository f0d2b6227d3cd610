import type { Place } from '../../models/conclude.ts';
import { type FailureId, failureRows } from '../../models/failure.ts';
import { allNetworkSetUps } from '../../test/doctor/network-set-up.ts';
import { proxySetUps } from '../../test/doctor/proxy-set-up.ts';
import { serverSetUps } from '../../test/doctor/server-set-up.ts';
import type { SetUp } from '../../test/doctor/set-up.ts';
import { tlsSetUps } from '../../test/doctor/tls-set-up.ts';

/** Everything on which the doctor is run, whatever of it this machine has. */
export const setUps: readonly SetUp[] = [...allNetworkSetUps, ...tlsSetUps, ...proxySetUps, ...serverSetUps];

/** Why nothing is set up that brings a diagnosis about. */
export const reasons: Readonly<Partial<Record<FailureId, string>>> = {
  'client/mixed-content':
    'only a page in a browser is kept from it, before anything is sent: told from words alone',
  'client/content-policy':
    'only a page in a browser is kept from it, before anything is sent: told from words alone',
  'tls/revoked': 'no list of revocations is fetched, and nobody else says so of a certificate made here',
  'tls/certificate': 'what is left of certificates: each fault that is set up has a name of its own',
  'hop/cdn-origin': 'it takes a content network such as Cloudflare',
  'hop/envoy-upgrade-off': 'Envoy is a package neither of Debian 12 nor of npm',
  'server/refused':
    'what is left where nothing says why: each refusal that is set up has a cause that can be told',
  'server/early-frame-lost': 'it is told beside a connection with which nothing is amiss, and never first',
  'hop/compression-broken': 'it takes a hop that changes frames, which none of those here does',
  'hop/buffered': 'it takes a hop that holds frames back, which none of those here does',
};

const places: readonly (readonly [Place | null, string])[] = [
  ['input', 'What was typed'],
  ['network', 'The network'],
  ['proxy', 'The proxy that the client goes through'],
  ['tls', 'TLS'],
  ['hop', 'A hop before the server'],
  ['server', 'The server'],
  ['application', 'The application'],
  ['client', 'The client'],
  [null, 'Nothing is amiss'],
];

interface Told {
  readonly id: FailureId;
  readonly title: string;
  readonly where: Place | null;
}

const told: readonly Told[] = [...failureRows, { id: 'healthy', title: 'Nothing is amiss', where: null }];

const findSetUps = (id: FailureId) => setUps.filter(({ expected }) => expected === id);

/** `docs/generated/doctor-set-up.md`: every diagnosis, and what is set up that brings it about. */
export function writeSetUps(): string {
  const [had, unhad] = [true, false].map((isHad) =>
    told.filter(({ id }) => findSetUps(id).length > 0 === isHad),
  );
  return `# What the doctor is tried on

\`test/doctor/set-up.slow.test.ts\` runs \`ws101 doctor\` on each of these, and the first diagnosis has to be the one under
which it stands. They are ${setUps.length}, and bring about ${had?.length} of the ${told.length} diagnoses of
[When a handshake fails](../troubleshooting.md), \`healthy\` among them. All of it is real software on one machine: packages
of npm and of Debian 12, configured as people have it, and a few lines by hand where no software is that wrong.

Behind each stands what it needs besides npm's packages, and the product whose lines of configuration have to be told.

${places.map(([place, title]) => writePlace(place, title)).join('\n')}
## What nothing here has as its first diagnosis

These are held against written observations alone, or are told beside others.

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
