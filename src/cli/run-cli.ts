import { type Command, CommanderError } from 'commander';
import { visible } from '../quote/visible.ts';
import { describeBreak } from './break.ts';
import { guard } from './guard.ts';
import type { ProcessIo } from './io.ts';
import { askNearest } from './near.ts';
import { makeProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs one command line to its end. Nothing is thrown, and no process is ended.
 *
 * @param argv what stands behind `ws101`
 * @returns the exit code
 */
export async function runCli(argv: readonly string[], own: ProcessIo): Promise<number> {
  const io = guard(argv, own);
  let code = 0;
  const program = makeProgram(io, (given) => {
    code = given;
  });
  try {
    refuseUnknown(program, argv);
    refusePlaceholders(argv);
    await program.parseAsync(putTextLast(argv, program), { from: 'user' });
    return code;
  } catch (error) {
    // What commander refuses it has told already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError) {
      io.stderr.write(`ws101: ${visible(io.secrets.hideInMessage(error.message), true)}\n`);
      return 2;
    }
    const { text, code } = describeBreak(error);
    io.stderr.write(text);
    return code;
  }
}

/** Options whose values may have been copied from an output, in which secrets are hidden. */
const copied: ReadonlySet<string> = new Set([
  '--url',
  '--direct',
  '--proxy',
  '--header',
  '-H',
  '--auth',
  '--subprotocol',
]);

/**
 * What stands for a secret in an output is none: sent as it is, it would be refused, and that would tell nothing.
 *
 * @throws UsageError
 */
function refusePlaceholders(argv: readonly string[]): void {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  for (const [at, word] of words.entries()) {
    const isUrl = /^\w+:\/\/\S+$/.test(word);
    // As a word of its own, behind =, or right behind a letter.
    const [joined = ''] = /^(?:--[a-z-]+(?==)|-[A-Z])/.exec(word) ?? [];
    const option = [words[at - 1] ?? '', joined].find((name) => copied.has(name)) ?? null;
    if (!word.includes('***') || !(isUrl || option !== null)) continue;
    throw new UsageError(
      `${option ?? word} has *** in the place of a secret that an output has hidden: put the secret there`,
    );
  }
}

/**
 * A text of several lines is no option, whatever it begins with: behind `--` it is none for commander either. What stands
 * behind an option with a value is that value.
 */
function putTextLast(argv: readonly string[], { commands }: Command): readonly string[] {
  const options = commands.find((each) => each.name() === argv[0])?.options ?? [];
  const isText = (word: string, at: number) =>
    /^-.*[\r\n]/.test(word) &&
    !options.some((each) => each.required && [each.short, each.long].includes(argv[at - 1]));
  const text = argv.find(isText);
  return text === undefined || argv.includes('--')
    ? argv
    : [...argv.filter((word) => word !== text), '--', text];
}

/** A command that is not known has no help either, while commander would give that of the command above it. */
function refuseUnknown(program: Command, argv: readonly string[]): void {
  let command = program;
  for (const word of argv) {
    if (word.startsWith('-') || command.commands.length === 0) return;
    const named = command.commands.find((each) => each.name() === word);
    if (!named && word === 'help') continue;
    const names = command.commands.map((each) => each.name());
    if (!named) command.error(`error: unknown command '${word}'${askNearest(word, names)}`);
    else command = named;
  }
}
