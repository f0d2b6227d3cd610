import type { Asked, FramesSeen, IdleSeen } from './observation.ts';
import { type Sign, signsIf } from './sign-set.ts';

type Close = NonNullable<FramesSeen['close']>;

/** Codes by which servers say what the opening lacks: those of RFC 6455, and their own with the digits of a status. */
const codesFor = {
  credential: [4401, 3000, 4001],
  subprotocol: [4400, 4406, 4500],
  origin: [4403],
} as const;

/** What was asked for, as far as a diagnosis depends on it. */
export function readAskedSigns({ origin, subprotocols, isCredentialSent }: Asked): readonly Sign[] {
  return [
    ...signsIf(isCredentialSent === true, null, 'credentialIsSent'),
    ...signsIf(isCredentialSent === false, null, 'credentialIsNotSent'),
    ...signsIf(origin !== null, `the request has Origin: ${origin}`, 'originIsSent'),
    ...signsIf(subprotocols.length > 0, null, 'subprotocolIsSent'),
  ];
}

/** What an open connection shows. */
export function readFrameSigns(frames: FramesSeen): readonly Sign[] {
  const {
    pong,
    close,
    isEnded,
    isHttp,
    fault,
    compressionFault,
    early,
    isBrief,
    isLater = false,
    isReplaced,
    isLong = false,
  } = frames;
  const told = close ? describeClose(close) : null;
  const isShut = (close !== null || isEnded) && (!pong || isBrief === true);
  return [
    // Whose message is too long to be read speaks frames as well.
    ...signsIf(pong || isLong, null, 'pongComes'),
    ...signsIf(
      !pong && !isLong && !isShut && !isHttp && fault === null,
      'the server does not answer a ping',
      'pongIsMissing',
    ),
    ...signsIf(isHttp, 'an HTTP message follows the 101', 'httpBehindSwitch'),
    ...signsIf(
      isShut && !isHttp && fault === null && compressionFault === null,
      told ?? 'the connection ends without a Close frame',
      'closesAtOnce',
    ),
    ...signsIf(
      isLater && fault === null,
      `${told ?? 'the connection ends without a Close frame'} while others are tried beside it`,
      'closesLater',
    ),
    ...signsIf(isReplaced, null, 'closesForAnother'),
    ...(close ? readClose(close) : []),
    ...signsIf(fault !== null && !isHttp, fault, 'framesAreBroken'),
    ...signsIf(compressionFault !== null, compressionFault, 'compressionBreaks'),
    ...signsIf(early === 'answered', null, 'earlyFrameIsAnswered'),
    ...signsIf(
      early === 'lost',
      'the server does not answer a ping sent right after the request, but answers a later one',
      'earlyFrameIsLost',
    ),
  ];
}

/** A Close frame that was received, in a sentence without its full stop. */
export function describeClose({ code, reason }: Close): string {
  const coded = code === null ? 'without a code' : `with code ${code}`;
  return `a Close frame ${coded}${reason === '' ? '' : ` and the reason "${reason}"`} arrives`;
}

/** Whether a connection was closed as it may be at any time, without anything being wrong. */
export function isInOrder(close: Close | null): boolean {
  return close !== null && (close.code === null || close.code === 1000 || close.code === 1001);
}

function readClose(close: Close): readonly Sign[] {
  const { code, reason } = close;
  const told = describeClose(close);
  const isOf = (codes: readonly number[], words: RegExp) =>
    (code !== null && codes.includes(code)) || words.test(reason);
  const isCredential = isOf(codesFor.credential, /auth|token|credential|log-?in|session/i);
  const isSubprotocol = isOf(codesFor.subprotocol, /sub-?protocol/i);
  const isOrigin = isOf(codesFor.origin, /origin/i);
  return [
    ...signsIf(isSubprotocol, told, 'closesForSubprotocol'),
    ...signsIf(isCredential && !isSubprotocol, told, 'closesForCredential'),
    ...signsIf(isOrigin && !isCredential, told, 'closesForOrigin'),
  ];
}

/** What became of a connection on which nothing was sent. */
export function readIdleSigns({ endedAfter, close, isKeptByPings }: IdleSeen): readonly Sign[] {
  const isEnded = endedAfter !== null;
  const after = `after ${((endedAfter ?? 0) / 1000).toFixed(1)} s without data`;
  const told = close
    ? `${describeClose(close)} ${after}`
    : `the connection ends without a Close frame ${after}`;
  return [
    ...signsIf(!isEnded, null, 'idleLasts'),
    ...signsIf(isEnded && close !== null, told, 'idleCloses'),
    ...signsIf(isEnded && close === null, told, 'idleEndsWithoutClose'),
    ...signsIf(isKeptByPings === true, 'pings keep the connection open longer', 'pingKeepsOpen'),
    ...signsIf(isKeptByPings === false, 'pings do not keep the connection open longer', 'pingKeepsNothing'),
  ];
}
