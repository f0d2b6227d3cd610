import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/cli/serve/serve-config.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import { file, folder } from './run.ts';
import { readWrongConfigs } from './wrong-config.ts';

test.each(readWrongConfigs('wrong-config'))(
  'a configuration with $what is refused, and the key named',
  ({ text, problem }) => {
    const path = file('bad.json', text);
    const read = () => readConfig(path, folder);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(`${path} is not a valid configuration of ws101 serve:\n${problem}`);
  },
);

test.each(['{}', '\xef\xbb\xbf{}', '\xff\xfe{\0}\0'])('every key may be left out: %j', (text) => {
  expect(readConfig(file('empty.json', text), folder)).toEqual({});
});

test.each([
  ['a secret that is no list', '{ "authentication": [{ "method": "bearer", "secrets": "hunter2" }] }'],
  ['a method that is a text', '{ "authentication": ["hunter2"] }'],
  ['a key that is none', '{ "hunter2X9": 1 }'],
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
