import { clientReadings } from '../../test/campaign/client-reading.ts';
import { proxyReadings } from '../../test/campaign/proxy-reading.ts';
import type { Result, ResultFinding } from '../../test/campaign/result.ts';
import { readResults } from '../../test/campaign/run/store.ts';
import { code, row, tellClauses, tellDecider } from './finding-page.ts';

function describeHead({ name, version, language, from, layers }: Result): string {
  const { http = 'unknown', library, application } = layers;
  const packages = from.length === 0 ? '' : `, from ${from.map(code).join(', ')}`;
  const told = [
    `HTTP stack: ${http}.`,
    ...(library === undefined ? [] : [`Library: ${library}.`]),
    ...(application === undefined ? [] : [`Application: ${application}.`]),
  ];
  return `## ${name} ${version}\n\n${language}${packages}. ${told.join(' ')}`;
}

function describeRow(finding: ResultFinding): string {
  const { level, title } = finding;
  return row(level, tellClauses(finding), title.replaceAll('|', '\\|'), tellDecider(finding));
}

function describe(result: Result): string {
  const rows = [
    '| level | clause | what it does | whose decision |',
    '| --- | --- | --- | --- |',
    ...result.findings.map(describeRow),
  ];
  const told = result.findings.length > 0 ? rows.join('\n') : 'Nothing was found that may be told.';
  return `${describeHead(result)}\n\n${told}\n`;
}

const listReadings = (
  readings: Readonly<Record<string, { readonly section: string; readonly says: string }>>,
) =>
  Object.entries(readings)
    .map(([clause, { section, says }]) => row(code(clause), section, says))
    .join('\n');

/** What was found on each real client, and the sentences that it was held against. */
export function writeClientFindings(): string {
  return `# What real clients were found to do

This page lists what \`ws101 verify client\` found on real clients, as far as it may be published. The clients are those of the
recipes in \`test/campaign\`. [What was found on real clients](../findings.md#what-was-found-on-real-clients) says how the
findings were made and checked. An entry shows what was wrong or unusual in an otherwise right 101. If the 101 had several
lines of a field, the entry shows all of them.

${readResults('client').map(describe).join('\n')}
## What the texts say

| clause | read in | what it says |
| --- | --- | --- |
${listReadings(clientReadings)}
`;
}

/** The same of proxies. */
export function writeProxyFindings(): string {
  return `# What real proxies were found to do

This page lists what \`ws101 verify proxy\` found on real proxies, as far as it may be published. The proxies are those of the
set-ups in \`test/peers\` and \`test/campaign\`. [Real proxies](../findings.md#real-proxies) says how the findings were made and
checked. Each entry says what the proxy does, and then what was unusual in an otherwise plain opening or 101.

${readResults('proxy').map(describe).join('\n')}
## What the texts say

| clause | read in | what it says, and what was seen |
| --- | --- | --- |
${listReadings(proxyReadings)}
`;
}
