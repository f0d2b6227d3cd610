import { type RequestGuard, serverRows } from '../../../../models/decisions/server.ts';
import { fieldsOf } from '../../../../models/topic.ts';
import { readSeenReplies } from '../../../facts/hop-sight.ts';
import { decodeLatin1 } from '../../../wire/index.ts';
import type { Fault } from '../../judge/judgement.ts';
import type { Phrase } from '../../judge/seen/phrase.ts';
import { describePhrase } from '../phrase.ts';
import { ordinary, tellOddity } from './oddity.ts';

/** The guards of rows that look at the credential. */
const ofCredential: ReadonlySet<RequestGuard> = new Set(
  serverRows.filter(({ about }) => about === 'credential').map(({ guard }) => guard),
);

/** What a server was sent, and what it answered. Credentials are hidden. */
interface Answered {
  readonly request: Uint8Array;
  readonly response: Uint8Array;
  readonly pieces?: readonly number[];
  /** An opening to the same target with nothing odd in it. */
  readonly canonical: Uint8Array;
}

/** What a server did: "Answers 400 to `Connection: close`". */
export function titleOfAnswer(
  fault: Pick<Fault, 'kind' | 'guard' | 'observed' | 'about' | 'seen'>,
  answered: Answered,
): string {
  const what = tellRequest(answered, fault.guard);
  const { final: reply } = readSeenReplies(answered.response);
  const { kind, observed, about } = fault;
  if (kind === 'gone') return `Stops taking connections after ${what}`;
  if (reply === null) return `${tellWithoutReply(observed)} ${what}`;
  const answers = `Answers ${reply.status}`;
  if (kind === 'accepted' || kind === 'refused') return `${answers} to ${what}`;
  const lines = findLines(fault, answered.response);
  const seen = describePhrase(observed);
  switch (about) {
    case 'status':
      return `${answers} to ${what}`;
    case 'start-line':
      return `Answers ${lines.join(' and ') || reply.status} to ${what}`;
    case 'fields':
      return `${answers} with a line that is folded to ${what}`;
    case 'interims':
      return lines.length > 0
        ? `Sends ${seen} before the ${reply.status} to ${what}`
        : `${answers} to ${what}, without a 100 before it`;
    case 'content':
      return `${answers} with ${seen} of content to ${what}`;
    case 'end':
      return `${answers} to ${what}, and leaves the connection open`;
    case 'second':
      return `${answers} to ${what}, and answers a second request after it`;
    case 'behind':
    case 'pong':
      return `${answers} to ${what}, and ${tellBehind(observed)}`;
    default:
      return lines.length > 0
        ? `${answers} with ${lines.join(' and ')} to ${what}`
        : `${answers} without ${fieldsOf(about).join(' and ')} to ${what}`;
  }
}

/** What a server did behind a 101. */
function tellBehind(observed: Phrase): string {
  switch (observed) {
    case 'end':
      return 'ends the connection';
    case 'none':
    case 'nothingInTime':
      return 'sends no pong';
    case 'pongToContent':
      return 'answers a ping that stands in its content';
    default:
      return `sends ${describePhrase(observed)} after it`;
  }
}

function tellRequest({ request, pieces = [], canonical }: Answered, guard: Fault['guard']): string {
  const odd = tellOddity(request, canonical);
  // A credential that is nearly right is hidden like the right one.
  const what =
    odd === ordinary && guard && ofCredential.has(guard) ? 'an opening with another credential' : odd;
  return pieces.length > 1 ? `${what} that comes in ${pieces.length} pieces` : what;
}

function tellWithoutReply(observed: Phrase): string {
  if (typeof observed !== 'string' && observed.is === 'unanswered' && observed.interims.length === 0) {
    if (observed.end === 'ended') return 'Ends the connection without a reply on';
    if (observed.end === 'reset') return 'Resets the connection without a reply on';
    if (observed.end === 'late') return 'Says nothing in time to';
  }
  return `Answers ${describePhrase(observed)} to`;
}

/** The field lines of the reply that show what is wrong, as code. */
function findLines({ seen }: Pick<Fault, 'seen'>, response: Uint8Array): readonly string[] {
  const text = decodeLatin1(response);
  const spans = seen.filter(({ side }) => side === 'response').flatMap((each) => each.spans);
  return spans.map(({ start, end }) => `\`${text.slice(start, Math.min(end, start + 120))}\``);
}
