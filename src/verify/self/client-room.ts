import { readFile } from 'node:fs/promises';
import type { ClauseId } from '../../../models/clauses.ts';
import { connect } from '../../client/connect.ts';
import { HandshakeError } from '../../client/handshake-error.ts';
import type { HandshakeOptions } from '../../client/option.ts';
import { toWebSocket } from '../../frames/to-web-socket.ts';
import { casesFor, gatherClient, isPlayed } from '../client/gather.ts';
import { triedClauses } from '../client/trial/trial-case.ts';
import type { Order } from '../connector/connector.ts';
import { type ConnectOnce, type ConnectWord, createFunctionConnector } from '../connector/function.ts';
import type { Sampling } from '../judge/sampling.ts';
import { type Gathered, gatherNothing } from '../report/gathered.ts';
import { deflating } from './client-set-up.ts';

export interface RoomRun extends Sampling {
  readonly concurrency: number;
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  readonly tick: () => void;
}

/** For which clauses the reference client gets something in the room for everybody's, each as often as it does. */
export function clausesOfRoom(sampling: Sampling): readonly ClauseId[] {
  const { scope, choices } = deflating;
  const { literals, drawn } = casesFor({ offer: scope.offer, choices, needsChoice: false }, sampling);
  const replies = [...literals, ...drawn].filter(isPlayed);
  return [...replies.map(({ clause }) => clause), ...triedClauses()];
}

/** Holds the reference client as `verify client` holds any other. */
export async function playClientRoom({ concurrency, tick, ...run }: RoomRun): Promise<Gathered> {
  const { options, choices, subprotocols } = deflating;
  const connector = createFunctionConnector(dial(options), { subprotocols, atOnce: concurrency });
  const gathering = await gatherClient(connector, {
    ...run,
    rules: choices.rules,
    patience: null,
    onProgress: tick,
  });
  return gathering.ok ? gathering.gathered : gatherNothing(gathering.problem);
}

/** The reference client, with the frames of `ws`. */
export function dial(options: HandshakeOptions): ConnectOnce {
  return (order, signal) => open(order, options, signal);
}

async function open(
  { url, subprotocols, ca }: Order,
  options: HandshakeOptions,
  signal: AbortSignal,
): Promise<ConnectWord> {
  try {
    const tls = ca === undefined ? {} : { tls: { ca: await readFile(ca) } };
    const connection = await connect(url, { ...options, ...tls, subprotocols, signal });
    const webSocket = toWebSocket(connection).on('error', () => {});
    signal.addEventListener('abort', () => webSocket.terminate(), { once: true });
    return { opened: true, subprotocol: connection.subprotocol };
  } catch (error) {
    if (!(error instanceof HandshakeError)) throw error;
    return { opened: false, error: error.message };
  }
}
