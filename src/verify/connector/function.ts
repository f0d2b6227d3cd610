import { type ClientStatement, type Connector, type Order, silent } from './connector.ts';

/** What a function says of the connection that it was asked for; what is left out is read from the wire alone. */
export type ConnectWord = Pick<ClientStatement, 'subprotocol' | 'error'> & { readonly opened?: boolean };

/**
 * Connects once, with a client of this process, and goes on reading until the signal is aborted. One that rejects has
 * not opened.
 */
export type ConnectOnce = (order: Order, signal: AbortSignal) => Promise<ConnectWord | undefined>;

export interface FunctionOptions {
  readonly subprotocols: readonly string[];
  /** Connections at once. */
  readonly atOnce: number;
}

/** A client of this process. */
export function createFunctionConnector(
  connectOnce: ConnectOnce,
  { subprotocols, atOnce }: FunctionOptions,
): Connector {
  const connect = (order: Order, signal: AbortSignal) =>
    Promise.race([listenTo(connectOnce, order, signal), untilOver(signal)]);
  return {
    name: connectOnce.name || 'a function',
    atOnce,
    subprotocols,
    connect,
    connectTogether: (orders, signal) => Promise.all(orders.map((order) => connect(order, signal))),
    close: async () => {}, // each connection is ended with its case
  };
}

async function listenTo(
  connectOnce: ConnectOnce,
  order: Order,
  signal: AbortSignal,
): Promise<ClientStatement> {
  try {
    return { ...silent, ...(await connectOnce(order, signal)) };
  } catch (error) {
    return { opened: false, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Whoever has said nothing when the case is over says nothing. */
function untilOver(signal: AbortSignal): Promise<ClientStatement> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(silent);
    signal.addEventListener('abort', () => resolve(silent), { once: true });
  });
}
