import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../property.ts';
import { anyOctets, askAll, changedOpening, isOpening, judge } from './abuse.ts';
import { opening, serve } from './serve.ts';

const seed = 20_261_121;

/** What is to come of octets behind which nothing more is sent. */
function expected(octets: string): 'opens' | 'refused' | 'waits' {
  if (isOpening(octets)) return 'opens';
  const begin = octets.search(/[^\r\n]/);
  return begin >= 0 && octets.includes('\r\n\r\n', begin) ? 'refused' : 'waits';
}

/** Whether it did; what has no end yet may be known to be none before that. */
function isAsExpected(octets: string, cut: number): boolean {
  const verdict = judge(octets, cut % (octets.length + 1));
  const due = expected(octets);
  return verdict === due || (due === 'waits' && verdict === 'refused');
}

describe(`heads that were made by chance (seed ${seed})`, () => {
  test('of openings with changes none throws or hangs, and what opens is still an opening', () => {
    const property = fc.property(changedOpening, fc.nat(), isAsExpected);
    const numRuns = runs(2_000, 100_000);
    expect(fc.check(property, { seed, numRuns })).toMatchObject({ failed: false, numRuns });
  }, 120_000);

  test('about one in ten of them still is', () => {
    const numRuns = runs(2_000, 10_000);
    const openings = fc.sample(changedOpening, { seed, numRuns }).filter(isOpening);
    expect(openings.length / numRuns).toBeGreaterThan(0.05);
    expect(openings.length / numRuns).toBeLessThan(0.2);
  });

  test('of octets of any kind none throws, hangs or opens', () => {
    const property = fc.property(anyOctets, fc.nat(), isAsExpected);
    const numRuns = runs(1_000, 10_000);
    expect(fc.check(property, { seed, numRuns })).toMatchObject({ failed: false, numRuns });
    expect(isOpening(opening)).toBe(true);
  });

  test('openings with changes over sockets: each gets one answer, and nothing is left', async () => {
    const { server, clock, connections } = await serve();
    const heads = fc.sample(changedOpening, { seed, numRuns: runs(250, 3_000) });
    const answers = await askAll(server.port, heads);
    expect(answers.map((answer) => answer.startsWith('HTTP/1.1 101 '))).toEqual(heads.map(isOpening));
    expect(answers.filter((answer) => !/^HTTP\/1\.1 [145]\d\d [\s\S]*\r\n\r\n/.test(answer))).toEqual([]);
    expect(connections.all).toHaveLength(heads.filter(isOpening).length);
    expect(server.pending).toBe(0);
    clock.advance(2_000);
    expect(clock.waiting).toBe(0);
  });

  test('octets of any kind over sockets', async () => {
    const { server, clock, connections } = await serve();
    const answers = await askAll(server.port, fc.sample(anyOctets, { seed, numRuns: runs(80, 1_000) }));
    expect(answers.filter((answer) => !/^HTTP\/1\.1 [45]\d\d [\s\S]*\r\n\r\n/.test(answer))).toEqual([]);
    expect([connections.all.length, server.pending]).toEqual([0, 0]);
    clock.advance(2_000);
    expect(clock.waiting).toBe(0);
  });
});

describe('CR, LF and NUL at every place of an opening', () => {
  const intruders = ['\r', '\n', '\0', '\r\n', '\n\r', '\r\n\r\n', '\r\0\n'];
  const inserted = intruders.flatMap((intruder) =>
    [...opening, ''].map((_, at) => opening.slice(0, at) + intruder + opening.slice(at)),
  );
  const replaced = intruders.flatMap((intruder) =>
    [...opening].map((_, at) => opening.slice(0, at) + intruder + opening.slice(at + 1)),
  );
  const heads = [...inserted, ...replaced];

  test('what opens is still an opening', () => {
    expect(heads.filter((octets) => !isAsExpected(octets, 0))).toEqual([]);
    // Empty lines before the opening, and whatever stands behind it.
    const opened = new Set(heads.filter(isOpening).map((octets) => octets.replace(opening, '|')));
    expect([...opened].filter((octets) => !/^(?:\r\n)*\|[\r\n\0]*$/.test(octets))).toEqual([]);
    expect(opened).toContain('\r\n|');
    expect(opened).toContain('|\0');
  });

  test('over sockets, too', async () => {
    const { server, clock } = await serve();
    // The quick run asks with every fifth of them, so that each intruder comes to many places.
    const asked = heads.filter((_, at) => at % runs(5, 1) === 0);
    const answers = await askAll(server.port, asked);
    expect(answers.map((answer) => answer.startsWith('HTTP/1.1 101 '))).toEqual(asked.map(isOpening));
    expect(answers.filter((answer) => !/^HTTP\/1\.1 (?:101|4\d\d) /.test(answer))).toEqual([]);
    expect(server.pending).toBe(0);
    clock.advance(2_000);
    expect(clock.waiting).toBe(0);
  });
});
