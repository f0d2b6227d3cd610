import type { Command, Help, Option } from 'commander';
import { listOwn } from '../diagram/diagram-machine.ts';

/** One word that can stand in a line, or `@` and what kind of word can. */
export interface CompletionRow {
  /** The names of the command with slashes between them: `ws101/verify/self`. */
  readonly command: string;
  /** The option whose value it is, `-` for an option, and `.` for a command or another operand. */
  readonly before: string;
  readonly word: string;
  readonly description: string;
}

/** What is known of a value by its choices, or by what `--help` calls it. */
function listWords(name: string, choices: readonly string[] | undefined): readonly string[] {
  if (choices) return choices;
  switch (name) {
    case 'file':
    case 'report':
    case 'subject':
    case 'command':
      return ['@file'];
    case 'machine':
      return ['@file', ...listOwn().map((each) => each.name)];
    case 'folder':
      return ['@folder'];
    case 'id':
      return ['@clause'];
    case 'id,…':
      return ['@clauses'];
    default:
      return ['@other'];
  }
}

function listOption(command: string, option: Option): readonly CompletionRow[] {
  const { short, long, flags, description, argChoices } = option;
  const [, placeholder] = /[<[](.+)[>\]]$/.exec(flags) ?? [];
  const words = placeholder === undefined ? [] : listWords(placeholder, argChoices);
  return [short ?? [], long ?? []]
    .flat()
    .flatMap((name) => [
      { command, before: '-', word: name, description },
      ...words.map((word) => ({ command, before: name, word, description: '' })),
    ]);
}

/** Reads what `--help` shows of a command, and of all that are under it. */
export function listRows(
  command: Command,
  help: Help = command.createHelp(),
  name = command.name(),
): readonly CompletionRow[] {
  const { commands, registeredArguments } = command;
  const [first] = registeredArguments;
  // Where nothing is known of an operand, options are offered.
  const operands = first ? listWords(first.name(), first.argChoices).filter((word) => word !== '@other') : [];
  const names = commands.map((each) => each.name());
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  return [
    ...operands.map((word) => ({ command: name, before: '.', word, description: '' })),
    ...options.flatMap((option) => listOption(name, option)),
    ...help.visibleCommands(command).flatMap((each) => {
      const under = `${name}/${each.name()}`;
      const row = { command: name, before: '.', word: each.name(), description: each.description() };
      // The command `help` is commander's own, which takes the names of those beside it.
      const rows = names.includes(each.name())
        ? listRows(each, help, under)
        : names.map((word) => ({ command: under, before: '.', word, description: '' }));
      return [row, ...rows];
    }),
  ];
}
