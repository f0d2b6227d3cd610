import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { secretsOfOwnField, secretsOfTarget } from '../../src/auth/given-secret.ts';
import { makeHider } from '../../src/auth/hider.ts';
import { redactText } from '../../src/auth/redaction.ts';

const secret = 'Zq9/k_P+xw3~tR7=b';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const octets = (text: string, before: string) =>
  Buffer.from(text).toString('hex').replace(/../g, `${before}$&`);
const hiderOf = (name: string, value: string) => makeHider(secretsOfOwnField([name, value], '--header'));

test.each([
  ['in lower case', secret.toLowerCase()],
  ['as a form has it', 'Zq9%2fk_P%2Bxw3%7EtR7%3db'],
  ['in JSON', 'Zq9\\/k_P\\u002bxw3~tR7\\u003Db'],
  ['in HTML', 'Zq9&#x2F;k_P&#43;xw3~tR7&#61;b'],
  ['in Markdown', 'Zq9/k\\_P+xw3\\~tR7=b'],
  ['as a part of a name', 'zq9_k_p_xw3_tr7_b'],
  ['in base64', base64(secret)],
  ['in base64 behind an octet', base64(`:${secret}`)],
  ['in base64 behind two octets', base64(`::${secret}:`)],
  ['in base64 of base64', base64(`:${base64(`::${secret}:`)}`)],
  ['in hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()],
  ['in a dump', octets(secret, ' ')],
  ['as a list of octets', octets(secret, ', 0x')],
  ['with all of it in percent-encoding', octets(secret, '%')],
  ['with some of it in percent-encoding, three times', '%25255A%71%39/%6b_P+xw3~t%52%252537=b'],
  [
    'in a dump of several lines',
    octets(secret, ' ').replace(/(?<=^.{27})/, `  |${secret.slice(0, 9)}|\n00000009  `),
  ],
  ['as a list of numbers', JSON.stringify([...Buffer.from(secret)])],
  ['in octal', secret.replace(/./gs, (sign) => `\\${sign.charCodeAt(0).toString(8)}`)],
  ['behind half an octet', `a${octets(secret, '')}`],
  ['with all of it escaped in JSON', octets(secret, '\\u00')],
  ['with all of it escaped in HTML', secret.replace(/./gs, (sign) => `&#${sign.charCodeAt(0)};`)],
  ['cut', `${secret.slice(0, 10)}…`],
  ['cut, with dots', `got ${secret.slice(0, 12)}... and more`],
  ['cut within quotes', `got "${secret.slice(0, 12)}" back`],
  ['cut at a word', `got ${secret.slice(0, 14)}, no more`],
])('what was given is hidden %s', (_, said) => {
  expect(hiderOf('X-Api-Key', secret).given(`"${said}"`)).not.toContain(said.slice(4, 10));
  expect(hiderOf('X-Api-Key', `other, ${secret}`).given(`"${said}"`)).not.toContain(said.slice(4, 10));
});

test.each([
  ['code', 'K7p2Qx'],
  ['pin', 'abc'],
  ['u', 'swordfish'],
])('a short value of a query is hidden beside its name: %s', (name, value) => {
  const hider = makeHider(secretsOfTarget(`ws://a/?${name}=${value}`, 'url'));
  const forms = '{"N":"V"} N=V&b=1 N:V %3fN%3DV %2522N%2522%253A%2522V%22 {&quot;N&quot;:&quot;V'.split(' ');
  for (const said of forms.map((form) => form.replace('N', name).replace('V', value))) {
    expect(hider.given(said)).toBe(said.replace(value, '[url]'));
    expect(hider.masked(said)).toBe(said.replace(value, '*'.repeat(value.length)));
  }
  expect(hider.given(`their ${value.slice(1)} and x${name}=${value}s`)).toContain(`x${name}=`);
});

test.each([
  ["pa'55word9xQ", "'pa'\\''55word9xQ'"],
  ["pa'55word9xQ", 'pa\\04755word9xQ'],
  ['pa%55word9xQ', 'pa%%55word9xQ'],
])('what was given is hidden as a shell and printf have it: %s', (value, said) => {
  expect(hiderOf('X-Api-Key', value).given(said)).toMatch(/^'?\[--header\]'?$/);
});

test('a secret of thousands of octets is hidden like any other', () => {
  const long = Array.from({ length: 6_000 }, (_, at) => ((at * at) % 36).toString(36)).join('-');
  const hider = hiderOf('X-Api-Key', long);
  for (const said of [long, octets(long, ''), base64(long), JSON.stringify([...Buffer.from(long)])])
    expect(hider.text(`got ${said}`).length).toBeLessThan(30);
});

test('what every handshake has is shown beside the name of a parameter', () => {
  const hider = makeHider(secretsOfTarget('ws://a/?upgrade=websocket', 'url'));
  expect(hider.given('Upgrade: websocket')).toBe('Upgrade: websocket');
  expect(makeHider(secretsOfTarget('ws://a.test:81/?to=a.test%3A81', 'url')).given('a.test:81')).toBe(
    'a.test:81',
  );
});

test('a word that only begins like what was given is shown', () => {
  const said = 'Server: websocket-client refused';
  expect(hiderOf('X-Trace', 'websocket-client/1.0').given(said)).toBe(said);
});

test('what was given is hidden where octets go on in another piece', () => {
  const octets = Buffer.from(
    `HTTP/1.1 403 No\r\n\r\n5\r\n${secret.slice(0, 5)}\r\nC\r\n${secret.slice(5)}\r\n`,
  );
  const hidden = Buffer.from(hiderOf('X-Api-Key', secret).octets(octets)).toString();
  expect(hidden).toBe(`HTTP/1.1 403 No\r\n\r\n5\r\n*****\r\nC\r\n************\r\n`);
});

test.each(['nginx', 'Forbidden', 'production', 'en-US'])(
  '%s is no secret of a field without one',
  (value) => {
    expect(hiderOf('X-Tenant', value).given(`a ${value}: b`)).toBe(`a ${value}: b`);
  },
);

/** What a peer may say: secrets stand between two §. */
const told = readFileSync('test/auth/data/named-value.txt', 'utf8').trim().split('\n');

test.each(told)('%s is told with what is received in it hidden', (line) => {
  expect(redactText(line.replaceAll('§', ''))).toBe(line.replace(/§[^§]*§/g, '***'));
});
