import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { alignRows, paint, progressBar, visible } from '../../src/cli/terminal.ts';

beforeEach(() => {
  vi.stubEnv('NO_COLOR', '');
  vi.stubEnv('FORCE_COLOR', '1');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const terminal = (name: 'stdout' | 'stderr', isTTY: boolean) => {
  const stream = { isTTY, hasColors: () => true, write: vi.fn((_text: string) => true) };
  vi.spyOn(process, name, 'get').mockReturnValue(Object.assign(Object.create(process[name]), stream));
  return stream.write;
};

describe('colour', () => {
  test('stands on a terminal', () => {
    terminal('stdout', true);
    expect(paint('red', 'fail')).toBe('\x1b[31mfail\x1b[39m');
  });
  test('is left out where there is none', () => {
    terminal('stdout', false);
    expect(paint('red', 'fail')).toBe('fail');
  });
  test('is left out where NO_COLOR says so', () => {
    terminal('stdout', true);
    vi.stubEnv('NO_COLOR', '1');
    expect(paint('red', 'fail')).toBe('fail');
  });
});

describe('the progress bar', () => {
  test('is drawn on standard error once for each percent, and taken away at the end', () => {
    const write = terminal('stderr', true);
    const draw = progressBar('verify');
    draw(1, 1000);
    draw(2, 1000);
    draw(500, 1000);
    draw(1000, 1000);
    expect(write.mock.calls.map(([text]) => text)).toEqual([
      '\rverify ░░░░░░░░░░░░░░░░░░░░░░░░░ 0% (1/1000)',
      '\rverify ████████████░░░░░░░░░░░░░ 50% (500/1000)',
      '\r\x1b[K',
    ]);
  });
  test('is nothing where there is no terminal', () => {
    const write = terminal('stderr', false);
    progressBar('verify')(1, 2);
    expect(write).not.toHaveBeenCalled();
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
