// Writes the API reference from the docstrings: one page for each entry point that package.json exports. TypeDoc has
// its own TypeScript here, since it does not run on the one that the rest is compiled with.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('which folder to write to?');

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Names of the pages by the sources that they are on, those last that only gather what others have. */
const names = new Map(
  Object.entries(exports)
    .filter(([, target]) => target.types !== undefined)
    .map(([name, { types }]) => [
      types.replace('./dist/', '').replace('.d.ts', '.ts'),
      name === '.' ? 'ws101' : name.replace('./', ''),
    ])
    .sort(([, a], [, b]) => Number(a === 'ws101') - Number(b === 'ws101')),
);

const app = await Application.bootstrapWithPlugins({
  plugin: ['typedoc-plugin-markdown'],
  tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
  entryPoints: [...names.keys()].map((source) => join(root, source)),
  name: 'API reference',
  readme: 'none',
  outputs: [{ name: 'markdown', path: out }],
  router: 'module',
  entryFileName: 'index',
  cleanOutputDir: true,
  disableGit: true,
  disableSources: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  propertyMembersFormat: 'table',
  parametersFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  // What is inherited links to anchors that are no headings.
  tableColumnSettings: { hideInherited: true },
  // Names of types that are told of in place, where something public has them, need no entry of their own.
  validation: { notExported: false },
  treatWarningsAsErrors: true,
  logLevel: 'Warn',
});
const entryPoints = app
  .getEntryPoints()
  ?.map((entry) => ({ ...entry, displayName: names.get(relative(root, entry.sourceFile.fileName)) }));
if (!entryPoints) throw new Error('no entry points');
const project = app.converter.convert(entryPoints);
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);

// TypeScript tells of the name ClauseId by its hundreds of members.
const clauseIds = /(?:`?"(?:rfc\d+|service|whatwg)\/[^"]*"`?(?: \\\| )?){100,}/g;
for (const page of readdirSync(out)) {
  const text = readFileSync(join(out, page), 'utf8')
    .replaceAll(clauseIds, '[`ClauseId`](server.md#clauseid)')
    .replace(/^# (?!API |ws101\n)/, '# ws101/');
  writeFileSync(join(out, page), text);
}
