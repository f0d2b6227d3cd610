/** The completion of a program for fish. */
export function renderFish(program: string, rows: string, clauses: string): string {
  return `# fish completion of ${program}
function __${program}_complete
  set -l rows (string split \\n ${quote(rows)})
  set -l names (string replace -r '\\t.*' '' -- $rows)
  set -l current (commandline -ct)
  set -l command ${program}
  set -l before ${program}
  set -l assigned
  set -l behind
  for word in (commandline -opc)[2..-1]
    set before $word
    test "$word" = --; and set before .; and set behind 1; and break
    contains -- "$command/$word" $names; and set command "$command/$word"
  end
  if test -z "$behind"; and set assigned (string match -r '^--[^=]*=' -- $current)
    set before (string trim -r -c = -- $assigned)
  end
  set -l words (string replace -f -- "$command"\\t"$before"\\t '' $rows)
  if test -z "$behind$words"
    set words (string replace -f -- "$command"\\t.\\t '' $rows)
    if string match -q -- '-*' $current; or test -z "$words"
      # Any letters of a word would do for fish, but of an option only its first.
      set words (string replace -f -- "$command"\\t-\\t"$current" "$current" $rows)
    end
  end
  set -l value (string replace -r '^--[^=]*=' '' -- $current)
  for word in $words
    switch $word
      case @file\\t
        __fish_complete_path $value | string replace -r -- '^' "$assigned"
      case @folder\\t
        __fish_complete_directories $value '' | string replace -r -- '^' "$assigned"
      case @clause\\t
        printf '%s\\n' "$assigned"(string split " " "${clauses}")
      case @clauses\\t
        printf '%s\\n' (string match -r "^.*," -- $current; or echo "$assigned")(string split " " "${clauses}")
      case '@*'
      case '*'
        echo "$assigned$word"
    end
  end
end
complete -c ${program} -f -a '(__${program}_complete)'
`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
