import type { WebSocket } from 'ws';
import { patientClock } from '../clock.ts';
import type { AnswerRead, FramesSeen } from '../diagnosis/index.ts';
import { readBehind } from '../facts/behind-facts.ts';
import { readFrameHead } from '../facts/frame-head.ts';
import { toWebSocket } from '../frames/to-web-socket.ts';
import { mostKept } from '../verify/peer/connection/kept-octets.ts';
import type { RawConnection } from '../verify/peer/connection/raw-connection.ts';
import { findClose } from '../verify/peer/frame/close-frame.ts';

/** An open connection on which frames are spoken, and what the first of them showed. */
export interface Spoken {
  readonly webSocket: WebSocket;
  readonly ear: Ear;
  readonly seen: FramesSeen;
  /** Whether it did not end at once, or by what was sent. */
  readonly isOpen: boolean;
  /** Milliseconds to the answer of the ping, or to the end of the connection. */
  readonly ms: number;
}

/** What is done on an open connection, and how long, in milliseconds. */
export interface Speaking {
  /** That each answer is waited for. */
  readonly ms: number;
  /** Behind the ping, that whatever comes is looked at though it is answered. */
  readonly watched: number;
  /** In front of the ping, that nothing is sent; left out where it is sent at once. */
  readonly unasked?: number;
  /** A text message; null or left out for none. */
  readonly send?: string | null;
}

/** What is heard of a connection, from its first frame on. */
export type Ear = ReturnType<typeof listen>;

/** Milliseconds behind a 101 within which a second answer comes, or a refusal that comes too late. */
export const watchedBehind = 200;

const pingData = 'ws101';

/** Octets behind a 101 that are looked at. */
const behindLimit = 4096;

/**
 * Sends a ping on an open connection, and a text where one is given, and reads what comes of them.
 *
 * @param from octets in front of the first frame
 */
export async function speak(
  connection: RawConnection,
  answer: AnswerRead,
  from: number,
  { ms, watched, unasked = 0, send = null }: Speaking,
): Promise<Spoken> {
  const { subprotocol, extensions, deflate } = answer;
  // What has come meanwhile was read by the connection, and not by what speaks frames.
  const behind = connection.octets.subarray(from);
  const isOver = connection.ending !== 'open';
  // While it flows, what is put back would go to whoever listens already, and not to what speaks frames.
  connection.socket.pause();
  const { socket } = connection;
  const webSocket = toWebSocket(
    { role: 'client', socket, head: Buffer.from(behind), subprotocol, deflate },
    { maxPayload: mostKept },
  );
  const ear = listen(webSocket);
  connection.socket.resume();
  if (isOver) return { webSocket, ear, isOpen: false, seen: readOver(behind), ms: 0 };
  const lastsUnasked = unasked > 0 && !(await ear.until(() => ear.isClosed, unasked));
  const askedAt = performance.now();
  webSocket.ping(pingData);
  await ear.until(() => ear.pong || ear.isClosed, ms);
  const took = performance.now() - (lastsUnasked ? askedAt : ear.openedAt);
  if (ear.pong) await ear.until(() => ear.isClosed, watched);
  const isBrief = ear.pong && ear.isClosed && !ear.isLong && ear.closedAt - askedAt < watched;
  const isLost = ear.isClosed && (!ear.pong || isBrief || ear.fault !== null || ear.isLong);
  let compressionFault: string | null = null;
  if (send !== null && ear.pong && !ear.isClosed) {
    webSocket.send(send);
    await ear.until(() => ear.messages > 0 || ear.isClosed, ms);
    const isOfDeflate = deflate !== null && ear.fault !== null;
    compressionFault = isOfDeflate ? ear.fault : null;
  }
  const octets = connection.octets.subarray(from, from + behindLimit);
  const isHttp = readBehind(skipFrames(octets), extensions.length > 0, false) === 'http';
  const isBroken = ear.fault !== null && compressionFault === null;
  return {
    webSocket,
    ear,
    ms: took,
    isOpen: !isLost && !(ear.isClosed && send !== null),
    seen: {
      pong: ear.pong,
      close: ear.isLong ? null : ear.close,
      isEnded: ear.isClosed && ear.close === null && !ear.isLong,
      isHttp,
      ...(isBrief ? { isBrief } : {}),
      ...(lastsUnasked ? { lastsUnasked } : {}),
      ...(ear.isLong ? { isLong: true } : {}),
      fault: isBroken && !isDeflateFault(ear.fault, deflate !== null) ? ear.fault : null,
      compressionFault: compressionFault ?? (isDeflateFault(ear.fault, deflate !== null) ? ear.fault : null),
    },
  };
}

/** Octets from the first on that begin no frame of a server, or one that is not whole. */
function skipFrames(octets: Uint8Array): Uint8Array {
  let at = 0;
  for (;;) {
    const { first, isMasked, size, length } = readFrameHead(octets, at);
    const isFrame = (first & 0x70) === 0 && !isMasked && length !== null;
    if (!isFrame || at + size + length >= octets.length) return octets.subarray(at);
    at += size + length;
  }
}

/** What a connection shows that was ended before anything was asked of it. */
function readOver(behind: Uint8Array): FramesSeen {
  const isHttp = readBehind(behind, true, true) === 'http';
  const none = { pong: false, fault: null, compressionFault: null };
  const close = findClose(behind);
  return { ...none, close, isEnded: close === null, isHttp };
}

/** Whether what is wrong with a frame is what compression does to it. */
function isDeflateFault(fault: string | null, isAgreed: boolean): boolean {
  return (
    isAgreed &&
    fault !== null &&
    /RSV1|inflate|deflate|invalid (?:stored|distance|code|block)|Z_/i.test(fault)
  );
}

function listen(webSocket: WebSocket) {
  const ear = {
    pong: false,
    messages: 0,
    isClosed: false,
    /** When it began, when the last frame was heard, and when the connection was closed, by `performance.now()`. */
    openedAt: performance.now(),
    heardAt: performance.now(),
    closedAt: 0,
    close: null as FramesSeen['close'],
    fault: null as string | null,
    /** Whether a message came that is longer than is read, for which the connection is closed. */
    isLong: false,
    /** Waits until a condition holds, which is looked at whenever something is heard. */
    until(isMet: () => boolean, ms: number): Promise<boolean> {
      return new Promise((resolve) => {
        const settle = (holds: boolean) => {
          cancel();
          looks.delete(look);
          resolve(holds);
        };
        const look = () => {
          if (isMet()) settle(true);
        };
        const cancel = patientClock.after(ms, () => settle(false));
        looks.add(look);
        look();
      });
    },
  };
  const looks = new Set<() => void>();
  const wake = () => {
    for (const look of looks) look();
  };
  const hear = () => {
    ear.heardAt = performance.now();
    wake();
  };
  webSocket.on('ping', hear);
  webSocket.on('pong', (data) => {
    // One that answers no ping of ours shows nothing that was read.
    ear.pong ||= String(data) === pingData;
    hear();
  });
  webSocket.on('message', () => {
    ear.messages += 1;
    hear();
  });
  webSocket.on('error', (error) => {
    ear.isLong ||= 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
    if (!ear.isLong) ear.fault ??= error.message;
  });
  webSocket.on('close', (code, reason) => {
    // What ws gives for a connection that ended without Close, or for a Close without a code.
    ear.close = code === 1006 ? null : { code: code === 1005 ? null : code, reason: String(reason) };
    ear.isClosed = true;
    ear.closedAt = performance.now();
    wake();
  });
  return ear;
}
