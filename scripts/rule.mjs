// Plays what proves one rule, and ends with what was played, what passed and what was not found: the tests with the id of a
// clause in their titles, what is planted under it, and whether what is generated from it is up to date. It takes the id of a
// clause, the beginning of ids, or a file, whose tests it plays as well.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import { createVitest } from 'vitest/node';

const begun = performance.now();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
// What has been compiled once is kept in node_modules/.cache, by what stands in it: this runs again and again.
const { import: load } = createJiti(import.meta.url);

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(`rule: ${message}`);
  process.exit(2);
}

/** Plays tests, and gives what became of each. @param {readonly { file: string, titles: RegExp | null }[]} plays */
async function play(plays) {
  const vitest = await createVitest('test', { root, watch: false, reporters: ['minimal'] });
  try {
    await vitest.standalone();
    const found = await vitest.globTestSpecifications(plays.map(({ file }) => file));
    const chosen = plays.flatMap(({ file, titles }) =>
      found
        .filter(({ moduleId }) => moduleId === join(root, file))
        .map(({ project, moduleId }) =>
          project.createSpecification(moduleId, titles === null ? {} : { testNamePattern: titles }),
        ),
    );
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
    const told = testModules.flatMap((module) => {
      const file = relative(root, module.moduleId).replaceAll('\\', '/');
      return [...module.children.allTests()].map((test) => ({ file, test, state: test.result().state }));
    });
    return {
      tests: told
        .filter(({ state }) => state === 'passed' || state === 'failed')
        .map(({ file, test, state }) => ({ file, name: test.fullName, hasPassed: state === 'passed' })),
      troubles: [
        ...testModules.flatMap((module) =>
          module.errors().map(({ message }) => `${module.moduleId}: ${message}`),
        ),
        ...unhandledErrors.map((error) => `an error that no test has caught: ${error}`),
      ],
    };
  } finally {
    await vitest.close();
  }
}

const [argument, ...more] = process.argv.slice(2);
if (argument === undefined || more.length > 0) {
  refuse('one argument is expected: the id of a clause, the beginning of ids, or a file');
}
const { readAskedRule } = await load('./rule/asked-rule.ts');
const { readTestSources } = await load('./rule/test-file.ts');
const { findFileTests, findQuoted } = await load('./rule/file-test.ts');
const { planClauses, planFile } = await load('./rule/plan.ts');
const { comparePages } = await load('./rule/stale-page.ts');
const { summarise } = await load('./rule/summary.ts');
const { readSources } = await load('../test/architecture/source.ts');

const asked = readAskedRule(argument, root);
if (asked.kind === 'unknown') refuse(asked.sentence);
const sources = readTestSources(root);
const ids = asked.kind === 'clauses' ? asked.ids : findQuoted(readFileSync(join(root, asked.path), 'utf8'));
const plan =
  asked.kind === 'clauses'
    ? planClauses(ids, sources)
    : planFile(ids, findFileTests(asked.path, sources, readSources()), sources);
const compared = comparePages(ids, (path) => readFileSync(join(root, path), 'utf8'), sources);
const played = plan.plays.length === 0 ? { tests: [], troubles: [] } : await play(plan.plays);
const { text, code } = summarise(plan, { ...played, compared, seconds: (performance.now() - begun) / 1000 });
process.stdout.write(`\n${text}`);
process.exitCode = code;
