import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, runShell } from '../docs/page.ts';
import { describeWithPackages } from '../system.ts';
import { folder } from './run.ts';

const bin = join(folder, 'bin');

/** A line up to the cursor, and the words that can stand there; of a list with commas the last one. */
const lines: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['ws101 ver', ['verify']],
  ['ws101 verify ', ['client', 'help', 'proxy', 'self', 'server']],
  ['ws101 help ver', ['verify']],
  ['ws101 completion ', ['bash', 'fish', 'zsh']],
  ['ws101 verify server --le', ['--level']],
  ['ws101 verify server ws://localhost --le', ['--level']],
  ['ws101 connect --le', []],
  ['ws101 explore ', ['--help', '--listen', '--open', '--out', '--version', '-V', '-h']],
  ['ws101 completion bash --v', ['--version']],
  ['ws101 verify server --level ', ['must', 'should']],
  ['ws101 verify server --level=s', ['should']],
  ['ws101 connect ws://localhost --rules ', ['rfc6455', 'whatwg']],
  ['ws101 doctor --as ch', ['chromium']],
  ['ws101 diagram --format m', ['markdown', 'mermaid']],
  ['ws101 diagram serv', ['serverDecision', 'serverSession']],
  ['ws101 diagram report', ['report.json', 'reports']],
  ['ws101 clauses rfc9112/3.2/host-', ['host-once', 'host-present', 'host-valid']],
  ['ws101 replay --clause rfc6455/4.2.1/method-', ['method-get']],
  ['ws101 verify self --only rfc6455/4.2.1/key-', ['key-16-octets', 'key-present']],
  ['ws101 verify self --only service/2.1/no-body,rfc6455/4.3/key-', ['key-grammar']],
  ['ws101 verify self --only=service/2.1/no-body,rfc6455/4.3/key-', ['key-grammar']],
  ['ws101 merge one.json report', ['report.json', 'reports']],
  ['ws101 serve --config report', ['report.json', 'reports']],
  ['ws101 serve --config=report', ['report.json', 'reports']],
  ['ws101 verify self --findings re', ['reports']],
  ['ws101 verify self --findings=re', ['reports']],
  ['ws101 verify client -- report', ['report.json', 'reports']],
  ['ws101 verify client -- --le', []],
  ['ws101 serve --workers ', []],
];

/** Prints each line of the arguments behind an `=`, and below it what the shell offers there. */
const asking = {
  bash: `
source ~/.bashrc
complete=$(complete -p ws101)
[[ $complete =~ -F\\ ([^ ]+) ]] && complete=\${BASH_REMATCH[1]}
for line; do
  echo "=$line"
  read -ra COMP_WORDS <<< "\${line//=/ = }"
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  "$complete" ws101
  printf '%s\\n' "\${COMPREPLY[@]}"
done`,
  // A terminal is needed for a line to be edited on. Of what is offered, compadd is told all.
  zsh: `
zmodload zsh/zpty
zpty -b shell 'zsh -i'
zpty -w shell 'PS1= PS2= RPS1= TERM=dumb; source asking.zsh; print re"ady"'
zpty -r -m shell said '*ready*'
for line; do
  print -r -- "=$line"
  : > offered
  zpty -w -n shell "$line"$'\\t'
  zpty -r -m shell said '*<offered>*'
  <offered
done`,
  fish: `
for line in $argv
  echo "=$line"
  complete -C "$line"
end`,
};

/** What the shell within the terminal reads: Tab writes down what is offered, and empties the line. */
const listening = `
compadd() {
  local -a found
  if (( \${argv[(I)-[OAD]]} == 0 )); then
    builtin compadd -A found "$@"
    (( $#found > 0 )) && print -rl -- $found >> offered
  fi
  builtin compadd "$@"
}
offer() { _main_complete; compstate[insert]=; compstate[list]=; print -n '<offered>' > /dev/tty }
zle -C offer complete-word offer
ask() { zle offer; BUFFER= }
zle -N ask
bindkey '^I' ask
`;

const shells = [
  ['bash', ['--norc']],
  ['zsh', ['-f']],
  ['fish', []],
] as const;

/** Without its description, the name of its option, a slash behind a folder, and what stands before it in a list. */
function bare(offered: string): string {
  const [word = ''] = offered.split('\t');
  return word
    .replace(/^--[^=]*=/, '')
    .replace(/\/$/, '')
    .replace(/^.*[,/]/, '');
}

beforeAll(() => {
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'report.json'), '{}');
  writeFileSync(join(folder, 'asking.zsh'), listening);
  // fish completes what it could run.
  mkdirSync(bin);
  writeFileSync(join(bin, 'ws101'), '', { mode: 0o755 });
});

describe.each(shells)('%s', (shell, flags) => {
  describeWithPackages([shell], 'with the script that the page installs', () => {
    test('offers at each line what can stand there', async () => {
      const install = codeOf('docs/how-to/completion.md', 'sh').find((code) =>
        code.includes(`completion ${shell} `),
      );
      expect(await runShell(folder, `export HOME=$PWD\n${install}`)).toMatchObject({ code: 0, err: '' });
      const args = [...flags, '-c', asking[shell], ...(shell === 'fish' ? [] : [shell])];
      const { stdout, stderr } = spawnSync(shell, [...args, ...lines.map(([line]) => line)], {
        ...{ cwd: folder, encoding: 'utf8', timeout: 100_000 },
        env: {
          PATH: `${bin}${delimiter}${process.env['PATH']}`,
          HOME: folder,
          TERM: 'dumb',
          LANG: 'C.UTF-8',
        },
      });
      const offers = stdout
        .split(/^=/m)
        .slice(1)
        .map((part) => {
          const [line, ...offered] = part.split('\n');
          return [line, [...new Set(offered.filter(Boolean).map(bare))].sort()];
        });
      expect({ stderr, offers }).toEqual({ stderr: '', offers: lines });
    });
  });
});
