import { describe, expect, test } from 'vitest';
import { readHop } from '../../src/facts/hop-facts.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';

const lines = (...each: readonly string[]) => [...each, '', ''].join('\r\n');
const request = lines('GET / HTTP/1.1', 'Host: a', 'Upgrade: websocket', 'Connection: Upgrade');
const expecting = request.replace('Host: a', 'Host: a\r\nExpect: 100-continue');
const switched = ['HTTP/1.1 101 S', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Accept: x'];
const reply = lines(...switched);
const without = (line: string) => lines(...switched.filter((each) => each !== line));
const status = (code: number) => lines(`HTTP/1.1 ${code} `);
const hint = status(103);
const go = status(100);
const nonsense = 'nonsense\r\n\r\n';

function read(changed: Partial<Record<'sent' | 'arrived' | 'replied' | 'returned', string>>) {
  const { sent, arrived, replied, returned } = {
    ...{ sent: request, arrived: request, replied: reply, returned: reply },
    ...changed,
  };
  return readHop({
    ...{ sent: encodeLatin1(sent), arrived: encodeLatin1(arrived) },
    ...{ replied: encodeLatin1(replied), returned: encodeLatin1(returned) },
    outlived: null,
  });
}

describe('a 101 that opens nothing may be answered by the hop itself', () => {
  test.each([
    ['without Upgrade', without('Upgrade: websocket')],
    ['to another protocol', reply.replace('websocket', 'h2c')],
    ['without Connection', without('Connection: Upgrade')],
    ['without an accept value', without('Sec-WebSocket-Accept: x')],
    ['with two', reply.replace('Accept: x', 'Accept: x\r\nSec-WebSocket-Accept: x')],
  ])('%s', (_, replied) => {
    expect(read({ replied, returned: status(502) }).reply).toBe('own');
    expect(read({ replied, returned: status(500) }).reply).toBe('own');
    expect(read({ replied, returned: status(499) }).reply).toBe('relayed');
    expect(read({ replied, returned: replied }).reply).toBe('relayed');
  });

  test.each([
    ['no Upgrade', request.replace('Upgrade: websocket\r\n', '')],
    ['another Upgrade', request.replace('websocket', 'h2c')],
    ['no Connection', request.replace('Connection: Upgrade\r\n', '')],
    ['HTTP/1.0', request.replace('HTTP/1.1', 'HTTP/1.0')],
  ])('for a client that sent %s', (_, sent) => {
    expect(read({ sent, returned: status(502) }).reply).toBe('own');
    expect(read({ sent }).reply).toBe('relayed');
  });

  test('but not one that opens what was asked for', () => {
    expect(read({ returned: status(502) })).toMatchObject({ reply: 'relayed', status: 'changed' });
  });
});

describe('what the client sent is no request', () => {
  const sides = { sent: nonsense, arrived: nonsense };

  test('and the backend switches all the same', () => {
    expect(read(sides)).toMatchObject({ request: 'arrived', reply: 'relayed', switched: 'unseen' });
  });

  test.each([
    [hint, hint, 'passed'],
    [hint, '', 'dropped'],
    [go, '', 'dropped'],
    ['', hint, 'none'],
  ])('and the interim replies %j are %j behind the hop: %s', (before, behind, interims) => {
    const facts = read({ ...sides, replied: before + reply, returned: behind + reply });
    expect(facts).toMatchObject({ interims, reply: 'relayed' });
    // Nobody can tell of such a client that it has not asked for the 100.
    expect(
      read({ sent: nonsense, arrived: expecting, replied: before + reply, returned: behind + reply }),
    ).toMatchObject({ interims });
  });
});

test('an interim reply is owed though what arrived is no request', () => {
  const facts = read({ arrived: nonsense, replied: hint + reply });
  expect(facts).toMatchObject({ request: 'garbled', interims: 'dropped' });
  expect(read({ arrived: nonsense, replied: go + reply }).interims).toBe('dropped');
});

test('a reply behind an empty line is garbled', () => {
  expect(read({ returned: `\r\n${reply}` })).toMatchObject({ reply: 'garbled', status: 'unseen' });
});
