import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { serverRows } from '../../../models/decisions/server.ts';
import { replyObligations } from '../../../models/obligations/reply.ts';
import { shownRows } from '../../../models/obligations/switch.ts';
import {
  type ConditionFacts,
  type ConditionRule,
  conditionRules,
  explainUntested,
  isUnproven,
  type Unlock,
  type Why,
} from '../../../models/verdict/condition.ts';
import { isExempt } from '../../../models/verdict/exemption.ts';
import { isNarrower } from '../../../models/verdict/implication.ts';
import type { Dispositions } from '../run/kept/disposition.ts';
import type { Report } from './report.ts';

/** Why a clause was not shown, as a report has it. */
export interface UnshownRemark {
  readonly why: Why;
  readonly reason: string;
  readonly unlock?: string;
}

/** How a user declares, or plays, what shows a clause. */
interface Way {
  /** The option of the command line that the reason names. */
  readonly option?: string;
  /** What to write, with a value for example. */
  readonly sample: string;
}

export const ways: Readonly<Record<Unlock, Way>> = {
  credential: { option: '--auth', sample: '--auth header:NAME=VALUE' },
  firstMessage: { option: '--auth', sample: '--auth first-message:VALUE' },
  origins: { option: '--origin', sample: '--origin https://example.com' },
  demand: { option: '--subprotocol-required', sample: '--subprotocol a,b --subprotocol-required' },
  subprotocols: { option: '--subprotocol', sample: '--subprotocol a,b' },
  secureUrl: { sample: 'wss://…' },
  plainUrl: { sample: 'ws://…' },
  strictKeyCheck: { sample: '"keyCheck": "strict"' },
  idleTime: { option: '--idle', sample: '--idle 90' },
  otherParts: { sample: 'ws101 merge' },
};

/** What a run tells of the clauses that it has not shown. */
export interface RunSeen extends Pick<Report, 'mode' | 'target' | 'declared'> {
  readonly isShown: (clause: ClauseId) => boolean;
  readonly isBroken: (clause: ClauseId) => boolean;
  readonly dispositions: Dispositions;
  readonly hasEnded: boolean;
  /** Whether other cases belong to other parts of the run. */
  readonly isPart: boolean;
}

/** Why a run has not shown a clause; nothing where no row says it. */
export function explainUnshown(clause: ClauseId, run: RunSeen): Partial<UnshownRemark> {
  const rule = explainUntested(clause, readFacts(clause, run));
  return rule === null ? {} : describeUnshown(rule);
}

function describeUnshown({ says: { why, unlock }, reason }: ConditionRule): UnshownRemark {
  if (unlock === undefined) return { why, reason };
  const { option, sample }: Way = ways[unlock];
  return { why, reason: option === undefined ? reason : `${reason} (${option})`, unlock: sample };
}

/** Whether a clause that cases seem to have shown was kept without any merit. */
export function isKeptUnproven(clause: ClauseId, run: RunSeen): boolean {
  return isUnproven(clause, readFacts(clause, run));
}

/**
 * Why no part of a run has shown a clause. What holds for a part alone is no reason any more: what was seen in all of
 * them is.
 *
 * @param own what each part says of the clause
 * @param run what all parts have seen together
 */
export function joinUnshown(
  clause: ClauseId,
  own: readonly Partial<UnshownRemark>[],
  run: RunSeen,
): Partial<UnshownRemark> {
  const lasting = own.filter(({ reason }) => reason !== undefined && !ofParts.has(reason));
  const known = lasting.find(({ why }) => why === 'unplayed') ?? lasting[0];
  if (known?.why !== undefined && known.reason !== undefined) {
    const { why, reason, unlock } = known;
    return { why, reason, ...(unlock === undefined ? {} : { unlock }) };
  }
  return explainUnshown(clause, { ...run, dispositions: new Map([[clause, 'played']] as const) });
}

/** Reasons that hold for a part alone: the others may have played more, and seen more. */
const ofParts = new Set(
  conditionRules
    .filter(
      ({ when }) => when.cases === 'elsewhere' || when.deflate === 'unagreed' || when.pong === 'missing',
    )
    .map(({ reason }) => reason),
);

function readFacts(clause: ClauseId, run: RunSeen): ConditionFacts {
  const owed = owedOf.get(clause) ?? 'none';
  return {
    ...readDeclared(run),
    observable: clauses[clause].observable ? 'yes' : 'no',
    owed,
    duty: isExcused(clause, run) ? 'exempt' : 'owed',
    cases: readCases(clause, run, owed !== 'none'),
    deflate: ofDeflate.some(run.isShown) ? 'agreed' : 'unagreed',
    pong:
      run.isShown('rfc6455/4.2.2/status-101') && !run.isShown('rfc6455/5.5.2/pong') ? 'missing' : 'awaited',
    http10: run.isBroken('rfc9110/7.8/upgrade-ignored-in-http10') ? 'opens' : 'ignored',
  };
}

const owedOf: ReadonlyMap<ClauseId, ConditionFacts['owed']> = new Map(
  [...replyObligations, ...shownRows].map(({ clause, owed }) => [clause, owed]),
);

/** The clauses that any reply shows which agrees to permessage-deflate. */
const ofDeflate = shownRows.filter(({ owed }) => owed === 'deflateIsAnswered').map(({ clause }) => clause);

/** @param isOfReplies whether any reply may show it */
function readCases(
  clause: ClauseId,
  { isShown, dispositions, hasEnded, isPart }: RunSeen,
  isOfReplies: boolean,
): ConditionFacts['cases'] {
  const disposition = dispositions.get(clause) ?? 'none';
  if (hasEnded && isShown(clause)) return 'cutShort';
  if (hasEnded) return disposition !== 'none' || isOfReplies ? 'ended' : 'noneYet';
  return isPart && isOfReplies && disposition !== 'leftOut' ? 'elsewhere' : disposition;
}

type Declarations = Pick<
  ConditionFacts,
  'view' | 'credential' | 'origins' | 'subprotocols' | 'demand' | 'scheme'
>;

/** Of what is verified from inside everything is known. */
function readDeclared({ mode, target, declared }: RunSeen): Declarations {
  const isInside = mode === 'self';
  const said = (value: unknown) => (isInside || value !== undefined ? 'declared' : 'undeclared');
  const { auth, origin, subprotocol, subprotocolRequired } = declared;
  return {
    view: isInside ? 'inside' : 'outside',
    credential: isInside
      ? 'anywhere'
      : auth === undefined
        ? 'undeclared'
        : auth === 'first-message'
          ? 'inFirstMessage'
          : 'inOpening',
    origins: said(origin),
    subprotocols: said(subprotocol),
    demand: said(subprotocolRequired || undefined),
    scheme: isInside ? 'both' : /^wss:/i.test(target) ? 'wss' : 'ws',
  };
}

/** Whether a clause forbids what the subject was declared not to look at. */
function isExcused(clause: ClauseId, { declared: { keyCheck = 'strict' } }: RunSeen): boolean {
  const known = { keyCheck, version: 'undeclared' } as const;
  return serverRows.some(
    ({ guard, clause: own }) =>
      (own === clause || isNarrower(guard, clause)) && isExempt({ guard, ...known }),
  );
}
