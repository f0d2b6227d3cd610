import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/cli/serve-config.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import { file, folder } from './run.ts';

test.each([
  ['an unknown key', '{ "port": 1 }', '  port: '],
  ['an unknown limit', '{ "limits": { "bodies": 1 } }', '  limits.bodies: '],
  ['a wrong type', '{ "deadline": "soon" }', '  deadline: '],
  [
    'a number that is none',
    '{ "limits": { "pending": 0 } }',
    '  limits.pending: a whole number from 1 to 2147483647 was expected, not 0',
  ],
  ['a deadline that no timer can keep', '{ "deadline": 2147483648 }', '  deadline: '],
  [
    'a path without its slash',
    '{ "paths": ["/a", "b"] }',
    '  paths.1: a path that begins with / was expected, not "b"',
  ],
  [
    'a subprotocol that is no token',
    '{ "subprotocols": ["a b"] }',
    '  subprotocols.0: "a b" is not a token (RFC 6455 §4.1)',
  ],
  [
    'a subprotocol twice',
    '{ "subprotocols": ["a", "a"] }',
    '  subprotocols: unique names were expected (RFC 6455 §4.1)',
  ],
  [
    'a choice that is none',
    '{ "plainHttp": "application" }',
    '  plainHttp: "badRequest" or "upgradeRequired" was expected, not "application"',
  ],
  ['an origin with a path', '{ "origins": ["https://a.test/b"] }', '  origins: '],
  ['a method that is none', '{ "authentication": [{ "method": "magic" }] }', '  authentication.0.method: '],
  [
    'no secret',
    '{ "authentication": [{ "method": "bearer", "secrets": [] }] }',
    '  authentication.0.secrets: it is empty',
  ],
  [
    'a cookie without a name',
    '{ "authentication": [{ "method": "cookie", "secrets": ["a"] }] }',
    '  authentication.0.name: ',
  ],
  ['window bits beyond 15', '{ "permessageDeflate": { "serverMaxWindowBits": 16 } }', '  permessageDeflate'],
  ['a certificate without its key', '{ "tls": { "cert": "a" } }', '  tls.key: it is missing'],
  [
    'a key misspelt deep down',
    '{ "frames": { "pinginterval": 3 } }',
    '  frames.pinginterval: there is no such key (did you mean pingInterval?)',
  ],
  [
    'a key misspelt in a choice',
    '{ "permessageDeflate": { "serverMaxWindow": 3 } }',
    '  permessageDeflate.serverMaxWindow: there is no such key (did you mean serverMaxWindowBits?)',
  ],
  ['no object', '[]', '  (top): an object was expected, not Array'],
])('a configuration with %s is refused, and the key named', (_what, text, problem) => {
  const path = file('bad.json', text);
  const read = () => readConfig(path, folder);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(`${path} is not a valid configuration of ws101 serve:\n${problem}`);
});

test('every key may be left out', () => {
  expect(readConfig(file('empty.json', '{}'), folder)).toEqual({});
});

test.each([
  ['a secret that is no list', '{ "authentication": [{ "method": "bearer", "secrets": "hunter2" }] }'],
  ['a method that is a text', '{ "authentication": ["hunter2"] }'],
  ['no JSON', '{ "authentication": [{ "method": "bearer", "secrets": ["hunter2",]}]}'],
])('no word of a secret is shown: %s', (_what, text) => {
  const path = file('secret.json', text);
  expect(() => readConfig(path, folder)).toThrow(UsageError);
  expect(() => readConfig(path, folder)).not.toThrow(/hunter2/);
});

test('files are looked for beside the configuration', () => {
  const path = file('tls.json', '{ "tls": { "cert": "a.pem", "key": "/b.pem" } }');
  expect(readConfig(path, folder)).toEqual({ tls: { cert: join(folder, 'a.pem'), key: '/b.pem' } });
});
