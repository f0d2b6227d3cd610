import { describe, expect, test } from 'vitest';
import { type OpeningFields, sortFields } from '../../src/facts/opening-fields.ts';

const names = {
  host: 'Host',
  upgrade: 'Upgrade',
  connection: 'Connection',
  origin: 'Origin',
  expect: 'Expect',
  contentLength: 'Content-Length',
  transferEncoding: 'Transfer-Encoding',
  key: 'Sec-WebSocket-Key',
  version: 'Sec-WebSocket-Version',
  protocol: 'Sec-WebSocket-Protocol',
  extensions: 'Sec-WebSocket-Extensions',
} as const satisfies Record<keyof OpeningFields, string>;

const nothing: OpeningFields = {
  host: [],
  upgrade: [],
  connection: [],
  origin: [],
  expect: [],
  contentLength: [],
  transferEncoding: [],
  key: [],
  version: [],
  protocol: [],
  extensions: [],
};

function sort(...lines: readonly (readonly [name: string, value: string])[]): OpeningFields {
  return sortFields(lines.map(([name, value]) => ({ name, value, span: { start: 0, end: 0 } })));
}

describe.each(Object.entries(names))('%s', (key, name) => {
  test.each([name, name.toLowerCase(), name.toUpperCase()])('is the value of %s', (written) => {
    expect(sort([written, 'a'])).toEqual({ ...nothing, [key]: ['a'] });
  });

  test('has the values of repeated fields in their order', () => {
    expect(sort([name, 'b'], ['X-A', 'c'], [name.toLowerCase(), 'a'], [name, 'b'])).toEqual({
      ...nothing,
      [key]: ['b', 'a', 'b'],
    });
  });

  test('is not the value of another name as long', () => {
    expect(sort([name.replace(/.$/, 'x'), 'a'], [name.replace(/^./, 'x'), 'b'])).toEqual(nothing);
  });
});

test('what one request had is not in the next', () => {
  sort(...Object.values(names).map((name) => [name, 'a'] as const));
  expect(sort()).toEqual(nothing);
});

test('all of them are told apart in one request', () => {
  const all = Object.entries(names);
  expect(sort(...all.map(([key, name]) => [name, key] as const))).toEqual(
    Object.fromEntries(all.map(([key]) => [key, [key]])),
  );
});
