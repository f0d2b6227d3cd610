import { writeRequestMessage } from '../../arbitraries/index.ts';
import { knownSubprotocols } from '../../negotiation/known-subprotocol.ts';
import { acceptance, type RequestCase } from '../judge/case.ts';
import { judgeCase } from '../judge/case-judgement.ts';
import { showsServer } from '../judge/switch/spoilt-switch.ts';
import { canonicalMessage, sampleKey, type Target } from '../judge/target.ts';
import type { Answer } from '../peer/answer.ts';
import { type Close, findClose } from '../peer/frame/close-frame.ts';
import { probe } from '../peer/probe.ts';
import { mayDemand, tellProblem } from './calibration-problem.ts';
import { explainUnsecured, speaksTls } from './wrong-scheme.ts';

export interface ServerCalibration {
  /** Whether the canonical opening was accepted, and its 101 proved. */
  readonly ok: boolean;
  /** The target as it is now known: a subprotocol that it turned out to demand. */
  readonly target: Target;
  readonly answer: Answer;
  /** What was answered, and which option would help; empty where it was accepted. */
  readonly problem: string;
  /** Whether it was not, though the answer is a WebSocket server's that accepts the opening: that is its fault. */
  readonly isSpoilt: boolean;
}

/** Milliseconds that a pong is waited for of a target that was seen to send none. */
const pongPatience = 20;

/**
 * Calibrates a target of which nothing was seen yet. One that answers by a 101, and then sends nothing or ends the
 * connection, is known from then on as one whose replies alone are judged.
 */
export async function calibrateAtFirst(
  target: Target,
  address: string,
  timeout: number,
): Promise<ServerCalibration> {
  const calibration = await calibrate(target, address, timeout);
  const { ok, answer } = calibration;
  if (ok || answer.reply?.status !== 101 || closeIn(answer)) return calibration;
  const known = { ...calibration.target, pongPatience };
  return { ...calibration, ok: true, target: known, problem: '', isSpoilt: false };
}

/** Sends the canonical opening. If the target refuses this one, its refusals of others show nothing. */
export async function calibrate(
  target: Target,
  address: string,
  timeout: number,
): Promise<ServerCalibration> {
  const answer = await open(target, address, timeout);
  const close = closeIn(answer);
  const known = { target, answer, problem: '', isSpoilt: false };
  if (isProved(target, answer) && !mayDemand(close)) return { ok: true, ...known };
  if (target.options.subprotocols === undefined && (mayDemand(close) || isRefusal(answer))) {
    for (const { name } of knownSubprotocols) {
      const demanding = declare(target, name, answer);
      const other = await open(demanding, address, timeout);
      if (isProved(demanding, other) && !closeIn(other))
        return { ok: true, ...known, target: demanding, answer: other };
    }
  }
  if (isProved(target, answer)) return { ok: true, ...known };
  const isSecured = await speaksTls(target, address, timeout, answer);
  const request = Buffer.concat(canonicalCase(target, sampleKey).pieces);
  const problem = tellProblem(target, { request, answer, close, isSecured });
  return { ok: false, ...known, problem, isSpoilt: isSpoilt(target, answer) };
}

/** Whether the canonical opening is accepted, and its 101 proved: asked once, and not why it is not. */
export async function isAccepting(target: Target, address: string, timeout: number): Promise<boolean> {
  return isProved(target, await open(target, address, timeout));
}

/** The canonical opening as a case. */
export function canonicalCase(target: Target, key: string): RequestCase {
  const base = canonicalMessage(target, key);
  return {
    number: 0,
    clause: acceptance,
    title: 'the canonical request',
    group: null,
    isLiteral: true,
    base,
    changes: [],
    isCut: false,
    pieces: [writeRequestMessage(base)],
  };
}

/**
 * The target as one that supports a subprotocol. It requires the subprotocol where it refused an opening without it;
 * one that opens and then closes the connection keeps to what subprotocols may ask for.
 */
function declare(target: Target, name: string, { reply }: Answer): Target {
  const required = reply?.status === 101 ? {} : { subprotocolRequired: true };
  return {
    ...target,
    isSubprotocolLearnt: true,
    options: { ...target.options, subprotocols: [name], ...required },
    endpoint: { ...target.endpoint, subprotocols: [name] },
  };
}

async function open(target: Target, address: string, timeout: number): Promise<Answer> {
  try {
    return (await probe(target, address, canonicalCase(target, sampleKey).pieces, timeout)).answer;
  } catch (error) {
    throw explainUnsecured(error, target);
  }
}

/** Whether the target has opened: its 101 is proved by a pong, unless it is known to send none. */
function isProved({ pongPatience: known }: Target, answer: Answer): boolean {
  const isSilent = known !== undefined && closeIn(answer) === null;
  return answer.reply?.status === 101 && (answer.ponged || isSilent);
}

/** Whether the opening was answered by anything but a 101, or by the end of the connection. */
function isRefusal({ reply, octets, end }: Answer): boolean {
  return reply ? reply.status !== 101 : octets.length === 0 && end !== 'late';
}

/** The Close frame behind a 101, where it came before the pong. */
function closeIn({ reply, early }: Answer): Close | null {
  return reply?.status === 101 ? findClose(early) : null;
}

function isSpoilt(target: Target, answer: Answer): boolean {
  return showsServer(sampleKey, answer, judgeCase(canonicalCase(target, sampleKey), answer, target).faults);
}
