import type { ClientChoices } from '../../../models/vocabulary.ts';
import { type Offer, offerOf } from '../../arbitraries/index.ts';
import { startHandshake } from '../../client/handshake.ts';
import type { HandshakeError } from '../../client/handshake-error.ts';
import type { ClientConnection, HandshakeOptions } from '../../client/option.ts';
import { prepare } from '../../client/prepare.ts';
import { sha1 } from '../../sha1.ts';
import { encodeLatin1, parseRequest } from '../../wire/index.ts';
import { sampleKey } from '../judge/target.ts';

/** An unmasked text message: what a server may send at once. */
export const frames = '\x81\x02hi';

/** A client that is played to: what it offers, and which rules bind it. */
export interface Profile {
  readonly options: HandshakeOptions;
  readonly choices: ClientChoices;
  /** Value of Sec-WebSocket-Extensions; null where it offers none. */
  readonly offered: string | null;
}

export const subprotocols = ['chat', 'superchat'];

export const plain: Profile = { options: { subprotocols }, choices: { rules: 'rfc6455' }, offered: null };
export const compressing: Profile = {
  ...plain,
  options: {
    subprotocols,
    permessageDeflate: [{ serverNoContextTakeover: true, serverMaxWindowBits: 12 }],
  },
  offered: 'permessage-deflate; server_no_context_takeover; server_max_window_bits=12',
};
export const browser: Profile = {
  options: { subprotocols, rules: 'whatwg' },
  choices: { rules: 'whatwg' },
  offered: 'permessage-deflate; client_max_window_bits',
};

/** What a client of the profile offers, with the accept value of one key; nothing is sent to know it. */
export function offerBy({ options }: Profile): Offer {
  const request = parseRequest(encodeLatin1(prepare('ws://localhost/', options, sampleKey).text));
  if (!request.ok) throw new Error(`the reference client would send what is no request: ${request.problem}`);
  return offerOf(request.value, sha1);
}

/** What came of one handshake of the reference client, as its user sees it. */
export interface Told {
  readonly events: readonly string[];
  readonly connection: ClientConnection | null;
  /** Octets behind the 101, those that came with it and those that came later. */
  readonly frames: Buffer;
  readonly error: HandshakeError | null;
}

/** Runs one handshake to its end and notes what its events told. */
export function listenTo(url: string, signal: AbortSignal, { options }: Profile): Promise<Told> {
  return new Promise((resolve) => {
    const events: string[] = [];
    let error: HandshakeError | null = null;
    // What a browser's script is not told, the local observer is.
    const onFailure = (failure: HandshakeError) => {
      error = failure;
    };
    const handshake = startHandshake(url, { ...options, signal, onFailure });
    handshake.on('open', (connection) => {
      const chunks = [connection.head];
      connection.socket.on('data', (chunk) => chunks.push(chunk));
      connection.socket.once('close', () =>
        resolve({ events: [...events, 'open'], connection, frames: Buffer.concat(chunks), error }),
      );
    });
    handshake.on('error', () => events.push('error'));
    handshake.on('close', () =>
      resolve({ events: [...events, 'close'], connection: null, frames: Buffer.alloc(0), error }),
    );
  });
}
