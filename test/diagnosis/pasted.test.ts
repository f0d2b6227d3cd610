import { describe, expect, test } from 'vitest';
import { diagnoseFailure, quoteBrowser, readPasted, readWords } from '../../src/diagnosis/index.ts';
import { hashes } from '../../src/sha1.ts';
import { accepted, asked, exchange, opening, refused } from './seen.ts';

function read(text: string) {
  const pasted = readPasted(new TextEncoder().encode(text));
  if ('problem' in pasted) return { problem: pasted.problem, ids: [], sure: [], words: null };
  const diagnoses = diagnoseFailure(pasted.observation, hashes);
  const [ids, sure] = [diagnoses.map(({ id }) => id), diagnoses.map(({ confidence }) => confidence)];
  return { ...pasted, ids, sure, problem: null };
}

const lines = (text: string, mark: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => `${mark} ${line}`)
    .join('\n');

const har = (status: number) =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: [
        {
          request: {
            ...{ method: 'GET', url: 'wss://a.example/chat', httpVersion: 'HTTP/1.1' },
            headers: [
              { name: 'Host', value: 'a.example' },
              { name: 'Upgrade', value: 'websocket' },
              { name: 'Connection', value: 'Upgrade' },
              { name: 'Sec-WebSocket-Key', value: 'dGhlIHNhbXBsZSBub25jZQ==' },
              { name: 'Sec-WebSocket-Version', value: '13' },
            ],
          },
          response: {
            ...{ status, statusText: 'Bad Gateway', httpVersion: 'HTTP/1.1', content: {} },
            headers: [{ name: 'Server', value: 'nginx/1.24.0' }],
          },
        },
      ],
    },
  });

describe('what was pasted', () => {
  const wrong = accepted().replace('Accept: s', 'Accept: S');
  test.each([
    ['a raw reply', refused('426 Upgrade Required', 'Upgrade Required'), 'hop/upgrade-stripped'],
    ['a request and its reply', `${opening()}${wrong}`, 'server/accept-wrong'],
    ['curl -v', `${lines(opening(), '>')}\n> \n${lines(wrong, '<')}\n< \n`, 'server/accept-wrong'],
    ['an archive', har(502), 'hop/backend-down'],
  ])('%s', (_what, text, id) => {
    expect(read(text)).toMatchObject({ problem: null, words: null });
    expect(read(text).ids[0]).toBe(id);
  });

  test.each([
    ['an archive', har(502), true],
    ['an archive of http', har(502).replace('wss://', 'ws://'), false],
    ['curl -v over TLS', `* SSL connection using TLSv1.3\n${lines(opening(), '>')}\n> \n`, true],
    ['curl -v', `* Connected to a.example\n${lines(opening(), '>')}\n> \n`, false],
    ['a command line of curl', "curl 'https://a.example/chat'", true],
  ])('whether it went over TLS: %s', (_what, text, secure) => {
    expect(read(text)).toMatchObject({ observation: { asked: { uri: { secure } } } });
  });

  test('a right opening', () => {
    expect(read(`${opening()}${accepted()}`).ids).toEqual(['healthy']);
    expect(read(`${opening()}${accepted()}`).sure).toEqual(['certain']);
    expect(read(accepted())).toMatchObject({ ids: ['healthy'], sure: ['likely'] });
  });

  test('a request alone says what was asked', () => {
    const pasted = read(
      opening('Origin: http://b.example', 'Cookie: a=b', 'Sec-WebSocket-Protocol: chat, mqtt'),
    );
    expect(pasted).toMatchObject({
      observation: {
        asked: {
          origin: 'http://b.example',
          subprotocols: ['chat', 'mqtt'],
          isCredentialSent: true,
          uri: { authority: 'a.example', path: '/chat' },
        },
      },
    });
  });

  test('a request, and the words of an error behind it', () => {
    const pasted = read(`${opening()}Error: Unexpected server response: 403\n`);
    expect(pasted.problem).toBeNull();
  });

  test.each(['', ' \r\n\t', '\uFEFF'])('nothing: %j', (text) => {
    expect(read(text).problem).toBe('it is empty');
  });
});

describe('words', () => {
  test.each([
    ['Error: Unexpected server response: 502', 'statusIs502'],
    [
      "WebSocket connection to 'wss://a.example/chat' failed: Error during WebSocket handshake: Unexpected response code: 403",
      'statusIs403',
    ],
    ['connect ECONNREFUSED 127.0.0.1:9001', 'textSaysRefused'],
  ])('%s', (text, sign) => {
    expect(readWords(text)?.observation.words).toContain(sign);
    expect(read(text).words).not.toBeNull();
  });

  test('of nobody', () => {
    expect(readWords('it is all broken')).toBeNull();
  });

  test('their URL is what was asked for', () => {
    const text = "WebSocket connection to 'wss://a.example:8443/chat' failed: ";
    expect(readWords(text)?.observation.asked.uri ?? null).toMatchObject({ port: 8443, secure: true });
  });
});

describe('what Chromium would have written', () => {
  const quote = (reply: string) => quoteBrowser({ asked: asked(), opening: exchange(reply) }, hashes);

  test.each([
    [refused('404 A'), 'Error during WebSocket handshake: Unexpected response code: 404'],
    [
      accepted().replace('Upgrade: websocket', 'Upgrade: h2c'),
      "Error during WebSocket handshake: 'Upgrade' header value is not 'WebSocket': h2c",
    ],
    [
      accepted().replace('Accept: s', 'Accept: S'),
      "Error during WebSocket handshake: Incorrect 'Sec-WebSocket-Accept' header value",
    ],
    [accepted(), null],
  ])('%j', (reply, expected) => {
    expect(quote(reply)).toBe(expected);
  });

  test('a long value is cut', () => {
    const text = quote(accepted().replace('Upgrade: websocket', `Upgrade: ${'a'.repeat(5_000)}`));
    expect(text).toMatch(/: a{119}…$/);
  });
});

test('each diagnosis has evidence in sentences without their full stop, once each, and the surest comes first', () => {
  const contrasts = [
    { name: 'plainGet', change: 'as a plain GET', exchange: exchange(refused('400 A', 'Upgrade Required')) },
  ] as const;
  const diagnoses = diagnoseFailure(
    { asked: asked(), opening: exchange(refused('400 A', 'Upgrade Required', 'Via: 1.1 a')), contrasts },
    hashes,
  );
  expect(diagnoses[0]?.id).toBe('hop/upgrade-stripped');
  const order = diagnoses.map(({ confidence }) => ['certain', 'likely', 'possible'].indexOf(confidence));
  expect(order).toEqual(order.toSorted());
  for (const { evidence, fixes } of diagnoses) {
    expect(evidence.length).toBeGreaterThan(0);
    expect(new Set(evidence).size).toBe(evidence.length);
    expect(evidence.filter((text) => text === '' || text.endsWith('.'))).toEqual([]);
    expect(fixes.length).toBeGreaterThan(0);
  }
});
