import { type CompletedCommand, keyOf, listCommands, type Value } from './completion-plan.ts';

/**
 * The completion of a program for bash, by nothing that bash 3.2 lacks.
 *
 * @param clauses words for every value that is a clause
 */
export function renderBash(program: CompletedCommand, clauses: readonly string[]): string {
  const commands = listCommands(program);
  const paths = commands.filter(({ path }) => path.length > 0).map(keyOf);
  return `# bash completion of ${program.name}
_${program.name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  local command= behind= words= paths= list= options= at line
  local clauses='${clauses.join(' ')}'
  # bash makes three words of --name=value.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    [[ \${COMP_WORDS[at]} == -- ]] && behind=1 && break
    case $command/\${COMP_WORDS[at]} in
      ${paths.join(' | ')}) command=$command/\${COMP_WORDS[at]} ;;
    esac
  done
  [[ -n $behind ]] && prev=
  case $command in
${commands.map(renderCommand).join('\n')}
  esac
  if [[ -z $behind && ( $cur == -* || -z $words$paths ) ]]; then
    [[ -n $options ]] && words=$options paths= list=
  fi
  if [[ -n $list ]]; then
    COMPREPLY=($(compgen -P "\${cur%"\${cur##*,}"}" -W "$words" -- "\${cur##*,}"))
    compopt -o nospace 2>/dev/null
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
  if [[ -n $paths ]]; then
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -A "$paths" -- "$cur")
    compopt -o filenames -o default 2>/dev/null
  fi
}
complete -F _${program.name} ${program.name}
`;
}

/** What can stand at the cursor, by the word before it; `options` is set where an option can. */
function renderCommand(command: CompletedCommand): string {
  const { commands, options, operand } = command;
  const names = options.flatMap((option) => option.names).join(' ');
  const following: Value | null =
    commands.length > 0 ? { kind: 'word', words: commands.map(({ name }) => name) } : operand;
  const before = new Map<string, readonly string[]>();
  for (const option of options) {
    const assigned = assign(option.value);
    if (option.placeholder !== null) {
      before.set(assigned, [...(before.get(assigned) ?? []), ...option.names]);
    }
  }
  return [
    `    '${keyOf(command)}')`,
    '      case $prev in',
    ...[...before].map(([assigned, each]) => `        ${each.join(' | ')}) ${assigned} ;;`),
    `        *) options='${names}'; ${following ? assign(following) : ':'} ;;`,
    '      esac ;;',
  ].join('\n');
}

function assign(value: Value): string {
  switch (value.kind) {
    case 'word':
      return `words='${value.words.join(' ')}'`;
    case 'file':
      return `${value.words.length === 0 ? '' : `words='${value.words.join(' ')}' `}paths=file`;
    case 'folder':
      return 'paths=directory';
    case 'clause':
      return 'words=$clauses';
    case 'clauseList':
      return 'words=$clauses list=1';
    case 'other':
      return ':';
  }
}
