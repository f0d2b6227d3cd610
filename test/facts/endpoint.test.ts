import { expect, test } from 'vitest';
import { openEndpoint } from '../../src/facts/endpoint.ts';
import { plainReply } from '../../src/facts/plain-reply.ts';

test('an open endpoint takes every opening, and no subprotocol', () => {
  expect(openEndpoint).toEqual({
    choices: {
      ...{ plainHttp: 'upgradeRequired', subprotocolMismatch: 'omit' },
      ...{ subprotocolAbsent: 'omit', originAbsent: 'accept' },
    },
    ...{ subprotocols: [], preference: 'client', origin: null, credentials: [], echoedPrefixes: [] },
    ...{ asks: false, awaits: false, deflate: null },
  });
});

test('nothing is known of a plain reply', () => {
  expect(plainReply).toEqual({
    ...{ statusLine: 'other', fieldLines: 'other', upgrade: 'other', accept: 'other' },
    ...{ extensions: 'other', deflateOffer: 'other', clientBits: 'other', serverBits: 'other' },
  });
});
