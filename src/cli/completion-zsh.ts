import { type CompletedCommand, type CompletedOption, listCommands, type Value } from './completion-plan.ts';
import { quote } from './quote.ts';

/**
 * The completion of a program for zsh: a file of `fpath`, or one that is sourced.
 *
 * @param clauses words for every value that is a clause
 */
export function renderZsh(program: CompletedCommand, clauses: readonly string[]): string {
  const main = `_${program.name}`;
  return `#compdef ${program.name}
__${program.name}_clauses() {
  compadd "$@" - ${clauses.join(' ')}
}
${listCommands(program)
  .map((command) => renderCommand(command, program.name))
  .join('')}
if [[ $funcstack[1] == ${main} ]]; then
  ${main} "$@"
else
  compdef ${main} ${program.name}
fi
`;
}

function functionOf(path: readonly string[], program: string): string {
  return ['', program, ...path].join('_');
}

function renderCommand({ path, commands, options, operand }: CompletedCommand, program: string): string {
  const name = functionOf(path, program);
  const specs = options.map((option) => specifyOption(option, program));
  if (commands.length === 0) {
    const all = [...specs, ...(operand ? [quote(`*:word:${act(operand, program)}`)] : [])];
    return `${name}() {\n  _arguments -S ${all.join(' \\\n    ')}\n}\n`;
  }
  const described = commands.map((each) => quote(`${each.name}:${each.description}`));
  const calls = commands.map((each) => `${each.name}) ${functionOf(each.path, program)} ;;`);
  return `${name}() {
  local context state state_descr line
  local -A opt_args
  local -a commands
  commands=(
    ${described.join('\n    ')}
  )
  _arguments -C -S ${[...specs, "'1: :->command'", "'*:: :->rest'"].join(' \\\n    ')}
  case $state in
    command) _describe command commands ;;
    rest)
      case $line[1] in
        ${calls.join('\n        ')}
      esac ;;
  esac
}
`;
}

function specifyOption({ names, description, placeholder, value }: CompletedOption, program: string): string {
  const told = `[${description.replace(/[\\[\]]/g, '\\$&')}]`;
  if (placeholder === null) {
    const [only = ''] = names;
    if (names.length === 1) return quote(`${only}${told}`);
    return `${quote(`(${names.join(' ')})`)}{${names.join(',')}}${quote(told)}`;
  }
  // The asterisk is for those that may be given more than once.
  return names
    .map((name) =>
      quote(
        `*${name}${name.startsWith('--') ? '=' : ''}${told}:${placeholder.replace(/[\\:]/g, '\\$&')}:${act(value, program)}`,
      ),
    )
    .join(' ');
}

function act(value: Value, program: string): string {
  switch (value.kind) {
    case 'word':
      return `(${value.words.join(' ')})`;
    case 'file':
      return value.words.length === 0 ? '_files' : `{compadd - ${value.words.join(' ')}; _files}`;
    case 'folder':
      return '_files -/';
    case 'clause':
      return `__${program}_clauses`;
    case 'clauseList':
      return `_sequence __${program}_clauses`;
    case 'other':
      return ' ';
  }
}
