import { describe, expect, onTestFinished, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { replayClientFinding } from '../../../src/verify/client/replay.ts';
import { type ClientBehaviour, createClient } from '../../mutants/client.ts';

const request = [
  'GET /chat HTTP/1.1',
  'Host: 127.0.0.1',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  '\r\n',
].join('\r\n');
const reply = [
  'HTTP/1.1 101 Switching Protocols',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
  'Sec-WebSocket-Protocol: chat',
  '\r\n\x89\x05ws101',
].join('\r\n');
const encode = (text: string) => Buffer.from(text, 'latin1').toString('base64');

/** Plays a reply again that was found to break a clause. */
function replay(
  clause: ClauseId,
  response: string,
  behaviour: ClientBehaviour = {},
  reproduction = 'a script',
) {
  const connector = createClient(behaviour);
  onTestFinished(() => connector.close());
  const finding = { clause, request: encode(request), response: encode(response) };
  const shown = reproduction === '' ? finding : { ...finding, reproduction };
  return replayClientFinding(shown, connector, { rules: 'rfc6455', timeout: 300 });
}

describe('a reply of a finding is sent again, with the accept value of the new key', () => {
  const interim = `HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n${reply}`;

  test('what was wrongly refused is fixed where it opens now', async () => {
    const clause = 'rfc9110/15.2/interim-replies';
    expect(await replay(clause, interim)).toMatchObject({
      outcome: 'fixed',
      exchange: { outcome: 'opened' },
    });
    const refusing = await replay(clause, interim, { interims: () => false });
    expect(refusing).toMatchObject({ outcome: 'still fails', fault: { kind: 'refused', clause } });
  });

  test('what was wrongly accepted is fixed where it fails now', async () => {
    const clause = 'rfc6455/4.1/reply-upgrade-present';
    const without = reply.replace('Upgrade: websocket\r\n', '');
    expect(await replay(clause, without)).toMatchObject({
      outcome: 'fixed',
      exchange: { outcome: 'failed' },
    });
    const lax = await replay(clause, without, { checks: { upgrade: () => true } });
    expect(lax).toMatchObject({ outcome: 'still fails', fault: { kind: 'accepted', clause } });
  });
});

describe('nothing can be told', () => {
  test('where neither the wire nor the client says what came of it', async () => {
    const half = reply.slice(0, 60);
    const told = await replay('rfc6455/4.1/accept-present', half, { says: () => ({ opened: null }) });
    expect(told).toMatchObject({
      outcome: 'cannot tell',
      problem: expect.stringMatching(/^ws101 cannot see/),
    });
  });

  test('where no reply alone shows it', async () => {
    expect(await replay('rfc6455/4.1/established', reply, {}, '')).toEqual({
      outcome: 'cannot tell',
      problem:
        'a single reply does not show rfc6455/4.1/established: run ws101 verify client --only rfc6455/4.1/established instead',
    });
  });

  test('where the client does not open on a right 101', async () => {
    const told = await replay('rfc6455/4.1/established', reply, { demands: () => false });
    expect(told).toMatchObject({ outcome: 'cannot tell', problem: expect.stringContaining('the right 101') });
  });
});
