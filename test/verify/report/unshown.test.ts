import { expect, test } from 'vitest';
import { explainUnshown, ways } from '../../../src/verify/report/unshown.ts';

test.each([
  ['service/5.2/credential-missing', 'no credential was declared (--auth)', '--auth header:NAME=VALUE'],
  ['rfc6455/10.6/tls-supported', 'the URL is ws://, where no TLS is seen', 'wss://…'],
] as const)('%s: %s', (clause, reason, unlock) => {
  const unknown = {
    isShown: () => false,
    isBroken: () => false,
    dispositions: new Map(),
    hasEnded: false,
    isPart: false,
  };
  const run = { ...unknown, mode: 'server', target: 'ws://127.0.0.1/', declared: {} } as const;
  expect(explainUnshown(clause, run)).toMatchObject({ reason, unlock });
});

test('each way is told with the option that the reason names', () => {
  expect(Object.values(ways).map(({ option = 'none', sample }) => `${option}: ${sample}`)).toEqual([
    '--auth: --auth header:NAME=VALUE',
    '--auth: --auth first-message:VALUE',
    '--origin: --origin https://example.com',
    '--subprotocol-required: --subprotocol a,b --subprotocol-required',
    '--subprotocol: --subprotocol a,b',
    'none: wss://…',
    'none: ws://…',
    'none: "keyCheck": "strict"',
    '--idle: --idle 90',
    'none: ws101 merge',
  ]);
});
