import { writeRequestMessage } from '../../arbitraries/index.ts';
import { knownSubprotocols } from '../../negotiation/known-subprotocol.ts';
import { HeadReader, parseReply } from '../../wire/index.ts';
import { describeAnswer } from '../judge/judgement.ts';
import { canonicalMessage, sampleKey, type Target } from '../judge/target.ts';
import type { Answer } from '../peer/answer.ts';
import { probe } from '../peer/probe.ts';

export interface Calibration {
  /** Whether the canonical opening was accepted, and its 101 proved. */
  readonly ok: boolean;
  /** The target as it is now known: a subprotocol that it turned out to demand. */
  readonly target: Target;
  readonly answer: Answer;
  /** What was answered, and which option would help; empty where it was accepted. */
  readonly problem: string;
}

/** Sends the canonical opening. If the target refuses this one, its refusals of others show nothing. */
export async function calibrate(target: Target, address: string, timeout: number): Promise<Calibration> {
  const answer = await open(target, address, timeout);
  if (isProved(answer)) return { ok: true, target, answer, problem: '' };
  if (target.options.subprotocols === undefined && answer.reply?.status !== 101) {
    for (const { name } of knownSubprotocols) {
      const demanding = declare(target, name);
      const other = await open(demanding, address, timeout);
      if (isProved(other)) return { ok: true, target: demanding, answer: other, problem: '' };
    }
  }
  return { ok: false, target, answer, problem: explain(answer) };
}

function declare(target: Target, name: string): Target {
  return {
    ...target,
    options: { ...target.options, subprotocols: [name], subprotocolRequired: true },
    endpoint: { ...target.endpoint, subprotocols: [name] },
  };
}

async function open(target: Target, address: string, timeout: number): Promise<Answer> {
  return (await probe(target, address, [octetsOf(target)], timeout)).answer;
}

function octetsOf(target: Target): Uint8Array {
  return writeRequestMessage(canonicalMessage(target, sampleKey));
}

function isProved({ reply, ponged }: Answer): boolean {
  return reply?.status === 101 && ponged;
}

/** What is wrong with octets that are no reply, and where. */
function tellUnreadable(octets: Uint8Array): string {
  const progress = new HeadReader('reply', octets.length + 1).push(octets);
  const read = progress.state === 'complete' ? parseReply(progress.head) : null;
  const fault = read && !read.ok ? read : progress.state === 'malformed' ? progress : null;
  const where = fault ? `: ${fault.problem}, at octet ${fault.span.start}` : '';
  return `what listens there may be no server of HTTP${where}`;
}

/** Which option would help, as far as the answer shows that. */
function explain(answer: Answer): string {
  const said = `the canonical opening was answered by ${describeAnswer(answer)}, where a 101 was expected`;
  const help: Readonly<Record<number, string>> = {
    101: 'the 101 is not proved by a pong: what answers may be no WebSocket server',
    400: 'it may demand a subprotocol: --subprotocol names those that it supports',
    401: 'it demands a credential: --auth gives one',
    403: 'it may enforce an allowlist: --origin names an origin that is on it; or --auth gives a credential',
    404: 'no endpoint may be at this path: the URL names it',
    426: 'it may want something else in the request: --header adds a field',
  };
  const why = answer.reply ? help[answer.reply.status] : tellUnreadable(answer.octets);
  return why === undefined ? said : `${said}; ${why}`;
}
