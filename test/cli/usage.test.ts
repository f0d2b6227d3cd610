import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clauseIds } from '../../models/clauses.ts';
import { clauseList, hostAndPort } from '../../src/cli/option.ts';
import { run, runIn } from './run.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

test.concurrent.each([
  [['--version']],
  [['-V']],
  [['connect', '--version']],
  [['verify', 'self', '--version']],
  [['verify', 'server', '--version']],
  [['merge', '--version']],
])('%s prints the version of the package', async (args) => {
  expect(await run(...args)).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

describe('every command has --help', () => {
  test.concurrent.each([
    [[], '[options] [command]'],
    [['serve'], 'serve [options]'],
    [['connect'], 'connect [options] <url>'],
    [['verify'], 'verify [options] [command]'],
    [['verify', 'self'], 'verify self [options]'],
    [['verify', 'server'], 'verify server [options] <url>'],
    [['merge'], 'merge [options] <file...>'],
    [['replay'], 'replay [options] <file> [command...]'],
    [['explain'], 'explain [options] <file>'],
    [['clauses'], 'clauses [options] [id]'],
    [['completion'], 'completion [options] <shell>'],
  ])('%s', async (command, usage) => {
    const { code, out, err } = await run(...command, '--help');
    expect(out).toContain(`Usage: ws101 ${usage}\n`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  test('so does one under another, by help before its name', async () => {
    const { code, out } = await run('verify', 'help', 'self');
    expect({ code, out: out.split('\n')[0] }).toEqual({ code: 0, out: 'Usage: ws101 verify self [options]' });
  });

  test('the main one tells the exit codes', async () => {
    expect((await run('--help')).out).toContain(
      'Exit codes:\n' +
        '  0   the target conforms, the connection opened, or the command is done\n' +
        '  1   the target violates a MUST, or the handshake failed\n' +
        '  2   wrong options or input\n' +
        '  3   no verdict, for example because the target cannot be reached\n' +
        '  70  an error in ws101 itself\n',
    );
  });
});

describe('bad usage is 2, and a sentence on standard error', () => {
  test.concurrent.each([
    [['frobnicate', '--help'], "error: unknown command 'frobnicate'\n"],
    [['help', 'frobnicate'], "error: unknown command 'frobnicate'\n"],
    [['verfy', '--help'], "error: unknown command 'verfy' (did you mean verify?)\n"],
    [['verify', 'sefl'], "error: unknown command 'sefl' (did you mean self?)\n"],
    [['clauses', '--jsn'], "error: unknown option '--jsn'\n(Did you mean --json?)\n"],
    [
      ['verify', 'server', 'ws://127.0.0.1:1', '--only', 'rfc6455/4.2.1/methodget'],
      `error: option '--only <id,…>' argument 'rfc6455/4.2.1/methodget' is invalid. no clause has the id rfc6455/4.2.1/methodget (did you mean rfc6455/4.2.1/method-get?); ws101 clauses lists all ids.\n`,
    ],
    [['frobnicate'], "error: unknown command 'frobnicate'\n"],
    [['verify', 'nobody'], "error: unknown command 'nobody'\n"],
    [['clauses', '--nope'], "error: unknown option '--nope'\n"],
    [['clauses', '--auht=a-secret'], "error: unknown option '--auht'\n"],
    [['explain', ''], 'ws101: the name of a file was expected, and not an empty word\n'],
    [['replay', ''], 'ws101: the name of a file was expected, and not an empty word\n'],
    [
      ['verify', 'self', '--findings', ''],
      'ws101: the name of a folder was expected, and not an empty word\n',
    ],
    [['connect'], "error: missing required argument 'url'\n"],
    [['explain'], "error: missing required argument 'file'\n"],
    [['verify', 'server'], "error: missing required argument 'url'\n"],
    [['merge'], "error: missing required argument 'file'\n"],
    [['replay'], "error: missing required argument 'file'\n"],
    [['clauses', 'too', 'many'], "error: too many arguments for 'clauses'. Expected 1 argument but got 2.\n"],
    [
      ['serve', '--listen', 'nowhere'],
      "error: option '--listen <host:port>' argument 'nowhere' is invalid. host:port or only a port was expected, with a port from 0 to 65535. An IPv6 address needs brackets.\n",
    ],
    [
      ['serve', '--listen', '127.0.0.1:65536'],
      "error: option '--listen <host:port>' argument '127.0.0.1:65536' is invalid. host:port or only a port was expected, with a port from 0 to 65535. An IPv6 address needs brackets.\n",
    ],
    [
      ['serve', '--listen', '::1:8080'],
      "error: option '--listen <host:port>' argument '::1:8080' is invalid. host:port or only a port was expected, with a port from 0 to 65535. An IPv6 address needs brackets.\n",
    ],
    [
      ['connect', 'ws://127.0.0.1', '--timeout', '0'],
      "error: option '--timeout <ms>' argument '0' is invalid. A whole number from 1 to 2147483647 was expected.\n",
    ],
    [
      ['connect', 'ws://127.0.0.1', '--timeout', '2147483648'],
      "error: option '--timeout <ms>' argument '2147483648' is invalid. A whole number from 1 to 2147483647 was expected.\n",
    ],
    [
      ['verify', 'self', '--runs', '1.5'],
      "error: option '--runs <n>' argument '1.5' is invalid. A whole number of at least 1 was expected.\n",
    ],
    [
      ['verify', 'self', '--concurrency', '257'],
      "error: option '--concurrency <n>' argument '257' is invalid. A whole number from 1 to 256 was expected.\n",
    ],
    [
      ['verify', 'self', '--only', 'rfc6455/4.2.1/method-get,rfc6455/0/none'],
      `error: option '--only <id,…>' argument 'rfc6455/4.2.1/method-get,rfc6455/0/none' is invalid. no clause has the id rfc6455/0/none; ws101 clauses lists all ids.\n`,
    ],
    [
      ['explain', 'any', '--plain-http', 'maybe'],
      "error: option '--plain-http <choice>' argument 'maybe' is invalid. Allowed choices are application, badRequest, upgradeRequired.\n",
    ],
  ])('%s', async (args, err) => {
    expect(await run(...args)).toEqual({ code: 2, out: '', err });
  });

  test('no command at all', async () => {
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err).toContain('Usage: ws101 [options] [command]');
  });
});

describe('where standard output is no terminal', () => {
  test.concurrent.each([
    ['NO_COLOR', { NO_COLOR: '1' }],
    ['FORCE_COLOR', { FORCE_COLOR: '3', NO_COLOR: '' }],
    ['neither', { NO_COLOR: '', FORCE_COLOR: '' }],
  ])('there are no escape codes with %s', async (_name, env) => {
    const { out, err } = await runIn(env, 'explain', new URL('./run.ts', import.meta.url).pathname);
    expect(out).toContain('Request: refused.');
    expect(out).not.toContain('\x1b');
    expect(err).not.toContain('\x1b');
  });
});

describe('--listen', () => {
  test.each([
    ['9300', { host: '127.0.0.1', port: 9300 }],
    [':9300', { host: '127.0.0.1', port: 9300 }],
    ['[::1]:9300', { host: '::1', port: 9300 }],
    ['localhost:9300', { host: 'localhost', port: 9300 }],
    ['0.0.0.0:0', { host: '0.0.0.0', port: 0 }],
  ])('%s', (text, address) => {
    expect(hostAndPort(text)).toEqual(address);
  });
});

describe('--only', () => {
  test.each(['rfc6455/4.2.1', 'rfc6455/4.2.1/', 'rfc6455/4.2.1,rfc6455/4.2.1/method-get'])(
    '%s is all of the section',
    (text) => {
      expect(clauseList(text)).toEqual(clauseIds.filter((id) => id.startsWith('rfc6455/4.2.1/')));
    },
  );

  test('half a section is none', () => {
    expect(() => clauseList('rfc6455/4.2.1/key')).toThrow('no clause has the id');
  });
});
