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
  const options = { seed: 1, runs: 1, timeout, signal: stop.signal };
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

test('behind a run that was interrupted nothing further is asked of the client', async () => {
  const early = await verify((_, count) => count === 20, reference.connect);
  const { partial, orders, summary } = early;
  expect({ partial, hasCases: summary.cases > 0 }).toEqual({ partial: true, hasCases: true });
  expect(orders.filter(({ ca, url }) => ca !== undefined || url.includes('delivery'))).toEqual([]);
  expect(orders.length).toBeLessThanOrEqual(21);
  const later = await verify(({ url }) => url.includes('delivery'), reference.connect);
  expect(later.summary.cases + (later.unplayed ?? 0)).toBe(summary.cases + (early.unplayed ?? 0));
});
