import { expect, onTestFinished, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { readTarget } from '../../../src/verify/judge/target.ts';
import { replayFinding } from '../../../src/verify/server/replay.ts';
import { type Behaviour, startServer } from '../../mutants/server.ts';

const withoutKey = [
  'GET /chat HTTP/1.1',
  'Host: a.test',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  '\r\n',
].join('\r\n');
const refusing = (reply: string): Behaviour => ({ says: (right, refused) => (refused ? reply : right) });

test.each<[string, Behaviour, string, string?, ClauseId?]>([
  ['refuses it', {}, 'fixed'],
  ['is busy', refusing('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n'), 'cannot tell', '503 Busy'],
  ['says nothing', { sends: (socket, reply, no) => void (no || socket.write(reply)) }, 'cannot tell'],
  ['is gone behind it', { dies: [/^(?![\s\S]*-Key:)/, 0] }, 'cannot tell', 'takes no right opening any more'],
  [
    'opens, which was told of another clause',
    { checks: { key: () => true } },
    'still fails',
    '101',
    'rfc6455/4.2.1/version-13',
  ],
])(
  'a request is sent again to a server that %s',
  async (_, behaviour, outcome, told = '', clause = 'rfc6455/4.2.1/key-present') => {
    const server = await startServer(behaviour);
    onTestFinished(() => server.close());
    const target = readTarget(server.url, {});
    if (!target.ok) throw new Error(target.problem);
    const finding = { clause, request: Buffer.from(withoutKey).toString('base64') };
    const replay = await replayFinding(finding, {}, target.value, 300);
    expect(replay.outcome).toBe(outcome);
    expect(JSON.stringify(replay)).toContain(told);
  },
);
