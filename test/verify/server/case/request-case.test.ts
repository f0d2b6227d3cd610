import { expect, test } from 'vitest';
import { writeRequestMessage } from '../../../../src/arbitraries/index.ts';
import { octetsOf } from '../../../../src/verify/judge/case.ts';
import { applyChanges } from '../../../../src/verify/judge/change.ts';
import type { TargetDeclaration } from '../../../../src/verify/judge/target.ts';
import { hasContent } from '../../../../src/verify/server/case/content-delivery.ts';
import { serverCases } from '../../../../src/verify/server/case/request-case.ts';
import { targetOf } from '../../target.ts';

/** All cases of a run. */
function casesOf(seed: number, runs: number, options: TargetDeclaration = {}) {
  const { literals, drawn, total } = serverCases(targetOf('ws://a.test/chat', options), seed, runs);
  return { all: [...literals, ...drawn], drawn, total };
}

test.each([0, 5, 7, 17, 33])('cases are drawn to the last one: seed %i', (seed) => {
  const { all, total } = casesOf(seed, 40);
  expect(all).toHaveLength(total);
  expect(all.map(({ number }) => number)).toEqual(all.map((_, at) => at));
});

test('the same seed gives the same octets, another one others', () => {
  const octets = (seed: number) =>
    casesOf(seed, 3).all.map(({ pieces }) => Buffer.concat(pieces).toString('latin1'));
  expect(octets(1)).toEqual(octets(1));
  expect(octets(1)).not.toEqual(octets(2));
});

test('the canonical request is cut at each of its octets, and four others come between two of these cuts', () => {
  const drawn = [...casesOf(1, 40).drawn];
  const cuts = drawn.flatMap(({ group, pieces }, at) => (group === 'pieces' ? [{ at, pieces }] : []));
  const [{ pieces: whole = [] } = {}] = cuts;
  const length = Buffer.concat(whole).length;
  expect(cuts.map(({ pieces: [first] }) => first?.length)).toEqual([...Array(length).keys()].slice(1));
  expect(cuts.filter(({ at }, nth) => at - (cuts[nth - 1]?.at ?? -5) < 5)).toEqual([]);
});

test('cases that are drawn again are cut at the same places', () => {
  const { drawn } = casesOf(1, 10);
  const cuts = () => [...drawn].map(({ pieces }) => pieces.map(({ length }) => length));
  const first = cuts();
  expect(first.filter((lengths) => lengths.length > 2).length).toBeGreaterThan(20);
  expect(cuts()).toEqual(first);
});

test('content that comes is played before content that never does, which may have no answer', () => {
  const { all } = casesOf(3, 1);
  const announced = all.filter(({ isLiteral, title }) => isLiteral && title === 'contentIsAnnounced');
  const isWhole = announced.map(({ changes }) => changes.some(hasContent));
  expect(isWhole.indexOf(false)).toBeGreaterThan(0);
  expect(isWhole.lastIndexOf(true)).toBeLessThan(isWhole.indexOf(false));
});

test('what is sent is the opening with its changes, however often they are made', () => {
  const { all } = casesOf(3, 5, { subprotocols: ['chat'], origins: ['https://a.test'] });
  const made = all.filter(({ early, frames }) => !early && !frames);
  expect(made.map((each) => Buffer.from(octetsOf(each)).toString('latin1'))).toEqual(
    made.map(({ base, changes }) =>
      Buffer.from(writeRequestMessage(applyChanges(base, changes))).toString('latin1'),
    ),
  );
});
