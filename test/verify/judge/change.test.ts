import { describe, expect, test } from 'vitest';
import type { RequestEdit, RequestMessage } from '../../../src/arbitraries/index.ts';
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
const clause = 'rfc9110/5.1/name-case';
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
    next: () => ({ done: false, value: change(parts[at++ % parts.length] ?? '') }),
  };
  const sets = inSets(changes, 1, 3);
  const sizes = Array.from({ length: 7 }, () => sets.next().value.map(({ part }) => part));
  expect(sizes.slice(0, 3)).toEqual([['a'], ['a', 'b'], ['c', 'a', 'b']]);
  expect(sizes.map(({ length }) => length)).toEqual([1, 2, 3, 1, 2, 3, 1]);
  expect(sizes.map((each) => new Set(each).size)).toEqual([1, 2, 3, 1, 2, 3, 1]);
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
  const lines = (...changed: RequestMessage['lines']) => changed;
  const touch = (changed: Partial<RequestMessage>) => {
    const after = { ...base, ...changed };
    const edits: RequestEdit[] = (['prefix', 'method', 'target', 'version', 'separator'] as const)
      .filter((part) => after[part] !== base[part])
      .map((part) => set(part, after[part]));
    return ofTransform({ clause, edits } as Parameters<typeof ofTransform>[0], base); // a part of one is enough
  };

  test.each([
    ['prefix', '\r\n'],
    ['method', 'HEAD'],
    ['target', '/x'],
    ['version', 'HTTP/1.2'],
    ['separator', '  '],
  ] as const)('%s', (part, text) => {
    expect(touch({ [part]: text })).toEqual({
      ...{ clause, refusedAs: clause, guard: null, part, edits: [set(part, text)] },
    });
  });

  test('nothing', () => {
    expect(touch({})).toBeNull();
    expect(lines()).toEqual([]);
  });
});
