import { quoteForShell } from '../../quote/shell.ts';

/** The completion of a program for zsh: a file of `fpath`, or one that is sourced. */
export function renderZsh(program: string, rows: string, clauses: string): string {
  return `#compdef ${program}
_${program}() {
  local command=${program} before=$words[CURRENT-1] behind= name place word told
  local -a value options operands described
  local rows=${quoteForShell(`\n${rows}`)}
  for word in $words[2,CURRENT-1]; do
    [[ $word == -- ]] && behind=1 && break
    [[ $rows == *$'\\n'"$command/$word"$'\\t'* ]] && command=$command/$word
  done
  if [[ -z $behind && $PREFIX == --*=* ]]; then
    before=\${PREFIX%%=*}
    compset -P '*='
  fi
  while IFS=$'\\t' read -r name place word told; do
    [[ $name == "$command" ]] || continue
    case $place in
      -) options+=("$word:$told") ;;
      .) operands+=("$word:$told") ;;
      "$before") value+=("$word:$told") ;;
    esac
  done <<< "$rows"
  if [[ -n $behind ]]; then
    value=($operands)
  elif (( ! $#value )); then
    [[ $PREFIX == -* ]] || (( ! $#operands )) && value=($options) || value=($operands)
  fi
  for word in $value; do
    case $word in
      @file:*) _files ;;
      @folder:*) _files -/ ;;
      @clause:*) compadd - ${clauses} ;;
      @clauses:*)
        compset -P '*,'
        compadd -S '' - ${clauses}
        ;;
      @*) ;;
      *) described+=("\${word%:}") ;;
    esac
  done
  (( $#described )) && _describe word described
}
if [[ $funcstack[1] == _${program} ]]; then
  _${program} "$@"
else
  compdef _${program} ${program}
fi
`;
}
