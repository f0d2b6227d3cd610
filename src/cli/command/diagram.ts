import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { textList } from '../option.ts';

/** Adds the command that draws state machines and tables. */
export function addDiagram(parent: Command, { finish, io }: CommandContext): void {
  parent
    .command('diagram')
    .description('draw the state machines and tables of ws101, or a state machine of your own')
    .argument(
      '[machine]',
      'name of a drawing, or a file with an XState 5 machine, as in ./door.machine.ts#door',
    )
    .addOption(
      new Option('--format <format>', 'output format; default: mermaid, with --out: svg').choices([
        'mermaid',
        'dot',
        'svg',
        'scxml',
        'json',
        'markdown',
      ]),
    )
    .option('--out <folder>', 'write files to this folder; without a machine, all drawings of ws101')
    .option('--coverage <report>', 'colour each rule by its verdict in a JSON report of ws101 verify')
    .addOption(
      new Option('--path <a,b>', 'highlight a path of events, or rules by number, guard or clause').argParser(
        textList,
      ),
    )
    .addHelpText(
      'after',
      '\nWithout a machine and without --out, the command lists the names of the drawings.',
    )
    .action(async (machine, options) =>
      finish(await (await import('../diagram/diagram.ts')).runDiagram(machine, options, io)),
    );
}
