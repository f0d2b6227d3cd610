import { expect, onTestFinished, test } from 'vitest';
import { startScripted } from '../../../src/verify/peer/scripted/scripted-server.ts';
import { learnPolicy } from '../../../src/verify/server/policy.ts';
import { targetOf } from '../target.ts';

/** What a target is sent while its policy is learnt. */
async function sentWith(seed: number): Promise<readonly string[]> {
  const refusal = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
  const answer = (connection: { end(octets: string): void }) => connection.end(refusal);
  const server = await startScripted(answer, { onStray: answer });
  onTestFinished(() => server.close());
  const target = targetOf('ws://a.test/');
  await learnPolicy({ ...target, uri: { ...target.uri, port: server.port } }, '127.0.0.1', 10_000, seed);
  return server.connections.map(({ text }) => text).toSorted();
}

test('the same seed sends the same octets, and another seed others', async () => {
  const sent = await sentWith(1);
  expect(await sentWith(1)).toEqual(sent);
  expect(await sentWith(2)).not.toEqual(sent);
  // Each has a key of its own, but for the one request that is no opening.
  const keys = sent.map((text) => /^Sec-WebSocket-Key: (.*)$/m.exec(text)?.[1]);
  expect(new Set(keys).size).toBe(sent.length);
});
