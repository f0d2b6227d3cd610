import type { ClientTlsOptions } from '../client/secure.ts';
import type { NewField } from '../wire/index.ts';
import type { ProfileName } from './profile.ts';

/** What is asked for, and within which bounds. */
export interface DoctorOptions {
  /** Names to offer. */
  readonly subprotocols?: readonly string[];
  /** Fields to send besides those of the handshake itself. */
  readonly headers?: readonly NewField[];
  /** Value of Origin; the URL's own by default where a browser is asked for, else none. */
  readonly origin?: string;
  /** Whether permessage-deflate is offered; a browser always does. */
  readonly permessageDeflate?: boolean;
  readonly tls?: ClientTlsOptions;
  readonly proxy?: string;
  readonly proxyTls?: ClientTlsOptions;
  readonly proxyFromEnvironment?: boolean;
  /** Milliseconds that an answer is waited for. Default 10,000. */
  readonly timeout?: number;
  /** The client whose fields are sent, in its order. */
  readonly as?: ProfileName;
  /** Seconds that an open connection is left idle; left out, it is not. */
  readonly idle?: number;
  /** A text message to send; left out, none is. */
  readonly send?: string;
  /** The same service, nearer to the application, hop by hop. */
  readonly direct?: readonly string[];
  /** Value of Host, where it is not that of the URL: nearer to the application it is still what the user asked for. */
  readonly authority?: string;
  /** Connections to one target at most. Default 15. */
  readonly connections?: number;
  /** Once it is aborted, nothing more is done, and what was seen until then is all. */
  readonly signal?: AbortSignal;
}

/** One thing that was done, told when it is. */
export interface Step {
  readonly name: 'dns' | 'tcp' | 'proxy' | 'tls' | 'upgrade' | 'frames' | 'idle';
  readonly ok: boolean;
  /** Milliseconds that it took. */
  readonly ms: number;
  readonly detail: string;
  readonly url: string;
  /** What was changed of the opening, where something was. */
  readonly contrast?: string;
  /** Octets that were sent and that came. */
  readonly request?: Uint8Array;
  readonly response?: Uint8Array;
}
