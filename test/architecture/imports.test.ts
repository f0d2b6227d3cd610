import { describe, expect, test } from 'vitest';
import { findWrongArrows } from './arrow.ts';
import { readSources } from './source.ts';

test('imports go from right to left only, and nothing is imported where it has no place', () => {
  const sources = readSources();
  expect(sources.size).toBeGreaterThan(80);
  expect(findWrongArrows(sources)).toEqual([]);
});

test('src/verify has these rooms', () => {
  const rooms = [...readSources().keys()].flatMap((file) => /^src\/verify\/(\w+)\//.exec(file)?.[1] ?? []);
  const expected = 'client connector explain html judge peer proxy report run self server';
  expect([...new Set(rooms)].toSorted().join(' ')).toBe(expected);
});

const leaf = 'export const leaf = 1;\n';

test('a small project without a fault has none', () => {
  const sources = new Map([
    ['models/clauses.ts', leaf],
    [
      'models/graph.ts',
      "import { getShortestPaths } from '@xstate/graph';\nimport { setup } from 'xstate';\n",
    ],
    ['src/clock.ts', leaf],
    ['src/wire/head.ts', "import type { ClauseId } from '../../models/clauses.ts';\n"],
    [
      'src/wire/field.ts',
      "// import { x } from '../server/listen.ts';\nimport {\n  a,\n  b,\n} from './head.ts';\n/** Not Buffer. */\n",
    ],
    ['src/server/listen.ts', "import type { WebSocket } from 'ws';\nimport { a } from '../clock.ts';\n"],
    [
      'src/explore/page/main.ts',
      "import './page.css';\nimport 'virtual:report.css';\nimport { a } from '../view.ts';\n",
    ],
    ['src/explore/view.ts', leaf],
    ['src/cli/main.ts', "const x = await import('../server/listen.ts');\nimport { C } from 'commander';\n"],
  ]);
  expect(findWrongArrows(sources)).toEqual([]);
});

describe('the check catches', () => {
  test.each([
    [
      'an arrow from left to right',
      'src/wire/head.ts',
      "import { leaf } from '../facts/leaf.ts';",
      'src/wire/head.ts: wire may not import facts (../facts/leaf.ts)',
    ],
    [
      'a type along such an arrow',
      'src/facts/request-facts.ts',
      "import type { A } from '../server/leaf.ts';",
      'src/facts/request-facts.ts: facts may not import server (../server/leaf.ts)',
    ],
    [
      'an arrow between neighbours',
      'src/client/dial.ts',
      "import {\n  a,\n  b,\n} from '../server/leaf.ts';",
      'src/client/dial.ts: client may not import server (../server/leaf.ts)',
    ],
    [
      'a re-export along a wrong arrow',
      'models/index.ts',
      "export * from '../src/wire/leaf.ts';",
      'models/index.ts: models may not import wire (../src/wire/leaf.ts)',
    ],
    [
      'an import that is called',
      'src/verify/self.ts',
      "const a = await import('../cli/leaf.ts');",
      'src/verify/self.ts: verify may not import cli (../cli/leaf.ts)',
    ],
    [
      'an arrow between rooms from left to right',
      'src/verify/judge/oracle.ts',
      "import type { A } from '../report/leaf.ts';",
      'src/verify/judge/oracle.ts: the room judge may not import report (../report/leaf.ts)',
    ],
    [
      'a room that imports the entry of the house',
      'src/verify/self/self.ts',
      "import { a } from '../index.ts';",
      'src/verify/self/self.ts: the room self may not import index (../index.ts)',
    ],
    [
      'the page in what is shown on it',
      'src/explore/view.ts',
      "import { a } from './page/leaf.ts';",
      'src/explore/view.ts: explore may not import page (./page/leaf.ts)',
    ],
    [
      'Node in the page',
      'src/explore/page/main.ts',
      "import { once } from 'node:events';",
      'src/explore/page/main.ts: page may not import node:events',
    ],
    [
      'styles where no browser is',
      'src/explore/view.ts',
      "import './view.css';",
      'src/explore/view.ts: ./view.css does not end in .ts',
    ],
    [
      'a room that nobody has heard of',
      'src/verify/util/a.ts',
      "import { a } from '../../wire/leaf.ts';",
      'src/verify/util/a.ts: util is no room of src/verify',
    ],
    [
      'facts in arbitraries',
      'src/arbitraries/line.ts',
      "import { a } from '../facts/leaf.ts';",
      'src/arbitraries/line.ts: arbitraries may not import facts (../facts/leaf.ts)',
    ],
    [
      'a clock with imports',
      'src/clock.ts',
      "import { a } from './wire/leaf.ts';",
      'src/clock.ts: clock may not import wire (./wire/leaf.ts)',
    ],
    [
      'a folder that nobody has heard of',
      'src/utils/a.ts',
      "import { a } from '../wire/leaf.ts';",
      'src/utils/a.ts: utils may not import wire (../wire/leaf.ts)',
    ],
    [
      'a specifier without .ts',
      'src/wire/head.ts',
      "import { leaf } from './leaf';",
      'src/wire/head.ts: ./leaf does not end in .ts',
    ],
    [
      'node: in a pure folder',
      'src/negotiation/subprotocol.ts',
      "import { once } from 'node:events';",
      'src/negotiation/subprotocol.ts: negotiation may not import node:events',
    ],
    [
      'a type of node: in a pure folder',
      'src/wire/head.ts',
      "import type { Socket } from 'node:net';",
      'src/wire/head.ts: wire may not import node:net',
    ],
    [
      'Buffer in a pure folder',
      'src/wire/head.ts',
      'const a = Buffer.from(b);',
      'src/wire/head.ts: mentions Buffer',
    ],
    [
      'process in a pure folder',
      'models/decide.ts',
      'const a = process.env;',
      'models/decide.ts: mentions process',
    ],
    [
      '@xstate/graph outside graph.ts',
      'models/decide.ts',
      "import { getShortestPaths } from '@xstate/graph';",
      'models/decide.ts: models may not import @xstate/graph',
    ],
    [
      'xstate in a shell',
      'src/server/session.ts',
      "import { createActor } from 'xstate';",
      'src/server/session.ts: server may not import xstate',
    ],
    [
      'a value of ws outside frames',
      'src/server/listen.ts',
      "import { WebSocket } from 'ws';",
      'src/server/listen.ts: server may not import ws',
    ],
    [
      'an import for its effects alone',
      'src/wire/head.ts',
      "import 'ws';",
      'src/wire/head.ts: wire may not import ws',
    ],
  ])('%s', (_what, file, line, message) => {
    const leaves = ['models', 'src/wire', 'src/facts', 'src/server', 'src/cli', 'src/explore/page'].map(
      (folder) => [`${folder}/leaf.ts`, leaf] as const,
    );
    expect(findWrongArrows(new Map([...leaves, [file, `${line}\n`]]))).toContain(message);
  });

  test('a file that is not there', () => {
    expect(findWrongArrows(new Map([['src/wire/head.ts', "import { a } from './gone.ts';\n"]]))).toEqual([
      'src/wire/head.ts: there is no src/wire/gone.ts',
    ]);
  });

  test('a circle of files in one folder', () => {
    const sources = new Map([
      ['src/wire/a.ts', "import { b } from './b.ts';\n"],
      ['src/wire/b.ts', "import type { c } from './c.ts';\n"],
      ['src/wire/c.ts', "import { a } from './a.ts';\n"],
    ]);
    expect(findWrongArrows(sources)).toEqual([
      'a circle: src/wire/a.ts → src/wire/b.ts → src/wire/c.ts → src/wire/a.ts',
    ]);
  });

  test('a circle of folders that is none of files', () => {
    const sources = new Map([
      ['src/server/a.ts', "import { b } from '../verify/peer/b.ts';\n"],
      ['src/verify/peer/b.ts', leaf],
      ['src/verify/peer/c.ts', "import { d } from '../../server/d.ts';\n"],
      ['src/server/d.ts', leaf],
    ]);
    expect(findWrongArrows(sources)).toEqual([
      'src/server/a.ts: server may not import verify (../verify/peer/b.ts)',
      'a circle: server → verify → server',
    ]);
  });
});
