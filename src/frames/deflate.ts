import * as ws from 'ws';
import type { DeflateParameters } from '../negotiation/permessage-deflate.ts';
import type { FrameConnection } from './frame-connection.ts';

/**
 * How messages are compressed where permessage-deflate was agreed.
 *
 * Compression saves 60 to 80 % on text and costs about 300 KB of memory per connection, one window for each
 * direction. Messages under about 100 octets often grow; it is worthwhile where messages are mostly over 1 KB.
 */
export interface DeflateOptions {
  /**
   * Octets: a smaller message is sent as it is, and of one that is sent in fragments the first counts. Default
   * 1,024. `send(data, { compress })` decides for one message by itself.
   */
  readonly threshold?: number | undefined;
  /** -1 to 9: the effort that zlib makes. Default -1, which is the same as 6. */
  readonly level?: number | undefined;
  /** 1 to 9: what zlib uses besides the window, 2^(memLevel + 9) octets. Default 8. */
  readonly memLevel?: number | undefined;
  /**
   * How many messages the process compresses or inflates at once. Default 10. The first connection with
   * compression sets it for all.
   */
  readonly concurrencyLimit?: number | undefined;
}

interface Settings {
  readonly isServer: boolean;
  readonly concurrencyLimit: number | undefined;
  readonly threshold: number;
  zlibDeflateOptions: Pick<DeflateOptions, 'level' | 'memLevel'>;
}

/** The members of ws's PerMessageDeflate that are used here. */
export interface Deflate {
  /** Those for zlib are read when the first message is compressed. */
  readonly _options: Settings;
  _maxPayload: number;
  params: Readonly<Record<string, number | boolean>>;
}

interface Exported {
  readonly PerMessageDeflate: new (settings: Settings) => Deflate;
}
const { PerMessageDeflate } = ws as unknown as Exported; // ws exports it, its types do not know

/** Compression with parameters that were agreed, left as `accept` of ws leaves it. */
export function createDeflate(
  role: FrameConnection['role'],
  agreed: DeflateParameters,
  concurrencyLimit: number | undefined,
): Deflate {
  const deflate = new PerMessageDeflate({
    isServer: role === 'server',
    concurrencyLimit,
    // Which messages are compressed is settled before they come here.
    threshold: 0,
    zlibDeflateOptions: {},
  });
  deflate.params = {
    server_no_context_takeover: agreed.serverNoContextTakeover,
    client_no_context_takeover: agreed.clientNoContextTakeover,
    server_max_window_bits: agreed.serverMaxWindowBits,
    client_max_window_bits: agreed.clientMaxWindowBits,
  };
  return deflate;
}
