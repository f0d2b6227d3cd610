import { lifecyclePages, tablePages } from './machine-page.ts';
import { listingPages } from './verification-page.ts';

/** What is what in the folder. */
export function writeIndex(): string {
  const link = ({ name, title }: { readonly name: string; readonly title: string }) =>
    `- [${title}](${name}.md), [as SVG](${name}.svg)`;
  return `# What is generated

This page lists everything in this folder. \`npm run docs\` writes the folder from the machines, from runs and from the
docstrings. Nobody edits it by hand, and a test fails when it is stale.

## Lifecycles

${lifecyclePages.map(link).join('\n')}

## Decisions

${tablePages.map(link).join('\n')}

## What others are verified by

${listingPages.map(link).join('\n')}

## Handshakes

- [A handshake over ws](handshake-ws.md)
- [A handshake over wss](handshake-wss.md)

## What shows what

- [The clause matrix](clause-matrix.md): every clause, what cites it, and what has shown it
- [The clauses](clauses/index.md), one by one on a page for each text, with what shows each
- [What real servers were found to do](server-finding.md), by the recipes of \`test/campaign\`
- [What real clients were found to do](client-finding.md), by the recipes of the same folder
- [What real proxies were found to do](proxy-finding.md), by set-ups of each
- The matrix shows what real servers, clients and proxies do, clause by clause, with the octets. It is not committed: in a
  checkout \`npm run matrix\` writes its pages into the folder \`matrix\` beside this page, and [the site](../architecture.md#the-site)
  has them
- [When a handshake fails](troubleshooting.md): every diagnosis of \`ws101 doctor\`, with its signs and how to fix it
- [Set-ups that test \`ws101 doctor\`](doctor-set-up.md): every diagnosis, and the real software that causes it
- [The benchmark](benchmark/index.md), by \`npm run bench -- --write\`
- [The mutants](mutation/index.md): how much of a change the tests notice, by \`npm run mutate -- --write\`

## API

- [The API reference](api/index.md), a page for each entry point
`;
}
