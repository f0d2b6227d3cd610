import { expect, test } from 'vitest';
import { testDecision } from './decision-suite.ts';
import { serverSuite } from './server-expectation.ts';

testDecision('a request', serverSuite, { pairs: 1466, values: 86 });

test('what the texts leave to a server is upgrade required, and neither subprotocol nor origin insisted on', () => {
  expect(serverSuite.table.defaults).toEqual({
    plainHttp: 'upgradeRequired',
    subprotocolMismatch: 'omit',
    subprotocolAbsent: 'omit',
    originAbsent: 'accept',
  });
});
