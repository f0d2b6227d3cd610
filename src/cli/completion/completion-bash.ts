import { quoteForShell } from '../../quote/shell.ts';

/** The completion of a program for bash, by nothing that bash 3.2 lacks. */
export function renderBash(program: string, rows: string, clauses: string): string {
  return `# bash completion of ${program}
_${program}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} command=${program}
  local behind= value= options= operands= words= paths= list= at name place word
  local rows=${quoteForShell(`\n${rows}`)}
  # bash makes three words of --name=value.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $before == = ]]; then
    before=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    [[ \${COMP_WORDS[at]} == -- ]] && behind=1 && break
    [[ $rows == *$'\\n'"$command/\${COMP_WORDS[at]}"$'\\t'* ]] && command=$command/\${COMP_WORDS[at]}
  done
  while IFS=$'\\t' read -r name place word at; do
    [[ $name == "$command" ]] || continue
    case $place in
      -) options+=" $word" ;;
      .) operands+=" $word" ;;
      "$before") value+=" $word" ;;
    esac
  done <<< "$rows"
  if [[ -n $behind ]]; then
    value=$operands
  elif [[ -z $value ]]; then
    [[ $cur == -* || -z $operands ]] && value=$options || value=$operands
  fi
  for word in $value; do
    case $word in
      @file) paths=file ;;
      @folder) paths=directory ;;
      @clause | @clauses)
        words=${quoteForShell(clauses)}
        [[ $word == @clauses ]] && list=1
        ;;
      @*) ;;
      *) words+=" $word" ;;
    esac
  done
  if [[ -n $list ]]; then
    COMPREPLY=($(compgen -P "\${cur%"\${cur##*,}"}" -W "$words" -- "\${cur##*,}"))
    compopt -o nospace 2>/dev/null
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
  if [[ -n $paths ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -A "$paths" -- "$cur")
    compopt -o filenames -o default 2>/dev/null
  fi
}
complete -F _${program} ${program}
`;
}
