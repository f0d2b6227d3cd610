import { isIP, type OnReadOpts, Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { patientClock } from '../../../clock.ts';
import type { Keeping } from './origin.ts';
import { RawConnection } from './raw-connection.ts';
import { Overdue, patience } from './wait-list.ts';

/** What a connection over TLS asks for. */
export interface Securing {
  /** Certificate, in PEM, of the authority that must have issued the server's; those that Node knows, if it is not given. */
  readonly ca?: string;
  /** Whether a certificate that cannot be verified is taken. */
  readonly insecure?: boolean;
  /** The name that the certificate must be for, and that SNI tells unless it is an address; the host, if it is not given. */
  readonly servername?: string;
  /** What ALPN offers, the first choice first. */
  readonly protocols?: readonly string[];
}

/** Where a connection leads to; its `deadline` is also that of its making. */
export interface Destination extends Keeping {
  /** 127.0.0.1, if it is not given. */
  readonly host?: string;
  readonly port: number;
  readonly tls?: Securing | undefined;
  /** Gives the connection up. */
  readonly signal?: AbortSignal;
  /** Whether this side stays open when the other has ended; true, if it is not given. */
  readonly allowHalfOpen?: boolean;
}

/**
 * Makes a connection.
 *
 * @returns rejects with the system's error, with that of TLS, with the signal's reason, or with `Overdue`
 */
export function openConnection(destination: Destination): Promise<RawConnection> {
  const { host = '127.0.0.1', port, tls, signal, allowHalfOpen = true } = destination;
  const { clock = patientClock, deadline = patience } = destination;
  const beganAt = clock.now();
  return new Promise((resolve, reject) => {
    let connection: RawConnection | null = null;
    const options = {
      allowHalfOpen,
      onread: tls ? undefined : readingInto((chunk) => connection?.take(chunk)),
      // These are what Node would set itself. If they are missing, a Socket takes many times as long to create.
      emitClose: false,
      autoDestroy: true,
      decodeStrings: false,
    };
    const plain = new Socket(options).setNoDelay().connect({ host, port });
    const fail = (cause: unknown) => {
      cancel();
      plain.destroy();
      reject(cause);
    };
    const cancel = clock.after(deadline, () =>
      fail(new Overdue(`a connection to ${host}:${port}`, deadline)),
    );
    const open = (socket: Socket) => {
      cancel();
      const origin = { clock, deadline, beganAt, plain, isReadElsewhere: !tls };
      connection = new RawConnection(socket, origin);
      resolve(connection);
    };
    signal?.addEventListener('abort', () => (connection ? connection.giveUp() : fail(signal.reason)), {
      once: true,
    });
    // This listener stays, so that a late error on a connection that is over does not end the process.
    plain.on('error', fail).once('connect', () => {
      if (!tls) return open(plain);
      const secured = secure(plain, host, tls).on('error', fail);
      secured.once('secureConnect', () => open(secured));
    });
    if (signal?.aborted) fail(signal.reason);
  });
}

/** The largest piece that is read at once, in octets. */
const largestChunk = 65_536;
/** All connections read into this one buffer. A buffer for each read would cost more than the reading itself. */
const reading = Buffer.allocUnsafeSlow(largestChunk);

function readingInto(read: (chunk: Buffer) => void): OnReadOpts {
  return {
    buffer: reading,
    callback(count) {
      read(Buffer.from(reading.subarray(0, count)));
      return true;
    },
  };
}

/** One for all connections that trust the same authority: to make it takes a tenth of the time of a connection. */
const trusts = new Map<string | undefined, SecureContext>();

function secure(plain: Socket, host: string, tls: Securing): TLSSocket {
  const { ca, insecure = false, servername = host, protocols } = tls;
  const secureContext = trusts.get(ca) ?? createSecureContext(ca === undefined ? {} : { ca });
  trusts.set(ca, secureContext);
  return connectTls({
    socket: plain,
    host: servername,
    servername: isIP(servername) ? '' : servername,
    rejectUnauthorized: !insecure,
    secureContext,
    ...(protocols ? { ALPNProtocols: [...protocols] } : {}),
  });
}
