import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clauseIds } from '../../models/clauses.ts';
import { readShown, writeMatrix } from '../../scripts/docs/clause-matrix.ts';
import { headClause, writeClausePages } from '../../scripts/docs/clause-page.ts';
import { findPassed, findWritten } from '../../scripts/docs/clause-test.ts';
import { digest, findEntries, followImports, readPages } from '../../scripts/docs/declaration.ts';
import { writeSetUps } from '../../scripts/docs/doctor-set-up-page.ts';
import { writeFindings } from '../../scripts/docs/finding-page.ts';
import { describeHandshake } from '../../scripts/docs/handshake.ts';
import { writeIndex } from '../../scripts/docs/index-page.ts';
import { drawMachines } from '../../scripts/docs/machine-page.ts';
import { writeClientFindings, writeProxyFindings } from '../../scripts/docs/peer-finding-page.ts';
import { drawListings } from '../../scripts/docs/verification-page.ts';
import { planSelf } from '../../src/verify/self/self.ts';

// Drawings, tables, both handshakes and the index are made again, and have to be octet for octet what is committed. So is
// the clause matrix, and the pages of clauses, but for the columns of the verifiers, which are read back from it: they are held against the number
// of cases that `verify self` would play, and the clauses that those are made for. Its tests are those whose titles are
// written under test/clauses; that they pass is seen when it is written. Of the API reference the digest of its pages is
// made again, and in declaration.test.ts that of everything that goes into it.

const folder = 'docs/generated';
const remedy = '`npm run docs` writes it again';

function committed(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

const machines = new Map([...(await drawMachines()), ...(await drawListings())]);

test.each([...machines])('%s is up to date', (name, text) => {
  expect(committed(name), remedy).toBe(text);
});

test.each([
  ['handshake-ws.md', false],
  ['handshake-wss.md', true],
])('%s is what is played', async (name, secured) => {
  expect(committed(name), remedy).toBe(await describeHandshake(secured));
});

test('index.md is up to date', () => {
  expect(committed('index.md'), remedy).toBe(writeIndex());
});

test('server-finding.md is up to date', () => {
  expect(committed('server-finding.md'), remedy).toBe(writeFindings());
});

test('client-finding.md is up to date', () => {
  expect(committed('client-finding.md'), remedy).toBe(writeClientFindings());
});

test('proxy-finding.md is up to date', () => {
  expect(committed('proxy-finding.md'), remedy).toBe(writeProxyFindings());
});

test('doctor-set-up.md is up to date', () => {
  expect(committed('doctor-set-up.md'), remedy).toBe(writeSetUps());
});

test('there is nothing else, but for what the benchmark, the run of mutants and `npm run matrix` write', () => {
  const names = [
    ...machines.keys(),
    'api',
    'clause-matrix.md',
    'clauses',
    'client-finding.md',
    'doctor-set-up.md',
    'handshake-ws.md',
    'handshake-wss.md',
    'index.md',
    'proxy-finding.md',
    'server-finding.md',
    'troubleshooting.md',
  ];
  const others = ['benchmark', 'matrix', 'mutation'];
  const found = readdirSync(folder).filter((name) => !others.includes(name));
  expect(found.sort(), remedy).toEqual(names.sort());
});

describe('the clause matrix', () => {
  const page = committed('clause-matrix.md');
  const shown = readShown(page);

  test('has every clause with its level, its rows and its tests', () => {
    const names = readdirSync('test/clauses').filter((name) => name.endsWith('.test.ts'));
    const sources = new Map(names.map((name) => [name, readFileSync(join('test/clauses', name), 'utf8')]));
    expect(writeMatrix({ ...shown, tests: findWritten(sources) }), remedy).toBe(page);
  });

  test('and the page of each text have the same evidence', () => {
    const names = readdirSync('test/clauses').filter((name) => name.endsWith('.test.ts'));
    const sources = new Map(names.map((name) => [name, readFileSync(join('test/clauses', name), 'utf8')]));
    const pages = writeClausePages({ ...shown, tests: findWritten(sources) });
    expect(readdirSync(join(folder, 'clauses')).sort(), remedy).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(committed(`clauses/${name}`), remedy).toBe(text);
  });

  test('has cases of `verify self` where there are any to play', () => {
    const made = planSelf();
    const planned = [...made.values()].reduce((sum, cases) => sum + cases, 0);
    expect(shown.self.played, remedy).toBe(planned);
    expect(
      [...made.keys()].filter((id) => !shown.self.cases.has(id)),
      remedy,
    ).toEqual([]);
  });

  test('has cases of `verify server`', () => {
    expect(shown.server.cases.get('rfc6455/4.2.1/key-16-octets')).toBeGreaterThan(0);
    expect(shown.server.cases.size).toBeGreaterThan(90);
  });
});

describe('the pages of clauses', () => {
  const nowhere = { played: 0, cases: new Map() };
  const pages = writeClausePages({ tests: new Map(), self: nowhere, server: nowhere });

  test('have each clause once, with a heading that no other clause of its text has', () => {
    const headings = [...pages].flatMap(([name, text]) =>
      [...text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => `${name}: ${heading}`),
    );
    expect(headings).toEqual(clauseIds.map((id) => `${id.replace(/\/.*/, '')}.md: ${headClause(id)}`));
    expect(new Set(headings.map((each) => each.replaceAll('.', ''))).size).toBe(clauseIds.length);
  });

  test('state a clause, lead to its section, and say what shows it', () => {
    const played = { played: 9, cases: new Map([['rfc6455/4.2.1/key-present', 1] as const]) };
    const tests = new Map([['rfc6455/4.2.1/key-present', ['a.test.ts']] as const]);
    const page = writeClausePages({ tests, self: played, server: nowhere }).get('rfc6455.md');
    expect(page).toContain(`## §4.2.1 key-present

A server refuses an opening without Sec-WebSocket-Key.

\`rfc6455/4.2.1/key-present\`, MUST, binds servers, [RFC 6455 §4.2.1](https://www.rfc-editor.org/rfc/rfc6455#section-4.2.1)
`);
    expect(page).toMatch(
      /\n- \[a\]\(\.\.\/\.\.\/\.\.\/test\/clauses\/a\.test\.ts\), a test\n- `ws101 verify self`: 1 case\n- found under it, where it is done on purpose: a server that .*\n- \[found to break it\]\(\.\.\/\.\.\/findings\.md\): .*\w\n/,
    );
  });

  test('state a clause of the service in words alone', () => {
    expect(pages.get('service.md')).not.toContain('https:');
  });
});

describe('the API reference', () => {
  const { pages } = JSON.parse(committed('api/digest.json'));

  test('is as it was written', () => {
    expect(pages, remedy).toBe(digest(readPages('.')));
  });

  test('has a page for each entry point', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
    const names = Object.keys(exports).filter((name) => !name.endsWith('.json'));
    const wanted = names.map((name) => (name === '.' ? 'ws101.md' : `${basename(name)}.md`));
    expect([...readPages('.').keys()]).toEqual([...wanted, 'index.md'].sort());
  });
});

test('a test has shown a clause if it passed under its title', () => {
  const title =
    'service/1/frames-after-101: A server speaks no HTTP on the connection once it has sent the 101.';
  const other = 'service/2.1/no-body: A server refuses an opening that announces a body.';
  const assertionResults = [
    { ancestorTitles: [title], title: 'a', status: 'passed' },
    { ancestorTitles: [], title: other, status: 'skipped' },
    { ancestorTitles: [other], title: 'b', status: 'failed' },
    { ancestorTitles: ['service/2.1/no-body'], title: 'c', status: 'passed' },
  ];
  const run = { testResults: [{ name: '/somewhere/test/clauses/a.test.ts', assertionResults }] };
  expect(findPassed(run)).toEqual(new Map([['service/1/frames-after-101', ['a.test.ts']]]));
});

test('a title that is written is found once in each file', () => {
  const sources = new Map([
    [
      'b.test.ts',
      "describe(clause('service/2.1/no-body'), () => {});\ntest(clause(\n  'service/2.1/no-body',\n));",
    ],
    ['a.test.ts', "describe(clause('service/2.1/no-body'), () => {});"],
  ]);
  expect(findWritten(sources)).toEqual(new Map([['service/2.1/no-body', ['a.test.ts', 'b.test.ts']]]));
});

test('declarations are followed through every kind of import, each once', () => {
  const files: Readonly<Record<string, string>> = {
    'src/index.d.ts': "export * from './a/index.ts';\nimport type { X } from 'xstate';",
    'src/a/index.d.ts': 'export declare const b: import("../b.ts").B;\nexport type { C } from "./c.js";',
    'src/b.d.ts': "import { C } from './a/c.ts';",
    'src/a/c.d.ts': '',
  };
  const found = followImports(['src/index.d.ts'], (file) => files[file] ?? 'missing');
  expect([...found.keys()]).toEqual(['src/a/c.d.ts', 'src/a/index.d.ts', 'src/b.d.ts', 'src/index.d.ts']);
  expect(found.get('src/a/c.d.ts')).toBe('');
});

test('the entries are those that the package exports', () => {
  expect(findEntries(readFileSync('package.json', 'utf8'))).toContain('src/client/index.d.ts');
});

test('a digest tells names and texts apart', () => {
  const digests = [[['a', 'b']], [['ab', '']], [['b', 'a']]] as const;
  expect(new Set(digests.map((files) => digest(new Map(files)))).size).toBe(3);
});
