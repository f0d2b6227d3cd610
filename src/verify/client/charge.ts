import type { ClauseId } from '../../../models/clauses.ts';
import type { ReplyGuard } from '../../../models/decisions/client.ts';
import type { ReplyDetails } from '../../../models/facts/reply.ts';
import type { TrialFacts } from '../../../models/facts/trial.ts';
import { trialObligationTable } from '../../../models/obligations/client.ts';
import { checkObligations } from '../../../models/obligations/obligation.ts';
import { tagBreach, weighBreach } from '../../../models/verdict/breach.ts';
import {
  type ClientBreach,
  clientTagRules,
  clientWeightRules,
} from '../../../models/verdict/client-weight.ts';
import type { Fault } from '../judge/judgement.ts';
import type { BrokenClause } from '../judge/seen/broken-clause.ts';
import { textPhrase } from '../judge/seen/phrase.ts';

/** A clause that a client has broken, and how. */
export type ClientCharge = BrokenClause & {
  readonly kind: ClientBreach['kind'];
  readonly guard?: ReplyGuard | null;
};

/** What an exchange shows of clauses, and which of them the client is charged with. */
export interface Charged {
  readonly shown: readonly ClauseId[];
  readonly charges: readonly ClientCharge[];
}

export const nothing: Charged = { shown: [], charges: [] };

/** What an exchange shows of one clause: that it is kept, or, where anything is given, how it is broken. */
export function show(clause: ClauseId, broken: Omit<ClientCharge, 'clause'> | null): Charged {
  return { shown: [clause], charges: broken ? [{ ...broken, clause }] : [] };
}

/** Nothing that was played. */
const unplayed: TrialFacts = {
  serverName: 'unplayed',
  inClear: 'unplayed',
  certificate: 'unplayed',
  protocol: 'unplayed',
  tls: 'unplayed',
  opening: 'none',
  together: 'unplayed',
  maskedPing: 'unplayed',
};

/**
 * What a client shows that was played more than a reply.
 *
 * @param told what was expected and observed, where the row does not say it
 */
export function judgeTrial(
  facts: Partial<TrialFacts>,
  told: Partial<Pick<ClientCharge, 'expected' | 'observed'>> = {},
): Charged {
  const { owed, broken } = checkObligations(trialObligationTable, { ...unplayed, ...facts });
  return {
    shown: owed.map(({ clause }) => clause),
    charges: broken.map(({ clause, about, expected, observed = '' }) => ({
      kind: about === 'certificate' ? 'accepted' : 'sent',
      clause,
      about,
      seen: [],
      expected: textPhrase(expected),
      observed: textPhrase(observed),
      ...told,
    })),
  };
}

/** What the parts of an exchange show together. */
export function joinCharged(parts: readonly Charged[]): Charged {
  return { shown: parts.flatMap(({ shown }) => shown), charges: parts.flatMap(({ charges }) => charges) };
}

/** Weighs what a client is charged with. */
export function weigh({ kind, guard = null, ...broken }: ClientCharge, came: ReplyDetails): Fault {
  const breach: ClientBreach = { ...came, kind, clause: broken.clause, guard };
  const severity = weighBreach(clientWeightRules, breach);
  const tags = tagBreach(clientTagRules, breach);
  return {
    ...broken,
    kind: kind === 'sent' || kind === 'handedOn' ? 'reply' : kind,
    guard: null,
    severity,
    tags,
  };
}
