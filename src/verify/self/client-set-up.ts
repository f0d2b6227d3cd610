import type { ClientChoices } from '../../../models/facts/reply.ts';
import { canonicalReply, type Offer, offerOf, type ReplyMessage } from '../../arbitraries/index.ts';
import { startHandshake } from '../../client/handshake.ts';
import type { HandshakeError } from '../../client/handshake-error.ts';
import type { ClientConnection, HandshakeOptions } from '../../client/option.ts';
import { prepare } from '../../client/prepare.ts';
import { replyDefaults } from '../../client/reply-reader.ts';
import { sha1 } from '../../sha1.ts';
import { encodeLatin1, parseRequest } from '../../wire/index.ts';
import type { ReplyScope } from '../client/reply/reply-case.ts';
import { standIn } from '../client/reply/reply-case.ts';
import { sampleKey } from '../judge/target.ts';

/** A reference client as it is started: its options, the rules that bind it, and which replies are made for it. */
export interface ClientSetUp {
  /** How it differs from the others, in words that can follow "a reference client". */
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
    title,
    options: all,
    choices,
    subprotocols,
    offered,
    scope: { offer, choices, limits, ...(guards ? { guards } : {}) },
    canonical: canonicalReply(offer),
  };
}

export const deflating = setUpClient(
  'that offers permessage-deflate',
  { permessageDeflate: [{ serverNoContextTakeover: true, serverMaxWindowBits: 12 }] },
  'permessage-deflate; server_no_context_takeover; server_max_window_bits=12',
  (guard) => guard.startsWith('extension'),
);

/** The first is sent every fault; the others only the faults that depend on their offers or rules. */
export const clientSetUps: readonly ClientSetUp[] = [
  setUpClient('that offers no extension', {}, null),
  deflating,
  setUpClient(
    'that is bound by the rules of browsers',
    { rules: 'whatwg' },
    'permessage-deflate; client_max_window_bits',
    (guard) => guard === 'subprotocolIsNotChosen',
  ),
];

/** What a client offers, with the stand-in for the accept value. It is found out without sending anything. */
function offerBy(options: HandshakeOptions): Offer {
  const request = parseRequest(encodeLatin1(prepare('ws://localhost/', options, sampleKey).text));
  if (!request.ok) throw new Error(`the reference client would send what is no request: ${request.problem}`);
  return { ...offerOf(request.value, sha1), accept: standIn };
}

/** What the user of the reference client sees of one handshake: events, and the connection or the error. */
export interface UserView {
  readonly events: readonly string[];
  readonly connection: ClientConnection | null;
  /** Octets behind the 101, those that came with it and those that came later. */
  readonly frames: Buffer;
  readonly error: HandshakeError | null;
}

/** Runs one handshake to its end and notes its events. */
export function followHandshake(
  url: string,
  signal: AbortSignal,
  { options }: ClientSetUp,
): Promise<UserView> {
  return new Promise((resolve) => {
    const events: string[] = [];
    let error: HandshakeError | null = null;
    // The local observer gets the error, also where a browser's script would not get the reason.
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
