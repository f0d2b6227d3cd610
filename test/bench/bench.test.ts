import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { drawBars } from '../../scripts/bench/bar-chart.ts';
import { listTicks } from '../../scripts/bench/chart.ts';
import { drawLines } from '../../scripts/bench/line-chart.ts';
import { openings, writeHead } from '../../scripts/bench/opening.ts';
import { fitLine, median, ratioByRound, spreadOf } from '../../scripts/bench/statistics.ts';
import { writeFigure, writeSpread, writeTable } from '../../scripts/bench/table.ts';
import { compare } from '../../scripts/bench/target.ts';

describe('statistics', () => {
  test('the median of an odd number of figures is the one in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  test('the median of an even number lies between the two in the middle', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test('figures are compared as numbers', () => {
    expect(spreadOf([100, 20, 3])).toEqual({ median: 20, least: 3, most: 100 });
  });

  test('there is no median of nothing', () => {
    expect(() => median([])).toThrow(RangeError);
  });

  test('ratios are taken within each round', () => {
    expect(ratioByRound([10, 40, 90], [10, 20, 30])).toEqual({ median: 2, least: 1, most: 3 });
  });

  test('rounds that one of both has not taken are no ratio', () => {
    expect(() => ratioByRound([1, 2], [1])).toThrow(RangeError);
  });

  test('points on a line are fitted by it', () => {
    expect(
      fitLine([
        [0, 1],
        [1, 3],
        [3, 7],
      ]),
    ).toEqual({ slope: 2, intercept: 1, r2: 1 });
  });

  test('points beside a line leave a part unexplained', () => {
    const { slope, intercept, r2 } = fitLine([
      [0, 0],
      [1, 2],
      [2, 1],
    ]);
    expect([slope, intercept, r2]).toEqual([0.5, 0.5, 0.25]);
  });
});

describe('a target', () => {
  const target = { what: 'a / b', limit: 1.4 };

  test.each([
    ['at least', [1.4], true],
    ['at least', [1.3], false],
    ['at most', [1.4], true],
    ['at most', [1.5], false],
  ] as const)('%s 1.4 with %j is reached: %s', (sense, ratio, isReached) => {
    expect(compare({ ...target, sense }, '', ratio, [1]).isReached).toBe(isReached);
  });
});

describe('a table', () => {
  test('is Markdown with its figures to the right', () => {
    expect(writeTable({ head: ['', 'µs'], rows: [['ws101', '7']] })).toBe(
      ['|       |  µs |', '| ----- | --: |', '| ws101 |   7 |'].join('\n'),
    );
  });

  test.each([
    [0, '0.00'],
    [0.1234, '0.12'],
    [12.345, '12.3'],
    [1_234.5, '1,235'],
    [Number.NaN, '–'],
  ])('%d is written as %s', (figure, text) => {
    expect(writeFigure(figure)).toBe(text);
  });

  test('a spread has the median first', () => {
    expect(writeSpread({ median: 2, least: 1, most: 30 })).toBe('2.00 (1.00–30.0)');
  });
});

describe('a chart', () => {
  const bars = () =>
    drawBars('CPU of <a> & b', 'µs', [
      { name: 'ws101', isOwn: true, spread: { median: 100, least: 90, most: 120 } },
      { name: 'a & b', isOwn: false, spread: { median: 150, least: 150, most: 150 } },
    ]);
  const lines = () =>
    drawLines('Reading', 'octets', 'µs', [
      {
        name: 'whole',
        points: [
          [0, 0],
          [1_000, 4],
        ],
      },
    ]);

  test.each([
    ['of bars', bars],
    ['of lines', lines],
  ])('%s is well-formed, and the same each time', (_kind, draw) => {
    expect(XMLValidator.validate(draw())).toBe(true);
    expect(draw()).toBe(draw());
  });

  test('has its figures as text and in its description', () => {
    expect(bars()).toContain('>150</text>');
    expect(bars()).toContain('<desc id="cpu-of-a-b-desc">ws101 100 µs; a &amp; b 150 µs.</desc>');
  });

  test('of lines names each', () => {
    expect(lines()).toContain('>whole</text>');
  });

  test('has a dark side', () => {
    expect(bars()).toContain('prefers-color-scheme:dark');
  });

  test.each([
    [0.9, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [105, [0, 20, 40, 60, 80, 100, 120]],
    [250, [0, 50, 100, 150, 200, 250]],
  ])('the axis up to %d is marked at round figures', (most, ticks) => {
    expect(listTicks(most)).toEqual(ticks);
  });
});

describe('an opening', () => {
  test('is the least that RFC 6455 asks for', () => {
    expect(openings.bare.head).toBe(
      [
        'GET /chat HTTP/1.1',
        'Host: 127.0.0.1',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Key: <key>',
        'Sec-WebSocket-Version: 13',
        '\r\n',
      ].join('\r\n'),
    );
  });

  test('can lack a line, or have another', () => {
    const head = writeHead({ key: null, host: 'Host: b' }, ['A: b']);
    expect(head).not.toContain('Sec-WebSocket-Key');
    expect(head).toContain('\r\nHost: b\r\n');
    expect(head.endsWith('\r\nA: b\r\n\r\n')).toBe(true);
  });
});
