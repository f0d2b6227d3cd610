import { describe, expect, test } from 'vitest';
import type { Line, RequestEdit, RequestMessage } from '../../../src/arbitraries/index.ts';
import {
  applyChanges,
  inSets,
  ofDeviation,
  ofTransform,
  type RequestChange,
} from '../../../src/verify/judge/change.ts';

const line = (name: string, value: string, colon = ': ') => ({ name, colon, value });
const base: RequestMessage = {
  ...{ prefix: '', method: 'GET', target: '/chat', version: 'HTTP/1.1', separator: ' ', content: '' },
  lines: [line('Host', 'a'), line('Upgrade', 'websocket'), line('Connection', 'Upgrade')],
};
const clause = 'rfc9110/5.1/field-name-case';
const set = (part: 'prefix' | 'method' | 'separator' | 'target' | 'version', text: string): RequestEdit => ({
  ...{ kind: 'setPart', part, text },
});

function change(part: string): RequestChange {
  return { clause, refusedAs: clause, guard: null, part, edits: [] };
}

test('changes are made one after the other', () => {
  const changes = [
    { ...change('method'), edits: [set('method', 'HEAD'), set('target', '/x')] },
    { ...change('method'), edits: [set('method', 'POST')] },
  ];
  expect(applyChanges(base, changes)).toEqual({ ...base, method: 'POST', target: '/x' });
});

test('sets grow from few to many again and again, and no two changes of one are of one part', () => {
  const parts = ['a', 'a', 'b', 'c', 'a', 'b', 'd', 'd', 'a', 'b', 'c', 'c', 'd'];
  let at = 0;
  const changes: Iterator<RequestChange, never> = {
    next: () => ({ done: false, value: change(parts[at++] ?? `${at}`) }),
  };
  const sets = inSets(changes, 1, 3);
  const sizes = Array.from({ length: 7 }, () => sets.next().value.map(({ part }) => part));
  expect(sizes.slice(0, 3)).toEqual([['a'], ['a', 'b'], ['c', 'a', 'b']]);
  expect(sizes.map(({ length }) => length)).toEqual([1, 2, 3, 1, 2, 3, 1]);
  expect(sizes.map((each) => new Set(each).size)).toEqual([1, 2, 3, 1, 2, 3, 1]);
});

test('of two changes of one part the first is made', () => {
  const given = [
    { ...change('a'), edits: [set('method', 'HEAD')] },
    { ...change('a'), edits: [set('method', 'POST')] },
    change('b'),
  ];
  const changes: Iterator<RequestChange, never> = {
    next: () => ({ done: false, value: given.shift() ?? change('c') }),
  };
  expect(inSets(changes, 2, 2).next().value).toEqual([
    { ...change('a'), edits: [set('method', 'HEAD')] },
    change('b'),
  ]);
});

test('a deviation may be refused under its clause', () => {
  const edits = [set('method', 'POST')];
  expect(
    ofDeviation({ clause: 'rfc6455/4.2.1/method-get', guard: 'methodIsNotGet', part: 'Method', edits }),
  ).toEqual({
    clause: 'rfc6455/4.2.1/method-get',
    refusedAs: 'rfc6455/4.2.1/method-get',
    guard: 'methodIsNotGet',
    part: 'method',
    edits,
  });
});

describe('what a transform touches', () => {
  test.each([
    ['prefix', [set('prefix', '\r\n')]],
    ['method', [set('method', 'HEAD')]],
    ['target', [set('target', '/x')]],
    ['version', [set('version', 'HTTP/1.2')]],
    ['separator', [set('separator', '  ')]],
    ['method', [set('method', 'HEAD'), set('target', '/x')]],
    ['upgrade', [{ kind: 'setField', name: 'Upgrade', values: ['h2c'] }]],
    ['upgrade', [{ kind: 'setField', name: 'Upgrade', values: [] }]],
    ['upgrade', [{ kind: 'setField', name: 'Upgrade', values: ['websocket', 'websocket'] }]],
    ['x', [{ kind: 'addLines', at: 'end', lines: [line('X', '1')] }]],
    ['host', [{ kind: 'addLines', at: 'end', lines: [line('HOST', 'a')] }]],
    ['host', [{ kind: 'spaceValues', names: ['host'], before: '\t', after: '' }]],
    ['several', [{ kind: 'spaceValues', before: '\t', after: '' }]],
    ['several', [{ kind: 'reverseLines' }]],
    ['several', [{ kind: 'moveToEnd', name: 'Host' }]],
  ] satisfies [string, RequestEdit[]][])('%s', (part, edits) => {
    expect(ofTransform({ clause, edits }, base)).toEqual({
      ...{ clause, refusedAs: clause, guard: null, part, edits },
    });
  });

  test.each([
    ['x', [line('X', '1'), line('X', '2')], [{ kind: 'setField', name: 'X', values: ['3', '2'] }]],
    ['several', [line('X', '1'), line('Y', '1')], [{ kind: 'reverseLines' }]],
  ] satisfies [string, Line[], RequestEdit[]][])('%s, of %j alone', (part, lines, edits) => {
    expect(ofTransform({ clause, edits }, { ...base, lines })?.part).toBe(part);
  });

  test('nothing', () => {
    expect(ofTransform({ clause, edits: [] }, base)).toBeNull();
    expect(ofTransform({ clause, edits: [set('method', 'GET')] }, base)).toBeNull();
  });
});
