import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findGiven } from '../../src/cli/given.ts';
import { hideSecrets, readFragment, writeFragment } from '../../src/explore/fragment.ts';
import { initialStates } from '../../src/explore/message-view.ts';
import { readPasted } from '../../src/explore/pasted.ts';
import { listenUntilFinished } from '../raw-peer.ts';
import { kinds, kindsIn, leaked, plant, secretOf, startEcho } from './planted-secret.ts';
import { folder, run, runWith } from './run.ts';

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** The words of an error, and code that gives a field, its name and its value, and subprotocols. */
const codes = readFileSync('test/cli/data/pasted-code.txt', 'utf8').trim().split('\n');

/** The texts in the addresses of the page where a text is pasted there, or typed. */
function addressed(text: string): string {
  const typed = Object.values(initialStates).map((state) => ({ ...state, text }));
  const states = [...typed, ...Object.values(readPasted(text, true, initialStates)?.states ?? {})];
  return states.map((state) => readFragment(writeFragment(hideSecrets(state)))?.text).join('\n');
}

test('octets that a server has compressed are hidden in a text as well', async () => {
  const said = gzipSync('you sent zQ9c0ffee1234').toString('latin1');
  const reply = `HTTP/1.1 401 No\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n${said}`;
  const server = createServer((socket) => socket.on('error', () => {}).end(reply, 'latin1'));
  const url = `ws://127.0.0.1:${await listenUntilFinished(server)}/`;
  const { out } = await run('doctor', url, '--header', 'Authorization: Bearer zQ9c0ffee1234', '--verbose');
  expect(out).toContain(`***`);
  expect(out).not.toContain('\\x1f\\x8b');
});

describe('no output has a secret that was planted, though the server says all of it back', () => {
  test.each([401, 302])('connect and doctor, behind %i', async (status) => {
    const url = await startEcho(status);
    const args = plant(url, kinds);
    const outputs = [
      await run('connect', ...args),
      await run('connect', ...args, '--json', '-'),
      await run('doctor', ...args, ...'--verbose --json d.json --markdown d.md --connections 4'.split(' ')),
    ];
    const all = [...outputs.flatMap(({ out, err }) => [out, err]), read('d.json'), read('d.md')].join('\n');
    expect(leaked(all, kinds)).toEqual([]);
    expect(all).toContain(`${status} No GET /`);
    const shown = await run('connect', ...args, '--show-secrets');
    expect(leaked(shown.out, kinds)).toHaveLength(kinds.length);
  });

  test('explain, and the fragment of explore', async () => {
    const [url = '', ...options] = plant('ws://a.test', kinds);
    const own = options.filter((option) => !option.startsWith('--')).slice(0, kindsIn('--header').length);
    const offer = `Sec-WebSocket-Protocol: ${options.at(-1)}`;
    const text = [`GET ${url.slice(11)} HTTP/1.1`, 'Host: a.test', ...own, offer, '', ''].join('\r\n');
    const reply = `HTTP/1.1 401 No ${own.join(' ')}\r\nX-Said: ${offer}\r\n\r\n${text}`;
    const curl = `curl '${url}' ${[...own, offer].map((field) => `-H '${field}'`).join(' ')}`;
    const inCode = codes.map((line) => {
      const [words, field = '', list = ''] = line.split('\t');
      const fields = own.map((each) => each.replaceAll('"', '\\"').replace(/(.*?): (.*)/, field));
      const names = String(options.at(-1)).replaceAll(',', list.includes('"') ? '", "' : ', ');
      return [words, ...fields, list.replace('$1', names)].join('\n').replaceAll('\\n', '\n');
    });
    for (const pasted of [
      ...inCode,
      `${text}${reply}`,
      curl,
      curl.replace('curl', 'wscat -c'),
      `WebSocket connection to '${url}' failed: `,
    ]) {
      const outputs = [
        await runWith(pasted, 'explain', '-', '--verbose'),
        await runWith(pasted, 'doctor', '-', '--verbose'),
      ];
      // Nobody knows what a field of one's own is, where it is not an option of a command.
      const others = kinds.filter(([, text]) => text !== 'X-Custom: §');
      const known = pasted.includes(" -H '") ? kinds : others;
      expect(leaked(outputs.map(({ out, err }) => out + err).join('\n'), known)).toEqual([]);
      expect([pasted, leaked(addressed(pasted), others)]).toEqual([pasted, []]);
    }
  });

  test('what is typed wrong, and a proxy that refuses', async () => {
    const url = await startEcho(407);
    const secret = 'zQ9-of-a-proxy-1';
    const proxy = ['--proxy', url.replace('ws://', `http://user:${secret}@`)];
    const base64 = Buffer.from(`user:${secret}`).toString('base64');
    const outputs = [
      await run('connect', 'ws://a.test/', ...proxy),
      await run('doctor', 'ws://a.test/', ...proxy, '--verbose', '--json', 'd.json'),
      await run('connect', 'ws://a.test/', '--header', `Authorization ${secret}`),
      await run('connect', 'ws://a.test/', '--subprotocol', `bearer.${secret} x`),
      await run('connect', 'ws://a.test/', '--origin', `http://user:${secret}@b.test`, '--timeout', 'x'),
      await run('verify', 'server', `ws://user:${secret}@a.test/`),
      await run('verify', 'server', 'ws://a.test/', '--auth', secret),
      await run('verify', 'client', '--timeout', '100', '--', 'no-such-command', '--token', secret),
      ...(await Promise.all(
        [
          '-u user:§',
          '--proxy-user user:§',
          ...['-uuser:§', '--cert a.pem:§', '-E a.pem:§', "--url-query 'k=§'", '-a user:§'],
          '-bsid=§',
          "-H'X-Key: §'",
          'KEY=§',
          'set("Authorization", "Basic §")',
        ].map((option) => run('doctor', `curl ${option.replace('§', secret)} ws://a.test/`, '--json', '-')),
      )),
    ];
    const all = [...outputs.flatMap(({ out, err }) => [out, err]), read('d.json')].join('\n');
    expect(all).not.toContain(secret);
    expect(all).not.toContain(base64.replace(/=+$/, ''));
    const typed = `${secretOf('typed')}\x1b\n${'b '.repeat(4_000)}`;
    for (const each of ['--timeout ', '--subprotocol a,', '--', '--header ']) {
      const wrong = `${each}${typed}`;
      const { err } = await run('connect', 'ws://a.test/', ...wrong.split(/(?<=^--[a-z]+) /));
      expect(err.length).toBeLessThan(500);
      expect(['zQ9', '\x1b', 'b\n'].filter((each) => err.includes(each))).toEqual([]);
    }
  });
});

test('a word of a command may be JSON', () => {
  const words = ['verify', 'client', '--', 'a-client', '{"auth":"a-secret"}'];
  expect(findGiven(words, {})).toContainEqual({ value: 'a-secret', from: 'auth', isCredential: true });
});

test('the doctor sends what it hides to no path that nobody typed, and not again behind a refusal', async () => {
  for (const status of [404, 401]) {
    const seen: string[] = [];
    const url = await startEcho(status, (request) => seen.push(request));
    await run('doctor', ...plant(url, kindsIn('query', '--header', '--subprotocol')), '--quiet');
    const [first = '', ...others] = seen;
    const again =
      status === 401 ? others : others.filter((request) => !request.startsWith(first.slice(0, 8)));
    expect(leaked(first, kinds)).toHaveLength(kinds.length - 1);
    expect(again.length).toBeGreaterThan(1);
    expect(leaked(again.join('\n'), kinds)).toEqual([]);
  }
});
