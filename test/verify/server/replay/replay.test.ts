import { expect, onTestFinished, test } from 'vitest';
import type { ClauseId } from '../../../../models/clauses.ts';
import { readTarget } from '../../../../src/verify/judge/target.ts';
import { replayFinding } from '../../../../src/verify/server/replay/replay.ts';
import { type Behaviour, sendPlainly, startServer } from '../../../mutants/server.ts';

const upgrade = 'Host: a.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n';
const request = Buffer.from(`GET /chat HTTP/1.1\r\n${upgrade}\r\n`).toString('base64');
const keyless: ClauseId = 'rfc6455/4.2.1/key-present';
const busy = 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n';

const resetting: Behaviour['sends'] = (socket, reply, no) =>
  no ? void socket.resetAndDestroy() : sendPlainly(socket, reply, no);
const ending: Behaviour['sends'] = (socket, reply, no) =>
  no ? void socket.end() : sendPlainly(socket, reply, no);

/** Takes each of so many requests without a key for right. */
function oneOf(count: number): NonNullable<NonNullable<Behaviour['checks']>['key']> {
  let asked = 0;
  return (each) => each.values('sec-websocket-key').length > 0 || ++asked % count === 0;
}

test.each<[string, Behaviour, string, ClauseId?]>([
  ['refuses it', {}, 'fixed'],
  ['is busy', { says: (right, refused) => (refused ? busy : right) }, 'cannot tell'],
  ['says nothing', { sends: (socket, reply, no) => void (no || socket.write(reply)) }, 'cannot tell'],
  ['is gone behind it', { dies: [/^(?![\s\S]*-Key:)/, 0] }, 'cannot tell'],
  ['opens', { checks: { key: () => true } }, 'still fails', 'rfc6455/4.2.1/version-present'],
  ['opens at one of three connections', { checks: { key: oneOf(3) } }, 'still fails'],
  ['resets the connection', { sends: resetting }, 'cannot tell', 'rfc6455/4.2.1/error-status'],
  ['ends it, and owes a field', { sends: ending }, 'cannot tell', 'rfc6455/4.2.2/version-advertised'],
  [
    'says half a reply',
    { says: (right, no) => (no ? 'HTTP/1.1 4' : right) },
    'cannot tell',
    'rfc6455/4.2.1/error-status',
  ],
])('a request is sent again to a server that %s', async (_, behaviour, outcome, clause = keyless) => {
  const server = await startServer(behaviour);
  onTestFinished(() => server.close());
  const target = readTarget(server.url, {});
  if (!target.ok) throw new Error(target.problem);
  expect(await replayFinding({ clause, request }, {}, target.value, 300)).toMatchObject({ outcome });
});

test('a credential that is the same when it is spoilt tells nothing', async () => {
  const server = await startServer({});
  onTestFinished(() => server.close());
  const head = 'GET /chat HTTP/1.1\r\nAuthorization: Bearer ';
  const sent = Buffer.from(`${head}******\r\n${upgrade}\r\n`).toString('base64');
  const span = { of: 'credential', spelling: 'swapped', start: head.length, end: head.length + 6 } as const;
  const finding = { clause: keyless, request: sent, recipe: { spans: [span] } };
  const replay = async (value: string) => {
    const auth = { in: 'authorization', scheme: 'Bearer', value } as const;
    const target = readTarget(server.url, { auth });
    if (!target.ok) throw new Error(target.problem);
    const { outcome } = await replayFinding(finding, {}, target.value, 300);
    return outcome;
  };
  expect(await replay('123456')).toBe('cannot tell');
  expect(await replay('secret')).toBe('fixed');
});
