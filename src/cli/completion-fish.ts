import {
  type CompletedCommand,
  type CompletedOption,
  keyOf,
  listCommands,
  type Value,
} from './completion-plan.ts';

/**
 * The completion of a program for fish.
 *
 * @param clauses words for every value that is a clause
 */
export function renderFish(program: CompletedCommand, clauses: readonly string[]): string {
  const { name } = program;
  const commands = listCommands(program);
  const keys = commands.filter(({ path }) => path.length > 0).map(keyOf);
  return `# fish completion of ${name}
function __${name}_at
  set -l command ''
  for word in (commandline -opc)[2..-1]
    switch "$command/$word"
      case ${keys.join(' ')}
        set command "$command/$word"
    end
  end
  test "$command" = "$argv"
end
function __${name}_clauses
  printf '%s\\n' ${clauses.join(' ')}
end
function __${name}_clause_list
  set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '^.*,')
  printf '%s\\n' "$before"(__${name}_clauses)
end
complete -c ${name} -f
${commands.flatMap((command) => renderCommand(command, name)).join('\n')}
`;
}

function renderCommand(command: CompletedCommand, program: string): readonly string[] {
  const key = keyOf(command);
  const start = `complete -c ${program} -n '__${program}_at${key === '' ? '' : ` ${key}`}'`;
  return [
    ...command.commands.map((each) => `${start} -a ${each.name} -d ${quote(each.description)}`),
    ...command.options.map((option) => `${start} ${describeOption(option, program)}`),
    ...(command.operand ? offer(command.operand, program) : []).map((offered) => `${start} ${offered}`),
  ];
}

function describeOption({ names, description, placeholder, value }: CompletedOption, program: string) {
  return [
    ...names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)),
    ...(placeholder === null ? [] : [value.kind === 'file' ? '-r' : '-x']),
    ...offer(value, program),
    `-d ${quote(description)}`,
  ].join(' ');
}

function offer(value: Value, program: string): readonly string[] {
  switch (value.kind) {
    case 'word':
      return [`-a ${quote(value.words.join(' '))}`];
    case 'file':
      return value.words.length === 0 ? ['-F'] : [`-F -a ${quote(value.words.join(' '))}`];
    case 'folder':
      return ["-a '(__fish_complete_directories)'"];
    case 'clause':
      return [`-a '(__${program}_clauses)'`];
    case 'clauseList':
      return [`-a '(__${program}_clause_list)'`];
    case 'other':
      return [];
  }
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
