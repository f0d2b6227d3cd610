import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { clauseIds } from '../../models/clauses.ts';
import { listRows } from '../../src/cli/completion/completion-row.ts';
import { guard } from '../../src/cli/guard.ts';
import { makeProgram } from '../../src/cli/program.ts';
import { run } from './run.ts';

const program = makeProgram(
  guard([], {
    ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
    ...{ env: {}, cwd: '/', signal: new AbortController().signal },
  }),
  () => {},
);
const rows = listRows(program);

/** Every command as its names, by the program itself. */
function listAll(command: Command, path: readonly string[] = []): readonly (readonly [string, Command])[] {
  return [
    [path.join(' '), command],
    ...command.commands.flatMap((each) => listAll(each, [...path, each.name()])),
  ];
}

/** The words that a script has for one command: each stands behind the command, and what stands before it. */
function wordsOf(script: string, path: string): readonly (string | undefined)[] {
  const name = ['ws101', ...path.split(' ')].filter(Boolean).join('/');
  const lines = script.split(/\n|'/).map((line) => line.split('\t'));
  return lines.filter(([command]) => command === name).map(([, , word]) => word);
}

describe.each(['bash', 'zsh', 'fish'])('the script for %s', (shell) => {
  const script = run('completion', shell).then(({ code, out, err }) => {
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out;
  });

  test.each(listAll(program))('has every command and option of ws101 %s', async (path, command) => {
    const flags = command.options.flatMap(({ short, long }) => [short ?? [], long ?? []].flat());
    const named = [...flags, '--help', '--version', ...command.commands.map((each) => each.name())];
    expect(wordsOf(await script, path)).toEqual(expect.arrayContaining(named));
  });

  test('has every clause', async () => {
    expect((await script).split(/[\s'"]+/)).toEqual(expect.arrayContaining([...clauseIds]));
  });
});

test.each([
  [['completion'], "error: missing required argument 'shell'\n"],
  [
    ['completion', 'tcsh'],
    "error: command-argument value 'tcsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.\n",
  ],
])('%s is bad usage', async (args, err) => {
  expect(await run(...args)).toEqual({ code: 2, out: '', err });
});

describe('what the scripts rely on', () => {
  test('a value has choices, or a name in --help by which it is known what it takes', () => {
    const placeholders = listAll(program).flatMap(([, { options }]) =>
      options.flatMap(({ short, long, flags }) =>
        rows.some(({ before, word }) => word === '@other' && (before === short || before === long))
          ? (/[<[](.+)[>\]]$/.exec(flags)?.[1] ?? [])
          : [],
      ),
    );
    // Nothing can be offered for these. What takes a file, a folder or a clause has the name that others have for it.
    expect([...new Set(placeholders)].sort()).toEqual(
      [
        ...['host:port', 'n', 'ms', 's', 'url', 'origin', 'path', 'key', 'text', 'name', 'where', 'which'],
        ...['a,b', 'o1,o2', '13,8', 'I/N', "'N: v'"],
      ].sort(),
    );
  });

  test('a command has operands of one kind, but for another command, and one that has others under it has no values', () => {
    for (const [, command] of listAll(program)) {
      // What is started stands behind `--`, where nothing is known of its words.
      const operands = command.registeredArguments.filter(
        (each, at) => at === 0 || each.name() !== 'command' || !each.variadic,
      );
      expect(operands.length).toBeLessThanOrEqual(command.commands.length > 0 ? 0 : 1);
      if (command.commands.length > 0) expect(command.options.filter(({ required }) => required)).toEqual([]);
    }
  });

  test('no word means anything to a shell, and no row has another line or tab in it', () => {
    const words = rows.flatMap(({ command, before, word }) => [command, before, word]);
    expect([...words, ...clauseIds].filter((word) => !/^@?[\w./-]+$/.test(word))).toEqual([]);
    expect(rows.filter(({ description }) => /[\t\n]/.test(description))).toEqual([]);
  });
});
