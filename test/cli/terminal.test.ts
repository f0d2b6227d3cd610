import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { alignRows, makePaint, progressBar, visible } from '../../src/cli/terminal.ts';

/** A stream that keeps what is written, and is a terminal or none. */
function makeStream(isTTY: boolean) {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return { written, stream: Object.assign(stream, { isTTY, hasColors: () => true }) };
}

describe('colour', () => {
  const paint = (isTTY: boolean, env = {}) => makePaint({ stdout: makeStream(isTTY).stream, env });

  test('stands on a terminal', () => {
    expect(paint(true)('red', 'fail')).toBe('\x1b[31mfail\x1b[39m');
  });
  test('is left out where there is none', () => {
    expect(paint(false)('red', 'fail')).toBe('fail');
  });
  test('is left out where NO_COLOR says so', () => {
    expect(paint(true, { NO_COLOR: '1' })('red', 'fail')).toBe('fail');
  });
  test('is left out on a stream that knows nothing of colours', () => {
    const stdout = new Writable();
    expect(makePaint({ stdout, env: {} })('red', 'fail')).toBe('fail');
  });
});

describe('the progress bar', () => {
  test('is drawn on standard error once for each percent, and taken away at the end', () => {
    const { written, stream } = makeStream(true);
    const draw = progressBar('verify', { stderr: stream });
    draw(1, 1000);
    draw(2, 1000);
    draw(500, 1000);
    draw(1000, 1000);
    expect(written).toEqual([
      '\rverify ░░░░░░░░░░░░░░░░░░░░░░░░░ 0% (1/1000)\x1b[K',
      '\rverify ████████████░░░░░░░░░░░░░ 50% (500/1000)\x1b[K',
      '\r\x1b[K',
    ]);
  });
  test('tells how long the rest may take', () => {
    const { written, stream } = makeStream(true);
    let now = 500;
    const draw = progressBar('verify', { stderr: stream }, () => now);
    const drawAt = (at: number, done: number) => {
      now = at;
      draw(done, 1000);
    };
    drawAt(2_400, 10);
    drawAt(10_500, 100);
    drawAt(20_500, 500);
    drawAt(30_500, 995);
    expect(written.map((text) => text.slice(text.indexOf(')') + 1).replace('\x1b[K', ''))).toEqual([
      '',
      ', about 2 min left',
      ', about 20 s left',
      ', about 1 s left',
    ]);
  });
  test('is nothing where there is no terminal', () => {
    const { written, stream } = makeStream(false);
    progressBar('verify', { stderr: stream })(1, 2);
    expect(written).toEqual([]);
  });
});

test.each([
  ['plain text, ä and 字', 'plain text, ä and 字'],
  ['\x1b[31m', '\\x1b[31m'],
  ['\0\x07\x7f', '\\x00\\x07\\x7f'],
  ['a\r\n\tb', 'a\\r\\n\\tb'],
  ['\x9b31m\x85', '\\x9b31m\\x85'],
])('the controls of %j are made visible', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('line feeds are kept where the text is one of lines', () => {
  expect(visible('a\r\nb\x1b\n', true)).toBe('a\\r\nb\\x1b\n');
});

test('cells are lined up, and nothing stands behind the last of a row', () => {
  expect(
    alignRows([
      ['a', 'bcd', 'e'],
      ['fg', 'h', ''],
    ]),
  ).toEqual(['a   bcd  e', 'fg  h']);
});
