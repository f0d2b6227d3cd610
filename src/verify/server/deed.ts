import { fieldsOf } from '../../../models/topic.ts';
import { readSeenReplies } from '../../facts/hop-sight.ts';
import { decodeLatin1 } from '../../wire/index.ts';
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
export function tellDeed(fault: Pick<Fault, 'kind' | 'observed' | 'about' | 'seen'>, scene: Scene): string {
  const what = tellRequest(scene);
  const { final: reply } = readSeenReplies(scene.response);
  const { kind, observed, about } = fault;
  if (kind === 'gone') return `Takes no connection any more behind ${what}`;
  if (reply === null) return `${tellWithoutReply(observed)} ${what}`;
  const answers = `Answers ${reply.status}`;
  if (kind === 'accepted' || kind === 'refused') return `${answers} to ${what}`;
  const lines = findLines(fault, scene.response);
  switch (about) {
    case 'status':
      return `${answers} to ${what}`;
    case 'start-line':
      return `Answers ${lines.join(' and ')} to ${what}`;
    case 'fields':
      return `${answers} with a line that is folded to ${what}`;
    case 'interims':
      return lines.length > 0
        ? `Sends ${observed} before the ${reply.status} to ${what}`
        : `${answers} to ${what}, and no 100 before it`;
    case 'content':
      return `${answers} with ${observed} of content to ${what}`;
    case 'end':
      return `${answers} to ${what}, and leaves the connection open`;
    case 'second':
      return `${answers} to ${what}, and answers a second request behind it`;
    case 'behind':
    case 'pong':
      return `${answers} to ${what}, and then: ${observed}`;
    default:
      return lines.length > 0
        ? `${answers} with ${lines.join(' and ')} to ${what}`
        : `${answers} without ${fieldsOf(about).join(' and ')} to ${what}`;
  }
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

/** The field lines of the reply that show what is wrong, as code. */
function findLines({ seen }: Pick<Fault, 'seen'>, response: Uint8Array): readonly string[] {
  const text = decodeLatin1(response);
  const spans = seen.filter(({ side }) => side === 'response').flatMap((each) => each.spans);
  return spans.map(({ start, end }) => `\`${text.slice(start, Math.min(end, start + 120))}\``);
}
