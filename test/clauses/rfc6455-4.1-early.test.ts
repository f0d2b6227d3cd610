import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { pingEarly, sampleAccept, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc6455/4.1/early-frames-kept'), () => {
  test('a ping that came in one segment with the opening is answered behind the 101', async () => {
    const answer = await pingEarly(server);
    expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    expect(answer).toContain(sampleAccept);
  });
});
