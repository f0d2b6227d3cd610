import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { clauseIds } from '../../models/clauses.ts';
import { listCommands, readCommand } from '../../src/cli/completion-plan.ts';
import { makeProgram } from '../../src/cli/program.ts';
import { run } from './run.ts';

const program = makeProgram(
  {
    ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
    ...{ env: {}, cwd: '/', signal: new AbortController().signal },
  },
  () => {},
);
const plan = listCommands(readCommand(program));

/** Every command as its names, by the program itself. */
function listAll(command: Command, path: readonly string[] = []): readonly (readonly [string, Command])[] {
  return [
    [path.join(' '), command],
    ...command.commands.flatMap((each) => listAll(each, [...path, each.name()])),
  ];
}

const slashed = (path: string) => (path === '' ? '' : `/${path.replaceAll(' ', '/')}`);

/** What a script has about one command. */
const partOf: Readonly<Record<string, (script: string, path: string) => string | undefined>> = {
  bash: (script, path) => script.split(`    '${slashed(path)}')\n`)[1]?.split('esac')[0],
  zsh: (script, path) =>
    script.split(`\n_ws101${slashed(path).replaceAll('/', '_')}() {\n`)[1]?.split('\n}\n')[0],
  fish: (script, path) =>
    script
      .split('\n')
      .filter((line) => line.includes(`'${`__ws101_at ${slashed(path)}`.trim()}'`))
      .join('\n'),
};

describe.each(Object.entries(partOf))('the script for %s', (shell, partFor) => {
  const script = run('completion', shell).then(({ code, out, err }) => {
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out;
  });

  test.each(listAll(program))('has every command and option of ws101 %s', async (path, command) => {
    const words = partFor(await script, path)?.split(/[^\w-]+/);
    const flags = command.options.flatMap(({ short, long }) => [short ?? [], long ?? []].flat());
    // fish takes names without their hyphens.
    const named = [...flags, '--help', '--version'].map((flag) =>
      shell === 'fish' ? flag.replace(/^-+/, '') : flag,
    );
    expect(words).toEqual(expect.arrayContaining([...named, ...command.commands.map((each) => each.name())]));
  });

  test('has every clause', async () => {
    expect((await script).split(/[\s']+/)).toEqual(expect.arrayContaining([...clauseIds]));
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
    const unknown = plan.flatMap(({ options }) =>
      options.flatMap(({ placeholder, value }) => (value.kind === 'other' ? (placeholder ?? []) : [])),
    );
    // Nothing can be offered for these. What takes a file, a folder or a clause has the name that others have for it.
    expect([...new Set(unknown)].sort()).toEqual(
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

  test('no word means anything to a shell', () => {
    const words = plan.flatMap(({ name, options, operand }) => [
      name,
      ...options.flatMap(({ names, value }) => [...names, ...('words' in value ? value.words : [])]),
      ...(operand && 'words' in operand ? operand.words : []),
    ]);
    expect([...words, ...clauseIds].filter((word) => !/^[\w./-]+$/.test(word))).toEqual([]);
  });
});
