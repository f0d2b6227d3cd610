import { decodeLatin1, parseReply, type ReplyHead } from '../../wire/index.ts';
import { markReply } from '../judge/evidence.ts';
import type { Fault } from '../judge/judgement.ts';
import { tellOddity } from './oddity.ts';

/** What a fault was seen in. Credentials are hidden. */
export interface Scene {
  readonly request: Uint8Array;
  readonly response: Uint8Array;
  readonly pieces?: readonly number[];
  /** An opening to the same target with nothing odd in it. */
  readonly canonical: Uint8Array;
}

/** What a target did, in one line that is true of it, whatever the rule is: "Answers 400 to `Connection: close`". */
export function tellDeed(fault: Pick<Fault, 'kind' | 'clause' | 'observed'>, scene: Scene): string {
  const what = tellRequest(scene);
  const parsed = parseReply(scene.response);
  const reply = parsed.ok ? parsed.value : null;
  const { kind, observed } = fault;
  if (kind === 'gone') return `Takes no connection any more behind ${what}`;
  if (reply === null) return `${tellWithoutReply(observed)} ${what}`;
  const answers = `Answers ${reply.status}`;
  if (kind === 'accepted' || kind === 'refused' || observed === statusOf(reply))
    return `${answers} to ${what}`;
  const lines = findLines(fault, scene.response);
  if (lines.length > 0) return `${answers} with ${lines.join(' and ')} to ${what}`;
  return /^(?:no|an empty) /.test(observed)
    ? `${answers} with ${observed} to ${what}`
    : `${answers} to ${what}, and then: ${observed}`;
}

function tellRequest({ request, pieces = [], canonical }: Scene): string {
  const what = tellOddity(request, canonical);
  return pieces.length > 1 ? `${what} that comes in ${pieces.length} pieces` : what;
}

function tellWithoutReply(observed: string): string {
  const words: Readonly<Record<string, string>> = {
    'the end of the connection': 'Ends the connection without a reply on',
    'a reset': 'Resets the connection without a reply on',
    'nothing in time': 'Says nothing in time to',
  };
  return words[observed] ?? `Answers ${observed} to`;
}

function statusOf({ status, reason }: ReplyHead): string {
  return `${status} ${reason}`.trim();
}

/** The field lines of the reply that show what is wrong, as code. */
function findLines(fault: Pick<Fault, 'clause' | 'observed'>, response: Uint8Array): readonly string[] {
  const text = decodeLatin1(response);
  const starts = new Set(markReply(response, fault).map(({ start }) => text.lastIndexOf('\r\n', start) + 2));
  return [...starts]
    .filter((start) => start > 1)
    .map((start) => `\`${text.slice(start, text.indexOf('\r\n', start)).slice(0, 120)}\``);
}
