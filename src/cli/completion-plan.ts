import type { Command, Help, Option } from 'commander';
import { listOwn } from './diagram-machine.ts';

/** What a shell can offer for a value: of a list of clauses any number, with commas between. */
export type Value =
  | { readonly kind: 'word'; readonly words: readonly string[] }
  /** A file, or one of these words. */
  | { readonly kind: 'file'; readonly words: readonly string[] }
  | { readonly kind: 'folder' | 'clause' | 'clauseList' }
  | { readonly kind: 'other' };

export interface CompletedOption {
  /** With their hyphens, a short one first. */
  readonly names: readonly string[];
  readonly description: string;
  /** What `--help` calls its value; null where it takes none. */
  readonly placeholder: string | null;
  readonly value: Value;
}

/** One command: all that can follow it. */
export interface CompletedCommand {
  readonly name: string;
  /** The names that lead to it, the program's left out. */
  readonly path: readonly string[];
  readonly description: string;
  readonly commands: readonly CompletedCommand[];
  readonly options: readonly CompletedOption[];
  /** Of what kind its operands are; null where it takes none. */
  readonly operand: Value | null;
}

const other: Value = { kind: 'other' };

/** What is known of a value by what `--help` calls it. */
function readPlaceholder(placeholder: string): Value {
  switch (placeholder) {
    case 'file':
    case 'report':
    case 'subject':
    case 'command':
      return { kind: 'file', words: [] };
    case 'machine':
      return { kind: 'file', words: listOwn().map(({ name }) => name) };
    case 'folder':
      return { kind: 'folder' };
    case 'id':
      return { kind: 'clause' };
    case 'id,…':
      return { kind: 'clauseList' };
    default:
      return other;
  }
}

function readOption({ short, long, flags, description, argChoices }: Option): CompletedOption {
  const [, placeholder = null] = /[<[](.+)[>\]]$/.exec(flags) ?? [];
  const names = [short, long].flatMap((name) => name ?? []);
  const chosen: Value | null = argChoices ? { kind: 'word', words: argChoices } : null;
  return {
    ...{ names, description, placeholder },
    value: chosen ?? (placeholder === null ? other : readPlaceholder(placeholder)),
  };
}

function readOperand({ registeredArguments: [first] }: Command): Value | null {
  if (!first) return null;
  return first.argChoices ? { kind: 'word', words: first.argChoices } : readPlaceholder(first.name());
}

/** Reads what `--help` shows of a command, and of all that are under it. */
export function readCommand(
  command: Command,
  help: Help = command.createHelp(),
  path: readonly string[] = [],
): CompletedCommand {
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const names = command.commands.map((each) => each.name());
  return {
    name: command.name(),
    path,
    description: command.description(),
    commands: help.visibleCommands(command).map((each) => {
      const read = readCommand(each, help, [...path, each.name()]);
      // The command `help` is commander's own, which takes the names of those beside it.
      return names.includes(each.name()) ? read : { ...read, operand: { kind: 'word', words: names } };
    }),
    options: options.map(readOption),
    operand: readOperand(command),
  };
}

/** A command, and all that are under it. */
export function listCommands(command: CompletedCommand): readonly CompletedCommand[] {
  return [command, ...command.commands.flatMap(listCommands)];
}

/** How a script tells commands apart: `/verify/self`, and nothing for the program itself. */
export function keyOf({ path }: CompletedCommand): string {
  return path.map((name) => `/${name}`).join('');
}
