import { describe, expect, test } from 'vitest';
import { countFieldLines, fieldValues, isFieldValue, parseFieldLines } from '../../src/wire/field.ts';

describe('field-line = field-name ":" OWS field-value OWS', () => {
  test.each([
    ['Host: a', 'Host', 'a'],
    ['host:a', 'host', 'a'],
    ['A: \t b c \t', 'A', 'b c'],
    ['A:', 'A', ''],
    ['A: \t', 'A', ''],
    ['A::b:', 'A', ':b:'],
    ['A: \xe9\x80', 'A', '\xe9\x80'],
    ['!#$%&\'*+-.^_`|~9: \t"x"', "!#$%&'*+-.^_`|~9", '"x"'],
  ])('%j', (line, name, value) => {
    expect(parseFieldLines(`x\r\n${line}\r\n\r\n`, 3)).toEqual({
      ok: true,
      value: [{ name, value, span: { start: 3, end: 3 + line.length } }],
    });
  });

  test('fields keep their order, and what follows the empty line is not looked at', () => {
    expect(parseFieldLines('x\r\nB: 1\r\nA: 2\r\nB: 3\r\n\r\n\0: \n', 3)).toEqual({
      ok: true,
      value: [
        { name: 'B', value: '1', span: { start: 3, end: 7 } },
        { name: 'A', value: '2', span: { start: 9, end: 13 } },
        { name: 'B', value: '3', span: { start: 15, end: 19 } },
      ],
    });
  });

  test('no field', () => {
    expect(parseFieldLines('x\r\n\r\n', 3)).toEqual({ ok: true, value: [] });
  });

  test.each([
    ['Host : a', 'white space before the colon', 4, 5],
    ['Host \t: a', 'white space before the colon', 4, 6],
    [': a', 'an empty field name', 0, 1],
    ['Host', 'a field line without a colon', 0, 4],
    ['Host\r\nA: b', 'a field line without a colon', 0, 4],
    ['Ho st: a', 'an octet in a field name that no token has', 2, 3],
    ['H\xf6st: a', 'an octet in a field name that no token has', 1, 2],
    ['Ho\0st: a', 'an octet in a field name that no token has', 2, 3],
    ['(a): b', 'an octet in a field name that no token has', 0, 1],
    [' Host: a', 'white space before the first field line', 0, 1],
    ['\t\t\r\nHost: a', 'white space before the first field line', 0, 2],
    ['A: b\r\n c', 'a folded line (obs-fold)', 6, 7],
    ['A: b\r\n\t ', 'a folded line (obs-fold)', 6, 8],
    ['A: b\rc', 'a bare CR in a field value', 4, 5],
    ['A: b\r', 'a bare CR in a field value', 4, 5],
    ['A: b\nC: d', 'a bare LF in a field value', 4, 5],
    ['A: b\0', 'a NUL in a field value', 4, 5],
    ['A: b\x01\nC: d', 'a control character in a field value', 4, 5],
    ['A:\x01', 'a control character in a field value', 2, 3],
    ['A: \x7f', 'a control character in a field value', 3, 4],
    ['A: \x0b', 'a control character in a field value', 3, 4],
  ])('%j is refused', (lines, problem, start, end) => {
    expect(parseFieldLines(`${lines}\r\n\r\n`, 0)).toEqual({ ok: false, problem, span: { start, end } });
  });

  test.each([
    ['', 0],
    ['A: b\r\n', 6],
    ['A: b', 4],
  ])('%j has no empty line', (head, end) => {
    expect(parseFieldLines(head, 0)).toEqual({
      ok: false,
      problem: 'no empty line at the end of the head',
      span: { start: end, end },
    });
  });
});

describe('field names are case-insensitive', () => {
  const fields = [
    { name: 'UPGRADE', value: '1' },
    { name: 'Host', value: '2' },
    { name: 'upgrade', value: '3' },
  ];

  test.each([
    ['upgrade', ['1', '3']],
    ['Host', ['2']],
    ['upgrad', []],
  ])('%s', (name, values) => {
    expect(fieldValues(fields, name)).toEqual(values);
  });
});

describe('a field value is white space, visible and 8-bit octets', () => {
  test.each(['', 'a', 'a b\tc', '\x80\xff', ' a '])('%j', (text) => {
    expect(isFieldValue(text)).toBe(true);
  });

  test.each(['\r', 'a\nb', '\0', '\x1f', '\x7f', '\u0100', 'a\ud800'])('%j is refused', (text) => {
    expect(isFieldValue(text)).toBe(false);
  });
});

describe('lines are counted up to the empty line, however malformed', () => {
  test.each([
    ['S\r\n\r\n', 3, 0],
    ['S\r\nA: b\r\n\r\n', 3, 1],
    ['S\r\nA: b\r\n fold\r\n: odd\r\n\r\nX: y\r\n', 3, 3],
    ['S', 1, 0],
    ['S\r\nA: b', 3, 0],
  ])('%j from %i has %i', (head, from, count) => {
    expect(countFieldLines(head, from)).toBe(count);
  });
});
