import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hideSecrets, readFragment, writeFragment } from '../../src/explore/fragment.ts';
import { clientFields, serverFields, settle } from '../../src/explore/setting.ts';
import { runs } from '../property.ts';
import { anyState } from './any-state.ts';

const initial = settle(serverFields, {});

describe('a fragment', () => {
  test('has the mode, the text, and the settings that were changed', () => {
    const state = {
      mode: 'request',
      text: 'GET',
      settings: { ...initial, plainHttp: 'badRequest' },
    } as const;
    const fragment = writeFragment(state);
    expect(fragment).toBe('request=WyJHRVQiLHsicGxhaW5IdHRwIjoiYmFkUmVxdWVzdCJ9XQ');
    expect(atob('WyJHRVQiLHsicGxhaW5IdHRwIjoiYmFkUmVxdWVzdCJ9XQ==')).toBe(
      '["GET",{"plainHttp":"badRequest"}]',
    );
    expect(readFragment(fragment)).toEqual(state);
  });

  test('has letters alone that a URL takes as they are', () => {
    const text = '~~~???>>>\u{10ffff}';
    expect(writeFragment({ mode: 'request', text, settings: initial })).toMatch(/^request=[\w-]+$/);
  });

  test('leads back to every text and setting', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(readFragment(writeFragment(state))).toEqual(state);
      }),
      {
        seed: 1,
        numRuns: runs(200, 1_000),
        examples: [[{ mode: 'request', text: '\ud800 \udc00', settings: initial }]],
      },
    );
  });

  test('that says nothing is none, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (fragment) => {
        expect(readFragment(fragment)).toBeNull();
      }),
      { seed: 1, numRuns: runs(200, 1_000) },
    );
  });

  test.each([
    ['nothing', ''],
    ['no mode', 'WyJHRVQiLHt9XQ'],
    ['another mode', 'response=WyJHRVQiLHt9XQ'],
    ['no base64url', 'request=WyJHRVQiLHt9XQ=='],
    ['a length that no base64 has', 'request=W'],
    ['no UTF-8', 'request=_w'],
    ['no JSON', `request=${btoa('["GET"').replace(/=+$/, '')}`],
    ['no list', `request=${btoa('null').replace(/=+$/, '')}`],
    ['no text', `request=${btoa('[1,{}]').replace(/=+$/, '')}`],
  ])('with %s is none', (_what, fragment) => {
    expect(readFragment(fragment)).toBeNull();
  });

  test.each([
    ['none', '["GET"]'],
    ['null', '["GET",null]'],
    ['a text', '["GET","plainHttp"]'],
    ['one that is not known', '["GET",{"unknown":"x"}]'],
    ['an option that is none', '["GET",{"plainHttp":"teapot"}]'],
    ['a number', '["GET",{"paths":1}]'],
    ['what every object has', '["GET",{"__proto__":{"paths":"/"}}]'],
  ])('whose settings are %s leaves them as they are initially', (_what, json) => {
    const fragment = `request=${btoa(json).replace(/=+$/, '')}`;
    expect(readFragment(fragment)).toEqual({ mode: 'request', text: 'GET', settings: initial });
  });
});

test.each([
  ['Error: Unexpected server response: 401\nprotocols: chat, v1.json'],
  ['Unexpected server response: 401\nAuth: jwt-1b', 'Unexpected server response: 401\nAuth: [Auth]'],
  ['it failed at ws://a.test/?sid=ab12 by itself', 'it failed at ws://a.test/?sid=*** by itself'],
  ['* Trying\n> GET /?sid=ab12 HTTP/1.1', '* Trying\n> GET /?sid=**** HTTP/1.1'],
  ['Cookie\na=b123\n', 'Cookie\na=[Cookie]\n'],
  ['{"log":{}}', ''],
  ['curl -k ws://a.test/', ''],
])('the address of the page has %j as %j', (text, hidden = text) => {
  expect(hideSecrets({ mode: 'reply', text, settings: initial }).text).toBe(hidden);
});

test('initially a reply answers the example of RFC 6455 §1.3', () => {
  expect(settle(clientFields, {})).toEqual({
    ...{ origin: '', credential: 'unknown' },
    key: 'dGhlIHNhbXBsZSBub25jZQ==',
    subprotocols: 'chat, superchat',
    extensions: '',
    rules: 'rfc6455',
  });
});
