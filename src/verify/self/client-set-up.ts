import type { ClientChoices } from '../../../models/vocabulary.ts';
import { canonicalReply, type Offer, offerOf, type ReplyMessage } from '../../arbitraries/index.ts';
import { startHandshake } from '../../client/handshake.ts';
import type { HandshakeError } from '../../client/handshake-error.ts';
import type { ClientConnection, HandshakeOptions } from '../../client/option.ts';
import { prepare } from '../../client/prepare.ts';
import { replyDefaults } from '../../client/reply-reader.ts';
import { sha1 } from '../../sha1.ts';
import { encodeLatin1, parseRequest } from '../../wire/index.ts';
import { sampleKey } from '../judge/target.ts';
import type { ReplyScope } from './reply-case.ts';

/** A reference client: what it is given, which rules bind it, and which replies are made for it. */
export interface ClientSetUp {
  /** What is peculiar to it, behind "a reference client". */
  readonly title: string;
  readonly options: HandshakeOptions;
  readonly choices: ClientChoices;
  readonly subprotocols: readonly string[];
  /** Value of Sec-WebSocket-Extensions; null where it offers none. */
  readonly offered: string | null;
  readonly scope: ReplyScope;
  /** The reply that it must take. */
  readonly canonical: ReplyMessage;
}

const subprotocols = ['chat', 'superchat'];
const limits = {
  headOctets: replyDefaults.headLimit,
  fields: replyDefaults.fieldLimit,
  interims: replyDefaults.interimLimit,
};

function setUpClient(
  title: string,
  options: HandshakeOptions,
  offered: string | null,
  guards?: (guard: string) => boolean,
): ClientSetUp {
  const choices = { rules: options.rules ?? 'rfc6455' };
  const all = { subprotocols, ...options };
  const offer = offerBy(all);
  return {
    ...{ title, options: all, choices, subprotocols, offered },
    scope: { offer, choices, limits, ...(guards ? { guards } : {}) },
    canonical: canonicalReply(offer),
  };
}

/** What is a fault whatever is offered is played to the first alone. */
export const clientSetUps: readonly ClientSetUp[] = [
  setUpClient('that offers no extension', {}, null),
  setUpClient(
    'that offers permessage-deflate',
    { permessageDeflate: [{ serverNoContextTakeover: true, serverMaxWindowBits: 12 }] },
    'permessage-deflate; server_no_context_takeover; server_max_window_bits=12',
    (guard) => guard.startsWith('extension'),
  ),
  setUpClient(
    'that is bound by the rules of browsers',
    { rules: 'whatwg' },
    'permessage-deflate; client_max_window_bits',
    (guard) => guard === 'subprotocolIsNotChosen',
  ),
];

/** What a client offers, with the accept value of the sample key; nothing is sent to know it. */
function offerBy(options: HandshakeOptions): Offer {
  const request = parseRequest(encodeLatin1(prepare('ws://localhost/', options, sampleKey).text));
  if (!request.ok) throw new Error(`the reference client would send what is no request: ${request.problem}`);
  return offerOf(request.value, sha1);
}

/** What the reference client told its user of one handshake. */
export interface ClientWord {
  readonly events: readonly string[];
  readonly connection: ClientConnection | null;
  /** Octets behind the 101, those that came with it and those that came later. */
  readonly frames: Buffer;
  readonly error: HandshakeError | null;
}

/** Runs one handshake to its end and notes what its events told. */
export function followHandshake(
  url: string,
  signal: AbortSignal,
  { options }: ClientSetUp,
): Promise<ClientWord> {
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
