import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startProxy } from '../client/proxy.ts';
import { type Asked, accept, reply, type Scripted, scriptAnswers } from '../doctor/scripted.ts';
import { file, folder, run, runWith } from './run.ts';

interface Report {
  readonly target: string;
  readonly steps: readonly { readonly name: string; readonly url: string; readonly detail: string }[];
  readonly diagnoses: readonly { readonly id: string; readonly confidence: string }[];
  readonly connections: number;
}

const healthy = (lines: readonly string[] = []): Promise<Scripted> =>
  scriptAnswers((asked) =>
    asked.isUpgrade ? accept(asked, lines) : void asked.socket.end(reply('426 Upgrade Required')),
  );
const refusing = (status: string, body = '', ...more: readonly string[]): Promise<Scripted> =>
  scriptAnswers(({ socket }: Asked) => void socket.end(reply(status, body, ...more)));

let files = 0;

/** Runs the command with a JSON file of its own; what it held comes along. */
async function doctor(...args: readonly string[]) {
  files += 1;
  const json = join(folder, `doctor-${files}.json`);
  const ended = await run('doctor', ...args, '--json', json);
  const report = existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as Report) : null;
  return { ...ended, report, ids: report?.diagnoses.map(({ id }) => id) };
}

describe('exit codes, at each of which the JSON is written', () => {
  test('0: nothing is amiss', async () => {
    const { url } = await healthy();
    const { code, out, err, report, ids } = await doctor(url);
    expect({ code, err, ids }).toEqual({ code: 0, err: '', ids: ['healthy'] });
    expect(out).toContain('\nThe handshake works.  healthy, certain\n');
    expect(out).toContain('6 connections were made to the target.');
    expect(report).toMatchObject({ tool: 'ws101', schema: 1, mode: 'doctor', target: url, connections: 6 });
    expect(report?.steps.map(({ name }) => name).slice(0, 4)).toEqual(['dns', 'tcp', 'upgrade', 'frames']);
  });

  test('0: data that is sent too early is lost, which is told with --verbose and in JSON', async () => {
    const { url } = await scriptAnswers((asked) => accept(asked, [], true));
    const { code, out, ids } = await doctor(url, '--markdown', '-');
    expect({ code, ids }).toEqual({ code: 0, ids: ['healthy', 'server/early-frame-lost'] });
    expect(out).not.toContain('early-frame');
    expect((await run('doctor', url)).out).not.toContain('early-frame');
    expect((await run('doctor', url, '--verbose')).out).toContain('server/early-frame-lost');
  });

  test('1: it fails', async () => {
    const { url } = await refusing('426 Upgrade Required', 'Upgrade Required');
    const { code, ids } = await doctor(url);
    expect(code).toBe(1);
    expect(ids?.[0]).toBe('hop/upgrade-stripped');
  });

  test('1: nobody listens', async () => {
    const { port } = await healthy();
    expect(await doctor(`ws://127.0.0.2:${port}/`)).toMatchObject({ code: 1, ids: ['network/refused'] });
  });

  test.each([
    ['http://127.0.0.1/', 'input/scheme'],
    ['127.0.0.1:9001/chat', 'input/scheme'],
    ['ws://127.0.0.1/#a', 'input/fragment'],
    ['ws://a:b@127.0.0.1/', 'input/userinfo'],
    ['ws://127.0.0.1:99999/', 'input/url'],
    ['ws://', 'input/url'],
  ])('2: %s', async (url, id) => {
    expect(await doctor(url)).toMatchObject({ code: 2, ids: [id], report: { steps: [], connections: 0 } });
  });

  test.each([
    ['a name with a space', ['--subprotocol', 'two words'], 'input/subprotocol'],
    ['a field of the handshake', ['--header', 'Sec-WebSocket-Version: 13'], 'client/own-handshake-fields'],
    ['Host', ['--header', 'Host: a'], 'client/own-handshake-fields'],
  ])('2: %s', async (_what, args, id) => {
    expect(await doctor('ws://127.0.0.1:9/', ...args)).toMatchObject({ code: 2, ids: [id] });
  });

  test.each([
    ['words of nobody', ['it is all broken']],
    ['a folder', ['.']],
    ['a file of nothing', [file('empty.txt', '')]],
    ['nothing as an argument', ['']],
    ['a capture', [file('a.pcap', `\xd4\xc3\0\0\x01${'GET / HTTP/1.1\r\n\r\n'.repeat(9)}`)]],
    ['octets that are no text', [file('binary.bin', '\x7fELF\x00\x01'.repeat(9))]],
    [
      'a program with words of curl',
      [file('program.bin', `\x7fELF\x00${'* connect to a\n< HTTP/1.1 200 A\n'.repeat(40)}`)],
    ],
    [
      'a program with words of Node',
      [file('other.bin', `${'connect ECONNREFUSED 127.0.0.1:80 '.repeat(40)}\x00`)],
    ],
    ['a file of words of nobody', [file('words.txt', 'it is\nall broken\n')]],
    ['a field with a line end in it', ['ws://127.0.0.1:9/', '--header', 'A: b\nc: d']],
    ['an Origin with a line end in it', ['ws://127.0.0.1:9/', '--origin', 'http://a\r\nb: c']],
    ['two Origins', ['ws://127.0.0.1:9/', '--origin', 'http://a', '--header', 'Origin: http://b']],
    ['a proxy that is no URL', ['ws://127.0.0.1:9/', '--proxy', 'nonsense']],
    ['certificates that are none', ['wss://127.0.0.1:9/', '--ca', file('none.pem', 'a')]],
  ])('2, in a sentence: %s', async (_what, args) => {
    const { code, out, err, ids } = await doctor(...args);
    expect({ code, out, ids }).toEqual({ code: 2, out: '', ids: [] });
    expect(err).toMatch(/^ws101: [^\n]+\n$/);
  });

  test.each([
    ['an option that there is not', ['ws://127.0.0.1:9/', '--nonsense']],
    ['no number', ['ws://127.0.0.1:9/', '--timeout', 'a']],
    ['no status', ['ws://127.0.0.1:9/', '--expect-status', '99']],
    ['a client that is not known', ['ws://127.0.0.1:9/', '--as', 'lynx']],
    ['nothing', []],
  ])('2, by the command line alone: %s', async (_what, args) => {
    const { code, out, err } = await run('doctor', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toBe('');
  });

  test('3: nothing is more than possible', async () => {
    const { url } = await refusing('418 A teapot');
    const { code, report } = await doctor(url);
    expect(code).toBe(3);
    expect(report?.diagnoses.filter(({ confidence }) => confidence !== 'possible')).toEqual([]);
  });
});

test.each([
  '> GET /chat HTTP/1.1\n> Host: a.test\n> \n< HTTP/1.1 403 Forbidden\n< Server: nginx\n< \n',
  'HTTP/1.1 403 Forbidden\r\nServer: nginx\r\n\r\n',
  '-H foo\nHTTP/1.1 403 Forbidden\nServer: nginx\n',
])(
  'a text of many lines means the same as an argument, on standard input and in a file: %j',
  async (text) => {
    const [given, piped, kept] = [
      // A shell takes the line feed off that stands behind the last CR.
      await doctor(text.replace(/\r\n$/, '\r')),
      await runWith(text, 'doctor', '-'),
      await doctor(file('curl.txt', `\xff\xfe${text.replace(/./gs, '$&\0')}`)),
    ];
    expect(given.out).toContain('hop/denied');
    expect([given.out, given.code]).toEqual([piped.out, piped.code]);
    expect([given.out, given.code]).toEqual([kept.out, kept.code]);
  },
);

describe('what is expected', () => {
  test.each([
    ['403', 0, 0],
    ['101', 1, 1],
  ])('the status %s', async (status, code, unmet) => {
    const { url } = await refusing('403 Forbidden');
    expect(await doctor(url, '--expect-status', status)).toMatchObject({
      code,
      report: { unmet: { length: unmet } },
    });
  });

  test.each([
    ['chat', 0],
    ['mqtt', 1],
  ])('the subprotocol %s', async (name, code) => {
    const { url } = await healthy(['Sec-WebSocket-Protocol: chat']);
    const ended = await doctor(url, '--subprotocol', 'chat,mqtt', '--expect-subprotocol', name);
    expect(ended.code).toBe(code);
  });
});

describe('what is printed', () => {
  test('nothing, where it shall be quiet', async () => {
    const { url } = await refusing('404 Not Found');
    expect(await doctor(url, '--quiet')).toMatchObject({ code: 1, out: '', err: '' });
  });

  test('every octet, and none that controls a terminal', async () => {
    const { url } = await refusing('404 \x1b[31mNo', '\x1b]0;title\x07 a\nb', 'Server: a\x9bb');
    const { out } = await run('doctor', url, '--verbose');
    expect(out).toContain('    sent      GET / HTTP/1.1\\r\\n\n');
    expect(out).toContain(String.raw`HTTP/1.1 404 \x1b[31mNo`);
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  test.each(['--json', '--markdown'])('%s - and nothing else', async (option) => {
    const { url } = await refusing('404 Not Found');
    const { code, out } = await run('doctor', url, option, '-');
    expect(code).toBe(1);
    if (option === '--json') expect(JSON.parse(out)).toMatchObject({ mode: 'doctor' });
    else expect(out).toMatch(/^## [^\n]+\n\n`ws:/);
  });

  test('no host and no address, where they shall be hidden', async () => {
    const { url } = await refusing('404 Not Found');
    const { out } = await run('doctor', url, '--markdown', '-', '--hide-addresses');
    expect(out).not.toContain('127.0.0.1');
  });
});

describe('texts and files, without a connection', () => {
  const words =
    "WebSocket connection to 'wss://a.example/chat' failed: Error during WebSocket handshake: Unexpected response code: 403";
  const answer = 'HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n';

  test('the words of an error', async () => {
    const { code, out, report } = await doctor(words);
    expect(code).not.toBe(2);
    expect(out).toContain('Next: ws101 doctor wss://a.example/chat --as chromium\n');
    expect(report).toMatchObject({ steps: [], connections: 0, target: words });
  });

  test('a request, which is asked again with its query, origin and subprotocols', async () => {
    const fields =
      'Upgrade: websocket\r\nOrigin: https://b.example\r\nSec-WebSocket-Protocol: chat, mqtt\r\n';
    const { out } = await doctor(
      `GET /chat?room=7&token=${'s3cr3t'.repeat(3)} HTTP/1.1\r\nHost: a.example\r\n${fields}\r\n${answer}`,
    );
    const [next = ''] = /Next: .*/.exec(out) ?? [];
    expect(next).toMatch(
      /^Next: ws101 doctor 'wss?:\/\/a\.example\/chat\?room=7&token=.*' --origin https:\/\/b\.example --subprotocol chat,mqtt$/,
    );
    const again = await run(...next.slice('Next: ws101 '.length).replaceAll("'", '').split(' '));
    const refused = { code: 2, err: expect.stringContaining('has *** in the place of a secret') };
    expect(again).toMatchObject(refused);
    const joined = ['--header=Cookie: a=***', '-HCookie: a=***', '--proxy=http://***@a/'];
    for (const option of joined) expect(await run('doctor', 'ws://a/', option)).toMatchObject(refused);
  });

  test('words that contain the path of a file', async () => {
    const path = file('log.txt', 'a');
    const { code } = await doctor(`${path}: ${words}`);
    expect(code).not.toBe(2);
  });

  test('a file', async () => {
    expect((await doctor(file('reply.txt', answer))).ids?.length).toBeGreaterThan(0);
  });

  test('standard input', async () => {
    const { code, out } = await runWith(answer, 'doctor', '-', '--json', '-');
    expect(code).not.toBe(2);
    expect(JSON.parse(out)).toMatchObject({ target: '-', connections: 0 });
  });
});

describe('nearer to the application', () => {
  test('each hop has its steps, and the first that opens ends it', async () => {
    const [front, near, last] = [await refusing('400 Bad Request'), await healthy(), await healthy()];
    const { code, report, ids } = await doctor(front.url, '--direct', near.url, '--direct', last.url);
    expect(code).toBe(1);
    expect(ids?.[0]).toMatch(/^hop\//);
    expect(new Set(report?.steps.map(({ url }) => url))).toEqual(new Set([front.url, near.url]));
    expect(last.made()).toBe(0);
    expect(near.asked[0]?.field('Host')).toBe(`127.0.0.1:${front.port}`);
  });
});

const secret = 's3cr3t-9f8e7d6c';

/** A server that says back what it was sent, in every place that it has. */
const echoing = () =>
  scriptAnswers(({ socket, head, target }) => {
    const [, ...lines] = head.trimEnd().split('\r\n');
    const values = lines.map((line) => line.slice(line.indexOf(': ') + 2)).join(' ');
    const body = `Cannot GET ${target}; ${values}`;
    socket.end(
      reply(
        `400 ${secret} ${values.slice(0, 300)}`,
        body,
        `Location: http://a${target}`,
        `Via: 1.1 ${values}`,
      ),
    );
  });

describe('nothing of a credential is shown', () => {
  const places: readonly (readonly [string, string, readonly string[]])[] = [
    ['a query', `/chat?token=${secret}`, []],
    ['a field', '/chat', ['--header', `Authorization: Bearer ${secret}`]],
    ['a field of a key', '/chat', ['--header', `X-API-Key: ${secret}`]],
    ['a cookie', '/chat', ['--header', `Cookie: a=b; session=${secret}`]],
    ['a subprotocol', '/chat', ['--subprotocol', `chat,bearer.${secret}`]],
  ];

  test.each(places)('%s, in text, JSON and Markdown', async (_what, path, args) => {
    const { url } = await echoing();
    const markdown = join(folder, 'credential.md');
    const { out, err, report } = await doctor(`${url}${path}`, ...args, '--verbose', '--markdown', markdown);
    const octets = (report?.steps ?? []).flatMap((step) =>
      Object.entries(step).map(([key, value]) =>
        key === 'request' || key === 'response'
          ? Buffer.from(String(value), 'base64').toString('latin1')
          : '',
      ),
    );
    expect(out).toContain('400');
    for (const text of [out, err, JSON.stringify(report), readFileSync(markdown, 'utf8'), ...octets]) {
      expect(text).not.toContain(secret);
    }
  });

  test('the password of a proxy', async () => {
    const { url } = await healthy();
    const { port } = await startProxy({ credentials: `user:${secret}` });
    const basic = Buffer.from(`user:${secret}`).toString('base64');
    for (const password of [secret, `no-${secret}`]) {
      const proxy = `http://user:${password}@127.0.0.1:${port}`;
      const { out, err, report } = await doctor(url, '--proxy', proxy, '--verbose');
      expect(report?.steps.length).toBeGreaterThan(0);
      for (const text of [out, err, JSON.stringify(report)]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(basic);
      }
    }
  });

  test('that stands in words, in a paste, or in what cannot be used', async () => {
    const url = `wss://a.example/chat?token=${secret}`;
    const pasted = `GET /chat?token=${secret} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}\r\n\r\nHTTP/1.1 400 ${secret}\r\n\r\nCannot GET /chat?token=${secret}`;
    for (const subject of [
      `WebSocket connection to '${url}' failed: Error during WebSocket handshake: Unexpected response code: 400`,
      file('pasted.txt', pasted),
      url.replace('wss', 'http'),
      `user:${secret}@a.example/chat`,
      `ws://user:${secret}@a.example/chat`,
      `${url}#a`,
    ]) {
      const markdown = join(folder, 'words.md');
      const { out, err, report } = await doctor(subject, '--markdown', markdown);
      for (const text of [out, err, JSON.stringify(report), readFileSync(markdown, 'utf8')]) {
        expect(text).not.toContain(secret);
      }
    }
  });
});
