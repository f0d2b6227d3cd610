import { Agent, WebSocket } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ProfileName, type ProfileParts, scriptOrigin, writeProfile } from '../../src/doctor/profile.ts';
import { type NewField, parseWebSocketUri } from '../../src/wire/index.ts';
import { certificates } from '../certificate.ts';
import { captureOpenings, maskFields } from './capture.ts';

const key = 'dGhlIHNhbXBsZSBub25jZQ==';

const write = (name: ProfileName, parts: Partial<ProfileParts>) =>
  writeProfile(name, {
    ...{ secure: false, authority: 'example.com', origin: null, key, subprotocols: [], headers: [] },
    ...parts,
  });

const textOf = (fields: readonly NewField[]) => fields.map((field) => field.join(': ')).join('\n');

describe('node sends what undici sends', () => {
  const headers = [
    ['Authorization', 'Bearer abc'],
    ['Cookie', 'sid=abc'],
  ] as const;
  const agent = ['User-Agent', 'mine'] as const;

  test.each<[title: string, parts: Partial<ProfileParts>]>([
    ['at its plainest', {}],
    ['with subprotocols', { subprotocols: ['chat', 'superchat'] }],
    ['with fields of the user', { headers }],
    ['with an Origin', { origin: 'https://app.example', headers }],
    [
      'with fields of the user in the place of its own',
      { headers: [...headers, agent, ['accept', 'text/*']] },
    ],
    ['over TLS', { secure: true, subprotocols: ['chat'], headers }],
  ])('%s', async (_title, parts) => {
    const { secure = false, origin = null, subprotocols = [], headers: own = [] } = parts;
    const capture = await captureOpenings(secure ? { pair: certificates.trusted } : {});
    const dispatcher = new Agent({ connect: { ca: certificates.authority } });
    onTestFinished(async () => {
      await dispatcher.destroy();
      capture.end();
    });
    const authority = `localhost:${capture.port}`;
    const given = [...(origin === null ? [] : [['Origin', origin] as const]), ...own];
    const webSocket = new WebSocket(`${secure ? 'wss' : 'ws'}://${authority}/`, {
      protocols: [...subprotocols],
      headers: given.map(([name, value]): [string, string] => [name, value]),
      dispatcher,
    });
    webSocket.onerror = () => {}; // nobody answers it
    const opening = maskFields(await capture.openings.take());
    expect(maskFields(write('node', { ...parts, authority }))).toEqual(opening);
  });
});

test('firefox sends what Firefox 153 has sent to 127.0.0.1', () => {
  const fields = write('firefox', {
    authority: '127.0.0.1:41445',
    origin: 'http://127.0.0.1:35519',
    subprotocols: ['chat', 'superchat'],
    headers: [['Cookie', 'sid=abc']],
  });
  expect(textOf(fields)).toBe(`\
Host: 127.0.0.1:41445
User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0
Accept: */*
Accept-Language: en-US,en;q=0.9
Accept-Encoding: gzip, deflate, br, zstd
Sec-WebSocket-Version: 13
Origin: http://127.0.0.1:35519
Sec-WebSocket-Protocol: chat, superchat
Sec-WebSocket-Extensions: permessage-deflate
Sec-WebSocket-Key: ${key}
Connection: Upgrade
Cookie: sid=abc
Sec-Fetch-Dest: empty
Sec-Fetch-Mode: websocket
Sec-Fetch-Site: same-site
Pragma: no-cache
Cache-Control: no-cache
Upgrade: websocket`);
});

test('firefox sends what Firefox 153 has sent to another host in the clear', () => {
  const authority = 'shop.example.com:41861';
  expect(textOf(write('firefox', { authority, origin: `http://${authority}` }))).toBe(`\
Host: shop.example.com:41861
User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0
Accept: */*
Accept-Language: en-US,en;q=0.9
Accept-Encoding: gzip, deflate
Sec-WebSocket-Version: 13
Origin: http://shop.example.com:41861
Sec-WebSocket-Extensions: permessage-deflate
Sec-WebSocket-Key: ${key}
Connection: Upgrade
Pragma: no-cache
Cache-Control: no-cache
Upgrade: websocket`);
});

test('firefox tells a foreign page of this machine that it has no storage of its own', () => {
  const storage = (origin: string, authority = 'localhost') =>
    new Map(write('firefox', { authority, origin })).get('Sec-Fetch-Storage-Access');
  expect(storage('http://127.0.0.1:35519')).toBe('none');
  expect(storage('http://localhost:3000')).toBeUndefined();
  expect(storage('http://other.example', 'example.com')).toBeUndefined();
});

test('safari sends what WebKitGTK 2.50 has sent over TLS', () => {
  const authority = 'shop.example.com:42681';
  const origin = `https://${authority}`;
  const subprotocols = ['chat', 'superchat'];
  const headers = [['cookie', 'sid=abc']] as const;
  const fields = write('safari', { secure: true, authority, origin, subprotocols, headers });
  expect(maskFields(fields).join('\n')).toBe(`\
User-Agent: AGENT
Origin: https://shop.example.com:42681
Pragma: no-cache
Cache-Control: no-cache
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Key: KEY
Sec-WebSocket-Version: 13
Sec-WebSocket-Protocol: chat, superchat
Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits
Accept-Encoding: gzip, deflate, br
Accept-Language: en-US,en;q=0.9
Host: shop.example.com:42681
Cookie: sid=abc
Sec-Fetch-Dest: websocket
Sec-Fetch-Mode: websocket
Sec-Fetch-Site: same-origin`);
});

test.each([
  ['ws://localhost/', 'http://localhost', 'same-origin'],
  ['wss://example.com/', 'https://example.com', 'same-origin'],
  ['wss://example.com/', null, 'same-origin'],
  ['wss://example.com/', 'https://example.com:8443', 'same-site'],
  ['wss://example.com/', 'http://example.com', 'cross-site'],
  ['wss://example.com/', 'https://other.example', 'cross-site'],
  ['wss://example.com/', 'null', 'cross-site'],
  ['ws://[::1]:8080/', 'http://[::1]:3000', 'same-site'],
  ['ws://app.localhost/', 'http://app.localhost', 'same-origin'],
  ['ws://127.0.0.1/', 'http://localhost', 'cross-site'],
  ['ws://example.com/', 'http://example.com', undefined],
  ['ws://127.example/', 'http://127.example', undefined],
])('Sec-Fetch-Site at %s, from %s, is %s', (url, origin, site) => {
  const uri = parseWebSocketUri(url);
  if (!uri.ok) throw new Error(uri.problem);
  const values = (['firefox', 'safari'] as const).map((name) => {
    const fields = new Map(write(name, { ...uri.value, origin }));
    return fields.get('Sec-Fetch-Site');
  });
  expect(values).toEqual([site, site]);
});

describe('fields of the user', () => {
  const names: readonly ProfileName[] = ['chromium', 'firefox', 'safari', 'node'];

  test.each(names)('stand in the place that %s has for them, and others at the end', (name) => {
    const plain = write(name, {}).map(([field]) => field.toLowerCase());
    const headers = [
      ['user-agent', 'mine'],
      ['X-Own', '1'],
      ['X-Own', '2'],
    ] as const;
    const fields = write(name, { headers });
    const values = fields.filter(([field]) => /^user-agent$|^x-own$/i.test(field)).map(([, value]) => value);
    expect([...values].sort()).toEqual(['1', '2', 'mine']);
    expect(
      fields
        .filter(([field]) => field !== 'X-Own')
        .map(([field]) => field.toLowerCase())
        .sort(),
    ).toEqual([...plain].sort());
    if (name === 'node') return;
    expect(fields.slice(0, plain.length).map(([field]) => field.toLowerCase())).toEqual(plain);
    expect(fields.slice(plain.length)).toEqual(headers.slice(1));
  });
});

test.each([
  ['ws://example.com/chat', 'http://example.com'],
  ['ws://example.com:80/', 'http://example.com'],
  ['ws://Example.COM:8080/', 'http://example.com:8080'],
  ['wss://example.com:443/', 'https://example.com'],
  ['wss://example.com:80/', 'https://example.com:80'],
  ['wss://[2001:db8::1]:8443/', 'https://[2001:db8::1]:8443'],
])('the origin of a script at %s is %s', (url, origin) => {
  const uri = parseWebSocketUri(url);
  expect(uri.ok && scriptOrigin(uri.value)).toBe(origin);
});
