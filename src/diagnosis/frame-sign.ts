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
    ...signsIf(origin !== null, `Origin: ${origin} is sent`, 'originIsSent'),
    ...signsIf(subprotocols.length > 0, null, 'subprotocolIsSent'),
  ];
}

/** What an open connection shows. */
export function readFrameSigns(frames: FramesSeen): readonly Sign[] {
  const { pong, close, isEnded, isHttp, fault, compressionFault, early, second } = frames;
  const told = close ? describeClose(close) : null;
  const isShut = (close !== null || isEnded) && !pong;
  return [
    ...signsIf(pong, null, 'pongComes'),
    ...signsIf(!pong && !isShut && !isHttp && fault === null, 'a ping gets no pong', 'pongIsMissing'),
    ...signsIf(isHttp, 'HTTP follows the 101', 'httpBehindSwitch'),
    ...signsIf(
      isShut && !isHttp && fault === null && compressionFault === null,
      told ?? 'the connection ends without Close',
      'closesAtOnce',
    ),
    ...(close ? readClose(close) : []),
    ...signsIf(fault !== null && !isHttp, fault, 'framesAreBroken'),
    ...signsIf(compressionFault !== null, compressionFault, 'compressionBreaks'),
    ...signsIf(early === 'answered', null, 'earlyFrameIsAnswered'),
    ...signsIf(
      early === 'lost',
      'a ping right behind the request is lost, a later one is not',
      'earlyFrameIsLost',
    ),
    ...signsIf(second === false, 'a second connection is not opened beside the first', 'secondFails'),
  ];
}

function describeClose({ code, reason }: Close): string {
  return `Close ${code ?? 'without a code'} ${reason}`.trim();
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
  const after = `after ${((endedAfter ?? 0) / 1000).toFixed(1)} s without an octet`;
  const told = close ? `${describeClose(close)} ${after}` : `the connection ends without Close ${after}`;
  return [
    ...signsIf(!isEnded, null, 'idleLasts'),
    ...signsIf(isEnded && close !== null, told, 'idleCloses'),
    ...signsIf(isEnded && close === null, told, 'idleEndsWithoutClose'),
    ...signsIf(isKeptByPings === true, 'with pings it lasts longer', 'pingKeepsOpen'),
    ...signsIf(isKeptByPings === false, 'with pings it lasts no longer', 'pingKeepsNothing'),
  ];
}
