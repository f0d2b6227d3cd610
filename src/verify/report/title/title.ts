import { type ClauseId, clauses } from '../../../../models/clauses.ts';
import type { Fault } from '../../judge/judgement.ts';
import { describePhrase } from '../phrase.ts';
import { titleOfKeys, titleOfReaction, titleOfReply } from './client.ts';
import { titlesOfHop } from './hop.ts';
import type { Scene } from './scene.ts';
import { titleOfAnswer } from './server.ts';

/** A fault with the octets in which it was seen. */
interface Titled {
  readonly clause: ClauseId;
  readonly fault: Fault;
  readonly request: Uint8Array;
  readonly response: Uint8Array;
  readonly pieces?: readonly number[];
  readonly scene?: Scene;
}

/** What a subject did, in one line that is true of it, whatever the rule is. */
export function titleOf(titled: Titled): string {
  const { clause, fault, scene, request } = titled;
  const { summary } = clauses[clause];
  switch (scene?.of) {
    case 'request':
      return titleOfAnswer(fault, { ...titled, canonical: scene.canonical });
    case 'reply':
      return titleOfReply(fault, scene, request);
    case 'trial':
      return titleOfReaction(fault, scene.title, request);
    case 'keys':
      return titleOfKeys(fault);
    case 'pair':
      return (
        (fault.row ? titlesOfHop[fault.row] : summary) + (scene.title === null ? '' : `: ${scene.title}`)
      );
    case 'case':
      return `${summary} Played: ${scene.title}.`;
    default:
      return isBroken(fault) ? `${summary} Answered by ${describePhrase(fault.observed)}.` : summary;
  }
}

/** Whether a server could not cope with a valid request, which is told apart from one that it did not want. */
function isBroken({ kind, observed }: Fault): boolean {
  return (
    kind === 'refused' && typeof observed !== 'string' && observed.is === 'status' && observed.status >= 500
  );
}
