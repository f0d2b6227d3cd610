import { expect, test } from 'vitest';
import type { Unlock } from '../../../models/verdict/condition.ts';
import { explainUnshown, type RunSeen, ways } from '../../../src/verify/report/unshown.ts';

const bare: RunSeen = {
  mode: 'server',
  target: 'ws://127.0.0.1/',
  declared: {},
  isShown: () => false,
  isBroken: () => false,
  fates: new Map(),
  hasEnded: false,
  isPart: false,
};

test.each([
  ['service/5.2/credential-missing', 'no credential was declared (--auth)', '--auth header:NAME=VALUE'],
  ['service/5.3/first-message-held', 'no credential was declared (--auth)', '--auth first-message:VALUE'],
  [
    'service/5.4/origin-allowlist',
    'no allowlist of origins was declared (--origin)',
    '--origin https://example.com',
  ],
  [
    'service/7/subprotocol-required',
    'the target was not declared to demand a subprotocol (--subprotocol-required)',
    '--subprotocol a,b --subprotocol-required',
  ],
  [
    'rfc6455/11.3.4/subprotocol-sent-once',
    'no subprotocol of the target was declared (--subprotocol)',
    '--subprotocol a,b',
  ],
  ['rfc6455/10.6/tls-supported', 'the URL is ws://, where no TLS is seen', 'wss://…'],
] as const)('%s: %s', (clause, reason, unlock) => {
  expect(explainUnshown(clause, bare)).toMatchObject({ reason, unlock });
});

test('a URL of another scheme, another check of the key, an idle time and the other parts of a run', () => {
  const samples = (['plainUrl', 'strictKeyCheck', 'idleTime', 'otherParts'] as const).map(
    (each: Unlock) => ways[each].sample,
  );
  expect(samples).toEqual(['ws://…', '"keyCheck": "strict"', '--idle 90', 'ws101 merge']);
  expect(ways.idleTime.option).toBe('--idle');
});
