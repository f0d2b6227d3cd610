import { expect, test } from 'vitest';
import { verifyClient } from '../../../src/verify/client/verify-client.ts';
import type { Connector, Order } from '../../../src/verify/connector/connector.ts';
import { createFunctionConnector } from '../../../src/verify/connector/function.ts';
import { dial } from '../../../src/verify/self/client-room.ts';

/** Longer than any test may take. */
const timeout = 60_000;
const subprotocols = ['chat', 'superchat'];
const reference = createFunctionConnector(dial({}), { subprotocols, atOnce: 1 });

/** Verifies a client, and interrupts it at an order; gives what is reported, and what the client was asked for. */
async function verify(isLast: (order: Order, count: number) => boolean, connect: Connector['connect']) {
  const stop = new AbortController();
  const orders: Order[] = [];
  const connector: Connector = {
    ...reference,
    connect: (order, signal) => {
      orders.push(order);
      if (isLast(order, orders.length)) stop.abort();
      return connect(order, signal);
    },
  };
  const options = { seed: 1, runs: 1, timeout, patience: 50, signal: stop.signal };
  const verification = await verifyClient('0', connector, options);
  if (!verification.ok) throw new Error(verification.problem);
  return { ...verification.report, orders };
}

test('a client that does not come yet is waited for no longer', async () => {
  const { partial, findings, summary } = await verify(
    () => true,
    (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ opened: null }), { once: true });
      }),
  );
  expect({ partial, findings, cases: summary.cases }).toEqual({ partial: true, findings: [], cases: 0 });
});

/** It does not trust the authority that it is told of. */
const wary: Connector['connect'] = ({ ca: _ca, ...order }, signal) => reference.connect(order, signal);

test.each<[string, Connector['connect']]>([
  ['of the client', reference.connect],
  ['of one that trusts nobody over TLS', wary],
])(
  'behind a run that was interrupted nothing further is asked %s, and counts are right',
  async (_who, connect) => {
    const early = await verify((_, count) => count === 20, connect);
    const { partial, orders, summary } = early;
    expect({ partial, hasCases: summary.cases > 0 }).toEqual({ partial: true, hasCases: true });
    expect(orders.length).toBeLessThanOrEqual(21);
    const later = await verify(({ url }) => url.includes('delivery'), connect);
    const whole = connect === wary ? await verify(() => false, connect) : early;
    const countAll = ({ summary: { cases }, unplayed = 0 }: typeof early) => cases + unplayed;
    expect([early, later].map(countAll)).toEqual([whole, whole].map(countAll));
  },
);
