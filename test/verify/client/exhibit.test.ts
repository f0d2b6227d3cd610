import { expect, test } from 'vitest';
import { exhibitKeys } from '../../../src/verify/client/exhibit.ts';
import { parseRequest } from '../../../src/wire/index.ts';

/** A connection with a key, and what it was answered. */
function connection(key: string, reply: string) {
  const head = Buffer.from(`GET / HTTP/1.1\r\nSec-WebSocket-Key: ${key}\r\n\r\n`);
  const parsed = parseRequest(head);
  return { head, request: parsed.ok ? parsed.value : null, sent: [{ octets: Buffer.from(reply), at: 0 }] };
}

const key = 'AQIDBAUGBwgJCgsMDQ4PEA==';

test('a key that comes again is shown with what it was answered when it came first', () => {
  const connections = [
    connection('AAAAAAAAAAAAAAAAAAAAAA==', 'HTTP/1.1 101 A\r\n\r\n'),
    connection(key, 'HTTP/1.1 421 B\r\n\r\n'),
    connection(key, 'HTTP/1.1 101 C\r\n\r\n'),
  ];
  const [shown, ...others] = exhibitKeys(connections).exhibits;
  expect(others).toEqual([]);
  expect(shown?.request).toEqual(connections[2]?.head);
  expect(String(shown?.response)).toBe('HTTP/1.1 101 C\r\n\r\n');
  expect(shown?.fault.observed).toEqual({
    ...{ is: 'repeatedKey', key, count: 2, of: 3 },
    answered: 'HTTP/1.1 421 B',
  });
  expect(shown?.scene).toEqual({ of: 'keys' });
});

test('keys that differ are shown to be fresh, and nothing else', () => {
  const connections = [connection(key, ''), connection('AAAAAAAAAAAAAAAAAAAAAA==', '')];
  expect(exhibitKeys(connections)).toEqual({ exhibits: [], counts: [['rfc6455/4.1/key-fresh', 2]] });
});
