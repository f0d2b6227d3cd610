import type { ClauseId } from '../../../../models/clauses.ts';
import { type RequestMessage, writeRequestMessage } from '../../../arbitraries/index.ts';
import { quoteForShell } from '../../../quote/shell.ts';
import { isToken } from '../../../wire/index.ts';
import { survival } from '../../explain/cause.ts';
import { playOften } from '../../explain/repetition.ts';
import { cutOctets, type RequestCase } from '../../judge/case.ts';
import { type Fault, isRefused } from '../../judge/judgement.ts';
import { isOfReply, isOfSwitch } from '../../judge/obligation.ts';
import { answerPhrase } from '../../judge/seen/phrase.ts';
import { canonicalMessage, otherKey, sampleKey, type Target } from '../../judge/target.ts';
import type { Answer } from '../../peer/answer.ts';
import { findAddress, Unreachable } from '../../peer/probe.ts';
import type { Declared } from '../../report/declared.ts';
import type { ShownOctets } from '../../report/exhibit.ts';
import { describePhrase } from '../../report/phrase.ts';
import type { Finding } from '../../report/report.ts';
import { calibrateAtFirst, canonicalCase } from '../calibration.ts';
import { earlyPing, firstMessages } from '../case/request-case.ts';
import { measurePace } from '../pace.ts';
import { createServerSubject, type ServerSubject } from '../subject.ts';
import { hideRequest } from './recipe.ts';
import { type Restored, restore } from './restore.ts';

/** What was expected of an answer, and what was observed instead. */
type Mismatch = Pick<Fault, 'expected' | 'observed' | 'seen'>;

/** What came of sending a finding's octets again. */
export type Replay =
  | {
      readonly outcome: 'still fails';
      readonly fault: Mismatch;
      readonly answer: Answer;
      readonly sent: ShownRequest;
    }
  | { readonly outcome: 'fixed'; readonly answer: Answer; readonly sent: ShownRequest }
  | { readonly outcome: 'cannot tell'; readonly problem: string };

/** What was sent, without its secrets. */
type ShownRequest = Pick<ShownOctets, 'request' | 'pieces' | 'rest' | 'recipe'>;

/** What is read of a finding to send it again. */
type Sendable = Pick<Finding, 'clause' | 'request' | 'pieces' | 'rest' | 'recipe'> & {
  readonly after?: Omit<NonNullable<Finding['after']>, 'case' | 'response'>;
};

/**
 * Sends the octets of a finding again, with its credential back in its place, and judges the answer. The request behind
 * which alone it was seen goes before it, on a connection of its own.
 *
 * @param declared what the target was declared to be when the finding was made
 * @param timeout milliseconds that one request may take
 */
export async function replayFinding(
  finding: Sendable,
  declared: Declared,
  target: Target,
  timeout: number,
): Promise<Replay> {
  const missing = findMissing(declared, target);
  if (missing !== null) return { outcome: 'cannot tell', problem: missing };
  const restored = restore(finding, target);
  const { isWhole } = restored;
  if (restored.isUnspoilt) return { outcome: 'cannot tell', problem: unspoilt };
  try {
    const address = await findAddress(target);
    const calibration = await calibrateAtFirst(target, address, timeout);
    const { ok: isOpen, problem: refusal } = calibration;
    if (!isOpen && !calibration.isSpoilt) return { outcome: 'cannot tell', problem: refusal };
    const known = calibration.target;
    const { pause } = await measurePace(known, address, timeout);
    const subject = createServerSubject(known, address, timeout, pause);
    const { fault, answer, isShown } = await playOften(
      () => sendAgain(restored, finding, known, subject),
      (sent) => sent.fault !== null || !sent.isShown,
    );
    const { octets, lengths } = restored;
    const sent = { ...hideRequest(octets, target), ...lengths };
    if (fault) return { outcome: 'still fails', fault, answer, sent };
    if (!isOpen) return { outcome: 'cannot tell', problem: refusal };
    if (!isShown)
      return {
        outcome: 'cannot tell',
        problem: `the answer to the request, ${describePhrase(answerPhrase(answer))}, does not show whether ${finding.clause} is kept`,
      };
    if (!(await subject.isAlive()))
      return {
        outcome: 'cannot tell',
        problem: 'behind the request the target takes no right opening any more',
      };
    // Nothing shows whether a target that is right now has forgotten the other request, or never got it.
    if (finding.after)
      return {
        outcome: 'cannot tell',
        problem: 'the request passes now, but the finding was seen only after another request',
      };
    if (isWhole) return { outcome: 'fixed', answer, sent };
    const problem = 'the request passes now, but a part of it is a secret that the finding does not contain';
    return { outcome: 'cannot tell', problem };
  } catch (error) {
    if (error instanceof Unreachable) return { outcome: 'cannot tell', problem: error.message };
    throw error;
  }
}

const unspoilt =
  'the credential of the finding was spoilt in a way that leaves the one given now as it is: give another one, with letters in it';

interface Sent {
  readonly fault: Mismatch | null;
  readonly answer: Answer;
  /** Whether a fault would be seen in the answer. */
  readonly isShown: boolean;
}

/** Sends a finding's octets in the pieces in which they were sent, and whatever else shows its clause. */
async function sendAgain(
  restored: Restored,
  { clause, after }: Sendable,
  target: Target,
  subject: ServerSubject,
): Promise<Sent> {
  const base = canonicalMessage(target, sampleKey);
  // A server that answers the key of the connection before has seen the same key in the calibration.
  const before = after
    ? makeCase(restore(after, target), after.clause, base)
    : canonicalCase(target, otherKey);
  const play = async (current: RequestCase) => {
    await subject.play(before);
    return subject.play(current);
  };
  // A finding does not have the messages that were sent after the 101: all of them are sent again.
  const others =
    clause === held ? firstMessages(target, base, 0) : clause === behind ? [earlyPing(base, 0)] : [];
  for (const current of others) {
    const exchange = await play(current);
    const [fault] = subject.judge(current, exchange).faults;
    if (fault) return { fault, answer: exchange.answer, isShown: true };
  }
  const current = makeCase(restored, clause, base);
  const exchange = await play(current);
  const { answer } = exchange;
  if (clause === held) return { fault: null, answer, isShown: true };
  if (clause === survival) {
    return {
      fault: (await subject.isAlive())
        ? null
        : { expected: 'survival', observed: 'noConnectionSince', seen: [] },
      answer,
      isShown: true,
    };
  }
  const { faults, shown } = subject.judge(current, exchange);
  // Another version may have told under another clause that the request is accepted.
  const fault =
    faults.find((each) => each.clause === clause) ??
    faults.find(({ kind }) => kind === 'accepted' && !isOfReply(clause));
  // What a 101 must not have it may lack, or a refusal in its place, where nothing but the fault would show the clause.
  const isRight = isRefused(answer) || (isOfReply(clause) && answer.reply?.status === 101);
  // Where it is a reply that is owed, or something of it, the end of the connection shows nothing.
  const isOwed = clause === unanswered || isOfReply(clause);
  const isOf = shown.includes(clause) || (isRight && (!isOfReply(clause) || isOfSwitch(clause)));
  const isShown = isOf && (answer.reply !== null || !isOwed);
  return { fault: fault ?? null, answer, isShown };
}

/** Octets as a case, in the pieces in which they were sent. */
function makeCase({ octets, lengths }: Restored, clause: ClauseId, base: RequestMessage): RequestCase {
  const parts = cutOctets(octets, lengths);
  return {
    number: 0,
    clause,
    title: 'a finding',
    group: null,
    isLiteral: true,
    base,
    changes: [],
    isCut: parts.pieces.length > 1,
    isPatient: true,
    ...parts,
    ...(clause === framedTwice ? { second: writeRequestMessage(base) } : {}),
  };
}

const unanswered: ClauseId = 'rfc6455/4.2.1/error-status';
const held: ClauseId = 'service/5.3/first-message-held';
/** The clause of a frame that comes with the request, and should be answered after the 101. */
const behind: ClauseId = 'rfc6455/4.1/early-frames-kept';
/** The clause that a second request on the same connection shows. */
const framedTwice: ClauseId = 'rfc9112/6.1/closed-after-both';

/** Which option of the finding's run is missing now; null where none is. */
export function findMissing(declared: Declared, { options }: Target): string | null {
  if (declared.auth !== undefined && !options.auth) {
    return `the credential is not part of the finding: --auth ${quoteForShell(askFor(declared.auth))} gives it again`;
  }
  const names = askForNames(declared);
  if (names !== null && declared.subprotocol?.length !== options.subprotocols?.length)
    return `a subprotocol is a secret, which the finding does not contain: ${names} gives it again`;
  const given = (options.headers ?? []).map(([name]) => name.toLowerCase());
  const absent = declared.header?.find((name) => !given.includes(name.toLowerCase()));
  return absent === undefined
    ? null
    : `a field was sent with every request: --header ${quoteForShell(`${absent}: …`)} gives it again`;
}

/** The names of subprotocols as `--subprotocol` has them, with an ellipsis for what is hidden; null where nothing is. */
export function askForNames({ subprotocol = [] }: Declared): string | null {
  if (subprotocol.every(isToken)) return null;
  const shown = subprotocol.map((name) => name.replace(/\[.*\]/, '…'));
  return `--subprotocol ${quoteForShell(shown.join(','))}`;
}

/** As `--auth` has it, with an ellipsis for the value. */
export function askFor(place: string): string {
  return `${place}${place.includes(':') ? '=' : ':'}…`;
}
