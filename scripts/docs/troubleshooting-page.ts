import { type ClauseId, sourceOf } from '../../models/clauses.ts';
import { signDescriptions } from '../../src/diagnosis/sign-description.ts';
import { writeTable } from '../../src/draw/markdown-text.ts';
import type { FailureRow, Place } from '../../src/knowledge/conclude.ts';
import { contrarySigns } from '../../src/knowledge/contrary-sign.ts';
import { failureRows } from '../../src/knowledge/failure.ts';
import type { FailureSign } from '../../src/knowledge/failure-sign.ts';
import { toldStatuses } from '../../src/knowledge/failure-sign.ts';
import type { FixableId } from '../../src/knowledge/remedy/mend.ts';
import { type Remedy, remedies } from '../../src/knowledge/remedy/remedy.ts';
import { headClause } from './clause-page.ts';

type Row = FailureRow<FailureSign> & { readonly id: FixableId };
type Grounds = readonly (readonly FailureSign[])[];

const rows: readonly Row[] = failureRows;

/** What somebody sees who does not know the cause, and what it may be, in the order in which to look. */
export const symptoms: readonly (readonly [seen: string, ids: readonly FixableId[]])[] = [
  [
    'The client rejects the URL or an option',
    [
      'input/scheme',
      'input/fragment',
      'input/userinfo',
      'input/subprotocol',
      'input/url',
      'client/own-handshake-fields',
      'client/mixed-content',
    ],
  ],
  [
    'No connection opens: refused, unknown host, timeout',
    [
      'network/refused',
      'network/refused-v6',
      'network/name-unknown',
      'network/unreachable',
      'network/closed-at-once',
      'proxy/unreachable',
      'proxy/credentials',
      'proxy/refused',
      'proxy/target-unreachable',
    ],
  ],
  [
    'TLS fails, or the client rejects a certificate',
    [
      'tls/incomplete-chain',
      'tls/unknown-issuer',
      'tls/self-signed',
      'tls/expired',
      'tls/wrong-name',
      'tls/common-name-alone',
      'tls/not-yet-valid',
      'tls/revoked',
      'tls/certificate',
      'tls/client-certificate',
      'tls/plain-port',
      'tls/version',
      'tls/cipher',
      'tls/h2-only',
      'tls/silent',
      'tls/handshake-failed',
    ],
  ],
  [
    'No reply arrives, or the reply is not HTTP/1.1',
    [
      'tls/required',
      'server/closed-without-reply',
      'server/reset-without-reply',
      'server/no-upgrade-listener',
      'server/large-head',
      'server/short-head',
      'server/silent',
      'server/not-http',
      'tls/h2-only',
      'server/partial-head',
      'server/bare-lf',
      'server/http10',
      'server/status-line',
      'server/reply-limits',
    ],
  ],
  [
    'The server answers with plain HTTP: a page, 400, 404, 405, 426 or 501',
    [
      'hop/upgrade-stripped',
      'hop/http10-backend',
      'server/no-handler',
      'server/spa-fallback',
      'server/path',
      'server/engine-io',
      'hop/route-missing',
      'tls/required',
      'server/version',
      'server/key',
      'server/token-list',
      'server/deflate-offer-refused',
      'server/subprotocol-refused',
      'hop/refused',
    ],
  ],
  ['The server redirects the request: 301, 302, 307 or 308', ['hop/redirect']],
  [
    'The server refuses the request: 401, 403, 406 or 451',
    [
      'server/credential-missing',
      'server/credential-refused',
      'server/origin-refused',
      'server/origin-required',
      'hop/host-rewritten',
      'hop/denied',
      'hop/challenge',
      'hop/envoy-upgrade-off',
      'server/subprotocol-required',
      'server/refused',
      'hop/refused',
    ],
  ],
  [
    'The request is too large or too frequent: 413, 414, 429 or 431',
    ['hop/limits', 'server/limits', 'hop/rate-limit', 'server/overloaded'],
  ],
  [
    'The server or its backend fails: 500, 502, 503, 504 or 520 to 530',
    [
      'hop/backend-down',
      'hop/backend-silent',
      'server/overloaded',
      'server/unsteady',
      'hop/rate-limit',
      'hop/h2-backend',
      'hop/cdn-origin',
      'server/error',
      'hop/refused',
    ],
  ],
  [
    'The client rejects the 101',
    [
      'server/accept-wrong',
      'server/accept-missing',
      'server/accept-repeated',
      'hop/reply-stripped',
      'server/upgrade-missing',
      'server/connection-missing',
      'server/subprotocol-none-chosen',
      'hop/subprotocol-lost',
      'server/subprotocol-unoffered',
      'server/subprotocol-list',
      'server/subprotocol-empty',
      'server/extension-unoffered',
      'server/deflate-parameters',
      'server/status',
    ],
  ],
  [
    'The connection opens for one client, but not for another',
    [
      'server/origin-refused',
      'hop/host-rewritten',
      'server/origin-required',
      'server/own-origin-refused',
      'server/token-list',
      'server/subprotocol-none-chosen',
      'tls/incomplete-chain',
      'tls/common-name-alone',
      'client/port-blocked',
      'network/refused-v6',
      'client/mixed-content',
      'client/content-policy',
      'hop/challenge',
      'server/deflate-offer-refused',
      'server/large-head',
      'client/strictness',
      'hop/h2-connect-unkept',
      'hop/h2-alone-opens',
    ],
  ],
  [
    'The connection opens, but closes or stays silent',
    [
      'hop/idle-timeout',
      'server/idle-timeout',
      'server/closed-behind-101',
      'server/closed-on-ping',
      'server/two-answers',
      'server/no-frames',
      'hop/buffered',
      'server/early-frame-lost',
      'server/compression-broken',
      'hop/compression-broken',
    ],
  ],
];

const places: Readonly<Record<Place, string>> = {
  input: 'in the input',
  network: 'on the network',
  proxy: 'at the proxy that the client uses',
  tls: 'in TLS',
  hop: 'at a proxy in front of the server',
  server: 'at the server',
  application: 'in the application',
  client: 'at the client',
};

const groups = ['input', 'network', 'proxy', 'tls', 'hop', 'server', 'client'] as const;

/** `docs/generated/troubleshooting.md`: every diagnosis with its signs and how to fix it, listed by symptom. */
export function writeTroubleshooting(): string {
  return `# When a handshake fails

This page lists every cause that \`ws101 doctor\` knows for a handshake that fails, with its signs and how to fix it.
\`npm run docs\` writes it from \`src/knowledge/failure.ts\` and \`src/knowledge/remedy/remedy.ts\`, and a test fails when it is stale.

- [By symptom](#by-symptom)
- [By status](#by-status)
- [By product](#by-product)
- The diagnoses: ${groups.map((group) => `[${group}](#${group})`).join(', ')}

A diagnosis is *certain* if an experiment has isolated the cause, or if a reply or an error names it. It is *likely* if
several signs agree and none contradicts. Otherwise it is *possible*. Each line of signs is one combination: ws101 saw all of
the signs in it. If it also saw a sign that [speaks against](#signs-that-speak-against-each-other) one of them, against the
diagnosis or against its place, the combination is less certain.

The tests of this project put each line that is marked *run* into a configuration that fails without it, with the programs
of Debian 12 or with packages of npm. The connection then opens. All other lines are from the manual of the product, and
were not run.

## By symptom

${symptoms.map(([seen, ids]) => `**${seen}**\n\n${ids.map(listTitle).join('')}`).join('\n')}

## By status

The application itself can also send any of these.

${writeTable(['status', 'possible causes'], listStatuses())}
## By product

${writeTable(['product', 'diagnoses with advice for it'], listProducts())}
## Signs that speak against each other

${writeTable(['sign, place or diagnosis', 'no more than possible if', 'no more than likely if'], listContraries())}
${groups.map(writeGroup).join('\n')}`;
}

/** Each sign, place or failure with the signs that speak against it. */
function listContraries(): readonly (readonly string[])[] {
  const claims = new Set(contrarySigns.map(([one]) => one));
  const tell = (claim: string, level?: 'likely') =>
    contrarySigns
      .filter(([one, , leaves]) => one === claim && leaves === level)
      .map(([, other]) => signDescriptions[other])
      .join('; ');
  return [...claims].map((claim) => [nameClaim(claim), tell(claim), tell(claim, 'likely')]);
}

function nameClaim(claim: string): string {
  if (claim.includes('/')) return linkTo(claim);
  const described: Readonly<Record<string, string>> = signDescriptions;
  return described[claim] ?? `any diagnosis with the place \`${claim}\``;
}

const linkTo = (id: string) => `[${id}](#${slug(id)})`;

/** The anchor that GitHub gives to a heading. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');

const listTitle = (id: FixableId) => `- ${linkTo(id)}: ${rows.find((row) => row.id === id)?.title}\n`;

/** Each status with what it may be; those with the same are in one line. */
function listStatuses(): readonly (readonly string[])[] {
  const lines = new Map<string, number[]>();
  for (const status of toldStatuses) {
    const found = findByStatus(`statusIs${status}`).map(linkTo).join(', ');
    if (found !== '') lines.set(found, [...(lines.get(found) ?? []), status]);
  }
  return [...lines].map(([found, statuses]) => [statuses.join(', '), found]);
}

function findByStatus(sign: FailureSign): readonly FixableId[] {
  const tells = (grounds: Grounds = []) => grounds.some((ground) => ground.includes(sign));
  return rows
    .filter(({ certain, likely, possible }) => [certain, likely, possible].some(tells))
    .map(({ id }) => id);
}

function listProducts(): readonly (readonly string[])[] {
  const names = new Set(remedies.flatMap(({ product }) => product ?? []));
  return [...names]
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((name) => {
      const ids = remedies.filter(({ product }) => product === name).map(({ id }) => linkTo(id));
      return [name, [...new Set(ids)].join(', ')];
    });
}

function writeGroup(group: (typeof groups)[number]): string {
  const own = rows.filter(({ id }) => id.startsWith(`${group}/`));
  return `## ${group}\n\n${own.map(writeRow).join('\n')}`;
}

function writeRow(row: Row): string {
  const { id, title, where, clause, certain, likely, possible, excludes = [] } = row;
  const told = [
    ...writeGrounds('certain', certain),
    ...writeGrounds('likely', likely),
    ...writeGrounds('possible', possible),
  ];
  const never = excludes.map((sign) => `- ${signDescriptions[sign]}\n`).join('');
  const [general, ...own] = remedies.filter((remedy) => remedy.id === id);
  return `### ${id}

**${title}**, ${places[where]}${clause === undefined ? '' : `; ${linkClause(clause)}`}.

${told.join('')}${never === '' ? '' : `\n<details><summary>excluded by any of these signs</summary>\n\n${never}\n</details>\n`}
${general?.text}
${own.map(writeRemedy).join('')}`;
}

function linkClause(id: ClauseId): string {
  const [document = ''] = id.split('/');
  return `[${sourceOf(id)}](clauses/${document}.md#${slug(headClause(id))})`;
}

function writeGrounds(confidence: string, grounds: Grounds = []): readonly string[] {
  return mergeStatuses(grounds).map((combination) => `- *${confidence}*: ${combination}\n`);
}

/** Combinations in words; those that differ in their status alone are one. */
function mergeStatuses(grounds: Grounds): readonly string[] {
  const merged = new Map<string, readonly number[]>();
  for (const ground of grounds) {
    const statuses = ground.flatMap((sign) => toldStatuses.filter((status) => sign === `statusIs${status}`));
    const others = ground.filter((sign) => !statuses.some((status) => sign === `statusIs${status}`));
    // Nothing that stands behind a status begins with a semicolon, so that what has none is by itself.
    const words = others.map((sign) => signDescriptions[sign]).join('; ');
    const key = statuses.length === 0 ? words : `; ${words}`;
    merged.set(key, [...(merged.get(key) ?? []), ...statuses]);
  }
  return [...merged].map(([key, statuses]) => {
    if (statuses.length === 0) return key;
    const said = `the status is ${joinWords(statuses.toSorted((a, b) => a - b).map(String))}`;
    return key === '; ' ? said : said + key;
  });
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function writeRemedy({ product, text, language, ran }: Remedy): string {
  const how = ran ? '*run*' : '*from its manual, not run*';
  if (language === undefined) return `\n**${product}** (${how}): ${text}\n`;
  return `\n**${product}** (${how}):\n\n\`\`\`${language}\n${text}\n\`\`\`\n`;
}
