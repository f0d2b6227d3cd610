import { expect, test } from 'vitest';
import { clientSuite } from './client-expectation.ts';
import { testDecision } from './decision-suite.ts';

testDecision('a reply', clientSuite, { pairs: 402, values: 53 });

test('what is left to a client is to keep the rules of RFC 6455 alone', () => {
  expect(clientSuite.table.defaults).toEqual({ rules: 'rfc6455' });
});
