import { describe, expect, test } from 'vitest';
import { openNames, redactField, redactHead, redactTarget } from '../../src/auth/redaction.ts';
import { knownSubprotocols } from '../../src/negotiation/known-subprotocol.ts';
import { decodeLatin1, encodeLatin1 } from '../../src/wire/index.ts';

describe('the value of a secret parameter is replaced', () => {
  test.each([
    ['/?token=abc', '/?token=***'],
    ['/a?b=c&token=abc&d=1.5', '/a?b=***&token=***&d=1.5'],
    ['/?EIO=4&transport=polling&sid=1', '/?EIO=4&transport=polling&sid=***'],
    ['/?v=0123456789abcdef0123&=a', '/?v=***&=***'],
    ['/0f8fad5b-d9cb-469f-a165-70867728950e/chat?eyJa.b.c5aaaaaaaaaaaaaaa', '/***/chat?***'],
    ['/?token=abc&token=def', '/?token=***&token=***'],
    ['wss://h:8443/a?access_token=abc', 'wss://h:8443/a?access_token=***'],
    ['/?ACCESS-TOKEN=abc&apiKey=d&api_key=e', '/?ACCESS-TOKEN=***&apiKey=***&api_key=***'],
    ['/?%74oken=abc&to%6ben=def&%54OKEN=g', '/?%74oken=***&to%6ben=***&%54OKEN=***'],
    ['/?token[]=abc', '/?token[]=***'],
    ['/?auth=a&password=b&jwt=c&ticket=d', '/?auth=***&password=***&jwt=***&ticket=***'],
    ['/?X-Amz-Signature=a&X-Amz-Date=b', '/?X-Amz-Signature=***&X-Amz-Date=***'],
    ['/?token=a=b;c?d#e/f@g&h=i', '/?token=***&h=***'],
    ['/?token=a;token=b&c=d', '/?token=***&c=***'],
    ['/?a=b;token=abc', '/?a=***'],
    ['/??token=abc', '/??token=***'],
    ['/?a=b?token=abc', '/?a=***'],
    ['/#token=abc', '/#token=***'],
    ['/?a&amp;token=abc', '/?a&amp;token=***'],
    ['?token=abc', '?token=***'],
    ['/?token=a b\r\nc', '/?token=***'],
    ['/?token=***', '/?token=***'],
  ])('%j', (target, redacted) => {
    expect(redactTarget(target)).toBe(redacted);
  });

  test.each([
    '',
    '*',
    '/',
    '/token=abc',
    '/?token',
    '/?token=',
    '/?token=&a=-1.5',
    '/text/html;charset=utf-8',
  ])('%j stays as it is', (target) => {
    expect(redactTarget(target)).toBe(target);
  });

  test.each([
    [['v'], '/?v=1&n=1', '/?v=***&n=1'],
    [['My-Key'], '/?my_key=abc', '/?my_key=***'],
    [['schl\u00fcssel'], '/?schl%C3%BCssel=abc', '/?schl%C3%BCssel=***'],
    [['__proto__'], '/?__proto__=1&a=1', '/?__proto__=***&a=1'],
  ])('besides: %j', (query, target, redacted) => {
    expect(redactTarget(target, { query })).toBe(redacted);
  });
});

describe('user information is replaced', () => {
  test.each([
    ['ws://user:pass@h/a', 'ws://***@h/a'],
    ['wss://token@h', 'wss://***@h'],
    ['ws://user:p@ss@h/a@b', 'ws://***@h/a@b'],
    ['ws://user:pass@[::1]:80/', 'ws://***@[::1]:80/'],
    ['ws://user:pass@h?token=abc', 'ws://***@h?token=***'],
    ['//user:pass@h/', '//***@h/'],
    ['user:pass@h:443', '***@h:443'],
    ['ws:user:pass@h', '***@h'],
    ['ws:/user:pass@h', 'ws:/***@h'],
    ['ws:\\\\user:pass@h\\a', 'ws:\\\\***@h\\a'],
    ['ws:///user:pass@h', 'ws:///***@h'],
    ['ws://user:pa/ss@h/', 'ws://***@h/'],
    ['ws://user:pa?ss@h/', 'ws://***@h/'],
    ['ws://[user/pass@h/', 'ws://***@h/'],
    ['ws://user:/pass@h/', 'ws://***@h/'],
    [' ws://user:pass@h', '***@h'],
    ['w\ts://user:pass@h', '***@h'],
    ['1ws://user:pass@h', '***@h'],
    ['"ws://user:pass@h"', '***@h"'],
    ['\0ws://user:pass@h', '***@h'],
    ['view-source:ws://user:pass@h', '***@h'],
  ])('%j', (target, redacted) => {
    expect(redactTarget(target)).toBe(redacted);
  });

  test.each([
    '/@alice',
    '/alice@home/a',
    'ws://h/@alice',
    'ws://[::1]:80/@alice',
    'ws://b\u00fccher.example/@alice',
    'ws://@h/',
    'h:443',
    '#a@b',
  ])('%j stays as it is', (target) => {
    expect(redactTarget(target)).toBe(target);
  });
});

describe('credentials are replaced, and the scheme stays', () => {
  test.each([
    ['Authorization', 'Bearer abc', 'Bearer ***'],
    ['authorization', 'Basic YTpi', 'Basic ***'],
    ['PROXY-AUTHORIZATION', 'Digest username="a", response="b"', 'Digest ***'],
    ['Authorization', 'Bearer \t abc', 'Bearer \t ***'],
    ['Authorization', 'abc', '***'],
    ['Authorization', 'Bearer', '***'],
    ['Authorization', '"Bearer" abc', '***'],
    ['Authorization', 'a=b c', '***'],
    ['Authorization', 'Bearer ***', 'Bearer ***'],
    ['Authorization', '', ''],
  ])('%s: %j', (name, value, redacted) => {
    expect(redactField(name, value)).toBe(redacted);
  });
});

describe('the values of cookies are replaced, names and attributes stay', () => {
  test.each([
    ['Cookie', 'a=b', 'a=***'],
    ['cookie', 'a=b; c="d e"; f=', 'a=***; c=***; f='],
    ['Cookie', 'a=b=c; =d; e', 'a=***; =***; ***'],
    ['Cookie', 'a=b, c=d', 'a=***'],
    ['Cookie', ';;', ';;'],
    ['Set-Cookie', 'a=b; Path=/; HttpOnly; Max-Age=1', 'a=***; Path=/; HttpOnly; Max-Age=1'],
    ['SET-COOKIE', 'a', '***'],
    ['Set-Cookie', 'a=b=c', 'a=***'],
  ])('%s: %j', (name, value, redacted) => {
    expect(redactField(name, value)).toBe(redacted);
  });
});

describe('tokens among subprotocols are replaced, names stay', () => {
  const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln';
  test.each([
    ['bearer.abc', 'bearer.***'],
    ['chat, bearer.abc,superchat', 'chat, bearer.***,superchat'],
    ['BEARER.abc , token.def , access_token.g', 'BEARER.*** , token.*** , access_token.***'],
    ['base64url.bearer.authorization.k8s.io.abc, v1', 'base64url.bearer.authorization.k8s.io.***, v1'],
    [`chat, ${jwt}`, 'chat, ***'],
    [`${jwt}.e.f`, '***'],
    ['eyJ..', '***'],
    ['bearer.a b "c"', 'bearer.***'],
    [
      'realtime, openai-insecure-api-key.sk-abc, openai-beta.realtime-v1',
      'realtime, openai-insecure-api-key.***, openai-beta.realtime-v1',
    ],
    ['mcp.auth.abc, my-api-key.abc, x-token=abc', 'mcp.auth.***, my-api-key.***, x-token=***'],
    ['my.token.hunter2X9, v1.session.example.com', 'my.token.***, v1.session.example.com'],
    ['session.v2.json, auth.ab.com.v1, token.AbCd.eF', 'session.v2.json, auth.ab.com.v1, token.***'],
    ['access_token, abc, chat', 'access_token, ***, chat'],
    ['Authorization, abc', 'Authorization, ***'],
    ['0123456789abcdef0123, aB3dE6gH9jK2mN5pQ8sT', '***, ***'],
    ['sk-aB3dE6gH9jK2mN5pQ8sT', 'sk-***'],
    ['"bearer.abc"', '"bearer.***'],
    [`'${jwt}'`, "'***"],
  ])('%j', (value, redacted) => {
    expect(redactField('Sec-WebSocket-Protocol', value)).toBe(redacted);
  });

  test.each([
    '',
    ',',
    'chat',
    'bearer',
    'bearer.',
    'mybearer.abc',
    'ocpp1.6, wamp.2.json',
    'eyJhbGci',
    'eyJ.a',
    'a.b.c',
    'token, chat, v1.json, json.v12.longer-name.example.com',
    'graphql-transport-ws, v4.base64.channel.k8s.io, TLCP-2.5.0.lightstreamer.com, auth-v1.json, key.v2',
    'auth.v1, token.v2, auth.basic, header-compression',
    'actioncable-v1-json, notificationchannel-netapi-rest.openmobilealliance.org, oneM2M.R2.0.json',
  ])('%j stays as it is', (value) => {
    expect(redactField('Sec-WebSocket-Protocol', value)).toBe(value);
  });

  test.each([
    ['chat, abcdef', 'chat, ***'],
    ['abcde', '***'],
    ['xabcdefx , v1', '*** , v1'],
    ['ABCDEF,FEDcba', '***,***'],
    ['abc, fed, ab, cd', '***, ***, ab, cd'],
    ['v1.abcdef, v1.abcde', 'v1.abcdef, ***'],
  ])('besides: a token by itself, and what resembles it: %j', (value, redacted) => {
    const subprotocolToken = { token: 'abcdef', names: ['v1.abcdef'] };
    expect(redactField('Sec-WebSocket-Protocol', value, { subprotocolToken })).toBe(redacted);
  });

  test('a short token has no halves that tell of it', () => {
    const subprotocolToken = { token: 'abc', names: [] };
    expect(redactField('Sec-WebSocket-Protocol', 'a, ab, abc', { subprotocolToken })).toBe('a, ab, ***');
  });

  test('besides: a prefix', () => {
    expect(redactField('sec-websocket-protocol', 'chat, my-abc', { subprotocolPrefix: ['my-'] })).toBe(
      'chat, my-***',
    );
  });
});

describe('keys in fields of their own are replaced', () => {
  test.each([
    'X-API-Key',
    'x-api-key',
    'X_API_KEY',
    'Api-Key',
    'X-Auth-Token',
    'X-Access-Token',
    'X-Amz-Security-Token',
    'X-Forwarded-Access-Token',
    'X-CSRF-Token',
    'X-Session-Id',
    'Cf-Access-Client-Secret',
    'Ocp-Apim-Subscription-Key',
    'appKey',
  ])('%s', (name) => {
    expect(redactField(name, 'a b, c')).toBe('***');
  });

  test('besides: a field', () => {
    expect(redactField('x-mine', 'abc', { fields: ['X-Mine'] })).toBe('***');
    expect(redactField('Sec-WebSocket-Protocol', 'chat', { fields: ['sec-websocket-protocol'] })).toBe('***');
  });
});

test.each(['Location', 'Content-Location', 'Referer', 'Origin', 'Host'])(
  '%s is redacted as a target',
  (name) => {
    expect(redactField(name, 'https://user:pass@h/@a?token=abc')).toBe('https://***@h/@a?token=***');
    expect(redactField(name, 'h:80')).toBe('h:80');
  },
);

test.each([
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ['Sec-WebSocket-Accept', 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='],
  ['Access-Control-Allow-Credentials', 'true'],
  ['X-Author', 'abc'],
  ['Sec-WebSocket-Extensions', 'permessage-deflate; client_max_window_bits'],
  ['WWW-Authenticate', 'Bearer realm="a"'],
  ['X', 'Bearer abc'],
  ['__proto__', 'abc'],
  ['constructor', 'abc'],
])('%s: %s stays as it is', (name, value) => {
  expect(redactField(name, value)).toBe(value);
});

test('the subprotocols that ws101 offers are never hidden', () => {
  const names = knownSubprotocols.map(({ name }) => name);
  expect(openNames(['access_token', ...names])).toEqual(['access_token', ...names]);
});

function redact(head: string, secrets = {}): string {
  return decodeLatin1(redactHead(encodeLatin1(head), secrets));
}

test('a head keeps its length, and all but its secrets', () => {
  expect(
    redact(
      'GET wss://u:p@example.com/@a?b=c&token=abc&d HTTP/1.1\r\n' +
        'Host: example.com\r\n' +
        'Upgrade: websocket\r\n' +
        'Authorization: Bearer abc.def\r\n' +
        'Cookie: a=b; cd="e f"\r\n' +
        'X-Api-Key:  abc \t\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
        'Sec-WebSocket-Protocol: chat, bearer.abc\r\n' +
        '\r\n',
    ),
  ).toBe(
    'GET wss://***@example.com/@a?b=*&token=***&d HTTP/1.1\r\n' +
      'Host: example.com\r\n' +
      'Upgrade: websocket\r\n' +
      'Authorization: Bearer *******\r\n' +
      'Cookie: a=*; cd=** **\r\n' +
      'X-Api-Key:  *** \t\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
      'Sec-WebSocket-Protocol: chat, bearer.***\r\n' +
      '\r\n',
  );
});

test('a reply', () => {
  expect(
    redact(
      'HTTP/1.1 302 Found\r\nLocation: /?token=abc\r\nSet-Cookie: a=bc; Path=/\r\nSet-Cookie: d=e\r\n\r\n',
    ),
  ).toBe(
    'HTTP/1.1 302 Found\r\nLocation: /?token=***\r\nSet-Cookie: a=**; Path=/\r\nSet-Cookie: d=*\r\n\r\n',
  );
});

test('secrets besides', () => {
  const secrets = { query: ['k'], fields: ['X-Mine'], subprotocolPrefix: ['my-'] };
  expect(redact('GET /?k=a HTTP/1.1\r\nX-Mine: b\r\nSec-WebSocket-Protocol: my-c\r\n\r\n', secrets)).toBe(
    'GET /?k=* HTTP/1.1\r\nX-Mine: *\r\nSec-WebSocket-Protocol: my-*\r\n\r\n',
  );
});

test('the octets that were given stay as they are', () => {
  const head = encodeLatin1('GET /?token=a HTTP/1.1\r\n\r\n');
  redactHead(head);
  expect(decodeLatin1(head)).toBe('GET /?token=a HTTP/1.1\r\n\r\n');
});

const S = 'GET / HTTP/1.1\r\n';

describe('a malformed head gives no secret away', () => {
  test.each([
    ['no line end', 'GET /?token=abc', 'GET /?token=***'],
    ['no version', 'GET /?token=abc\r\n\r\n', 'GET /?token=***\r\n\r\n'],
    ['a version that is none', 'GET /?token=abc HTTX/1.1\r\n', 'GET /?token=*** ********\r\n'],
    ['a space in the target', 'GET /?token=ab cd HTTP/1.1\r\n', 'GET /?token=** ** HTTP/1.1\r\n'],
    ['a tab around the target', 'GET\t/?token=ab\tHTTP/1.1\r\n', 'GET\t/?token=**\tHTTP/1.1\r\n'],
    ['white space behind the version', 'GET /?token=ab HTTP/1.1 \r\n', 'GET /?token=** HTTP/1.1 \r\n'],
    ['no method', 'ws://u:p@h/?token=ab HTTP/1.1\r\n', 'ws://***@h/?token=** HTTP/1.1\r\n'],
    ['white space before it', ' ws://u:p@h/ HTTP/1.1\r\n', ' ws://***@h/ HTTP/1.1\r\n'],
    ['what looks like a version', 'GET /?token=a HTTP/b HTTP/1.1\r\n', 'GET /?token=* ****** HTTP/1.1\r\n'],
    ['what looks like a name', '/a: /?token=ab\r\n', '/a: /?token=**\r\n'],
    ['no method, a target alone', '/?token=ab', '/?token=**'],
    ['empty lines before it', '\r\n\r\nGET /?token=ab HTTP/1.1\r\n', '\r\n\r\nGET /?token=** HTTP/1.1\r\n'],
    ['another line before it', 'x\r\nGET /?token=ab HTTP/1.1\r\n', 'x\r\nGET /?token=** HTTP/1.1\r\n'],
    ['a field before it', 'A: b\r\nGET /?token=ab HTTP/1.1\r\n', 'A: b\r\nGET /?token=** HTTP/1.1\r\n'],
    ['a folded request line', 'GET /?token=ab\r\n cd HTTP/1.1\r\n', 'GET /?token=**\r\n ** HTTP/1.1\r\n'],
    ['octets beyond ASCII', 'GET /?token=\xe9\0 HTTP/1.1\r\n', 'GET /?token=** HTTP/1.1\r\n'],
    ['no request line', 'Authorization: Bearer abc\r\n\r\n', 'Authorization: Bearer ***\r\n\r\n'],
    ['no final line end', `${S}Authorization: Bearer abc`, `${S}Authorization: Bearer ***`],
    ['half a line end', `${S}Authorization: Bearer abc\r`, `${S}Authorization: Bearer ***\r`],
    ['a bare LF', `${S}A: b\nCookie: a=b\nC: d\n\n`, `${S}A: b\nCookie: a=*\nC: d\n\n`],
    ['a bare CR', `${S}A: b\rCookie: a=b\r\n`, `${S}A: b\rCookie: a=*\r\n`],
    [
      'a bare CR in a value',
      `${S}Authorization: Bearer a\rb: c\r\n`,
      `${S}Authorization: Bearer *\r** *\r\n`,
    ],
    ['two bare CRs in a value', `${S}X-API-Key: a\r\rb\r\n`, `${S}X-API-Key: *\r\r*\r\n`],
    ['a folded value', `${S}Cookie: a=b;\r\n c=d\r\nE: f\r\n`, `${S}Cookie: a=*;\r\n c=*\r\nE: f\r\n`],
    [
      'a value on the next line',
      `${S}Authorization:\r\n\tBearer a\r\n`,
      `${S}Authorization:\r\n\tBearer *\r\n`,
    ],
    [
      'a scheme on a line of its own',
      `${S}Authorization: Bearer\r\n a\r\n`,
      `${S}Authorization: Bearer\r\n *\r\n`,
    ],
    ['two folds', `${S}X-API-Key: a\r\n b: c\r\n \r\n d\r\n`, `${S}X-API-Key: *\r\n ** *\r\n \r\n *\r\n`],
    ['a fold with a tab', `${S}X-API-Key: a\r\n\tb: c\r\n`, `${S}X-API-Key: *\r\n\t** *\r\n`],
    [
      'a folded token',
      `${S}Sec-WebSocket-Protocol: a, bearer.b\n c\n`,
      `${S}Sec-WebSocket-Protocol: a, bearer.*\n *\n`,
    ],
    [
      'a line without a colon behind it',
      `${S}X-API-Key: a\r\nbc\r\nD: e\r\n`,
      `${S}X-API-Key: *\r\n**\r\nD: e\r\n`,
    ],
    ['a secret field that is folded', `${S}A: b\r\n Cookie: c=d\r\n`, `${S}A: b\r\n Cookie: c=*\r\n`],
    [
      'one behind a secret field',
      `${S}X-API-Key: a\r\n Cookie: c=d\r\n`,
      `${S}X-API-Key: *\r\n Cookie: c=*\r\n`,
    ],
    ['a query on a folded line', `${S}A: b\r\n /?token=ab\r\n`, `${S}A: b\r\n /?token=**\r\n`],
    ['white space before the colon', `${S}Cookie \t: a=b\r\n`, `${S}Cookie \t: a=*\r\n`],
    ['white space before the name', `A: b\r\n\r\n\tCookie: a=b\r\n`, `A: b\r\n\r\n\tCookie: a=*\r\n`],
    ['no colon', `${S}X-API-Key abc\r\n`, `${S}X-API-Key ***\r\n`],
    ['a quoted name', `${S}"X-API-Key": abc\r\n`, `${S}"X-API-Key** ***\r\n`],
    ['octets before the name', `${S}\0\xa0:X-API-Key: abc\r\n`, `${S}\0\xa0:X-API-Key: ***\r\n`],
    ['a name in any case', `${S}cOOKIE: a=b\r\n`, `${S}cOOKIE: a=*\r\n`],
    ['an empty value', `${S}Cookie:\r\nX-API-Key:\r\n\r\n`, `${S}Cookie:\r\nX-API-Key:\r\n\r\n`],
  ])('%s', (_, head, redacted) => {
    expect(redact(head)).toBe(redacted);
  });

  test.each([
    ['nothing', ''],
    ['a field that is folded', `${S}A: b\r\n c: d\r\n e\r\n\r\n`],
    ['a field behind a secret one', `${S}Cookie: \r\nA: b\r\n\r\n`],
    ['a field behind the empty line', `${S}Cookie: \r\n\r\n b\r\n`],
    ['lines that are no fields', 'a\r\nb c\r\n: d\r\n(e): f\r\n'],
    ['a reason', 'HTTP/1.1 401 Bearer abc@d\r\n\r\n'],
  ])('%s stays as it is', (_, head) => {
    expect(redact(head)).toBe(head);
  });
});
