import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeHider } from '../../src/auth/hider.ts';
import { requote } from '../../src/quote/requote.ts';
import { quoteForShell } from '../../src/quote/shell.ts';
import { writeReproduction as writeServer } from '../../src/verify/client/reproduction.ts';
import { writeReproduction } from '../../src/verify/server/replay/reproduction.ts';
import { runWith } from '../cli/run.ts';
import { runs } from '../property.ts';

const letters = fc.array(fc.constantFrom("'", '\\', '$(id)', 'k3y9', '%', '"', '\n', ' ', '`id`', '|'));
const sample = fc.tuple(fc.array(letters, { minLength: 1, maxLength: 3 }), letters);
const found = fc.sample(sample, { seed: 1, numRuns: runs(300, 3_000) }).map(([words, secret]) => {
  const credential = { value: `${secret.join('')}k3y9`, from: "it's $(id)", isCredential: true };
  return { words: words.map((word) => word.join('')), hide: makeHider([credential]).given };
});

test('a shell reads a command that is quoted already, and hidden then, as as many words', () => {
  const commands = found.map(({ words, hide }) =>
    requote(words.map(quoteForShell).join(' '), 'replay', hide),
  );
  const script = commands.map((command) => `printf '%s\\0' ${command}; printf '\\1\\0'`).join('\n');
  const read = execFileSync('bash', { input: script }).toString().split('\0');
  expect(read.slice(0, -1)).toEqual(found.flatMap(({ words, hide }) => [...words.map(hide), '\x01']));
});

test('a script has the text that was hidden in its messages', () => {
  for (const { words, hide } of found) {
    const [plain, hidden] = [words.join('\r\n'), hide(words.join('\r\n'))].map((each) => Buffer.from(each));
    const write = (octets = Buffer.alloc(0)) => [
      writeReproduction({ host: 'a', port: 1, secure: false }, [[{ octets, spans: [] }]], false),
      writeServer([{ octets, spans: [], pieces: [], isLast: false }]),
    ];
    const hiddenLater = write(plain).map((script) => requote(script, 'reproduction', hide));
    expect(hiddenLater).toEqual(write(hidden));
  }
});

const pasted: readonly string[] = JSON.parse(readFileSync('test/quote/data/pasted.json', 'utf8'));

test.each(pasted)('the next command is one of as many words, and none of them runs: %j', async (text) => {
  const [, next = ''] = /Next: ws101 (.*)/.exec((await runWith(text, 'doctor', '-')).out) ?? [];
  const words = execFileSync('bash', ['-c', `printf '%s\\n' ${next}`]).toString();
  expect(words).toMatch(
    /^doctor\nws{1,2}:\/\/a\.test\/\S*( X-Api-Key\]\S*)?\n(--(origin|subprotocol)\n\S+\n)?$/,
  );
  expect(words).not.toMatch(/k3y9(?!:\.)/);
  expect(words.includes('$(')).toBe(text.includes('$('));
});
