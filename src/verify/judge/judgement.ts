import type { ClauseId } from '../../../models/clauses.ts';
import type { ServerRow } from '../../../models/vocabulary.ts';
import { fieldValues, type RequestHead } from '../../wire/index.ts';
import type { Answer } from '../peer/answer.ts';
import { narrowerClauses } from './change.ts';
import { describePermits, examine, isBusy, permitsStatus } from './oracle.ts';
import { checkObligations } from './reply-obligation.ts';
import { explainLeniency, explainRefusal } from './request-hint.ts';
import { type Kind, type Severity, tagsOf, weigh } from './severity.ts';
import { type Fault as Breach, checkSwitch, switchClauses } from './switch-check.ts';
import type { Target } from './target.ts';

/** One thing that an answer has shown. */
export interface Fault extends Breach {
  readonly kind: Kind;
  readonly severity: Severity;
  readonly tags: readonly string[];
  /** The guard of the row that the request was refused for, or should have been; null for a valid one. */
  readonly guard: string | null;
}

export interface Judgement {
  readonly faults: readonly Fault[];
  /** Clauses that the answer shows to be kept or broken, beside the one that the request was made for. */
  readonly shown: readonly ClauseId[];
}

/** What every refusal shows. */
const stopped: ClauseId = 'rfc6455/4.2.1/stop-processing';

type Told = Breach & { readonly kind: Kind };

/**
 * Judges the answer to a request by the rows that find a fault in it: any of their replies is right, since no
 * text fixes an order.
 *
 * @param clause what the request was made to show
 */
export function judgeAnswer(octets: Uint8Array, answer: Answer, target: Target, clause: ClauseId): Judgement {
  const { faults: found, request } = examine(octets, target);
  const rows = found.filter(({ guard }) => isOwed(guard, target));
  const declared = target.options.versions ?? null;
  const versions = request ? fieldValues(request.fields, 'sec-websocket-version') : [];
  const obligations = checkObligations(answer, {
    guards: found.map(({ guard }) => guard),
    versions,
    declared,
  });
  const told: readonly Told[] = [
    ...judgeDecision(rows, found, answer, octets, request, clause),
    ...obligations.faults.map((fault) => ({ ...fault, kind: 'reply' as const })),
  ];
  const guard = rows[0]?.guard ?? null;
  const [asked] = usualOf(rows) ?? [];
  return {
    shown: [
      ...obligations.shown,
      ...(answer.reply?.status === 101 ? switchClauses : []),
      ...(answer.reply && asked ? [asked] : []),
      ...(rows.length > 0 && answer.reply?.status !== 101 ? [stopped] : []),
    ],
    faults: told.map((fault) => {
      const blamed = fault.kind === 'reply' ? null : guard;
      const severity = weigh(fault.clause, fault.kind, blamed, octets);
      return { ...fault, guard, severity, tags: tagsOf(fault.clause, blamed) };
    }),
  };
}

function judgeDecision(
  rows: readonly ServerRow[],
  found: readonly ServerRow[],
  answer: Answer,
  octets: Uint8Array,
  request: RequestHead | null,
  clause: ClauseId,
): readonly Told[] {
  const switched = answer.reply?.status === 101;
  if (rows.length > 0) {
    const refusal = judgeRefusal(rows, answer, octets, clause);
    return switched && request ? [...refusal, ...judgeSwitch(request, answer, rows)] : refusal;
  }
  const unsettled = found.filter(({ guard }) => guard !== 'keyIsMalformed' && guard !== 'keyIsNot16Octets');
  if (switched) return request ? judgeSwitch(request, answer, unsettled) : [];
  // What the target need not look at, it may look at.
  return found.length > 0 ? [] : judgeAcceptance(answer, request, clause);
}

/** By the declared policy some faults of a key are none of the target's business. */
function isOwed(guard: string, { options }: Target): boolean {
  if (options.keyCheck === 'presence') return !/^key(IsMalformed|IsNot16Octets|IsRepeated)$/.test(guard);
  return options.keyCheck !== 'length' || guard !== 'keyIsMalformed';
}

function judgeAcceptance(answer: Answer, request: RequestHead | null, clause: ClauseId): readonly Told[] {
  const expected = 'a 101, since nothing is wrong with the request';
  const hint = request ? explainRefusal(request) : null;
  return [
    {
      kind: 'refused',
      clause,
      expected,
      observed: describeAnswer(answer),
      ...(hint === null ? {} : { hint }),
    },
  ];
}

/** Holds a 101 against what was asked for, but for what no right answer can be given to. */
function judgeSwitch(request: RequestHead, answer: Answer, rows: readonly ServerRow[]): readonly Told[] {
  const faults = checkSwitch(request, answer).map((fault) => ({ ...fault, kind: 'reply' as const }));
  if (rows.length === 0) return faults;
  const moot = rows.map(({ guard }) => guard).join();
  return faults.filter(({ clause }) => {
    if (/accept-(value|sent-once)$/.test(clause)) return !/key/.test(moot);
    if (/subprotocol-(from-offer|sent-grammar)$/.test(clause)) return !/subprotocol/.test(moot);
    if (/^rfc7692|extension-from-offer|parameters-by/.test(clause)) return !/extensions/.test(moot);
    // What comes behind the 101 may be about content that the request announced, and that never came.
    return !/frames-after-101|no-body-in-101/.test(clause);
  });
}

/** The status that the service asks for where the RFCs leave it open, and what else will do. */
const usual: Readonly<Record<string, readonly [ClauseId, readonly number[]]>> = {
  versionIsNot13: ['service/9/version-426', [426]],
  credentialIsAbsent: ['service/5.2/credential-401', [401, 403]],
  credentialIsInvalid: ['service/5.2/credential-401', [401, 403]],
  originIsForeign: ['rfc6455/10.2/origin-403', [403]],
};

function judgeRefusal(
  rows: readonly ServerRow[],
  answer: Answer,
  octets: Uint8Array,
  clause: ClauseId,
): readonly Told[] {
  const [first] = rows;
  if (!first) return [];
  const { reply, end } = answer;
  if (!reply) {
    // What asks in no HTTP may be answered in none; a reset can swallow a reply that was sent.
    const isJunk = answer.octets.length > 0 && end !== 'reset' && first.guard !== 'requestLineIsMalformed';
    // Whoever is told of content may wait for it.
    const isSilent = end === 'late' && !/^(content|transfer)/.test(first.guard);
    if (!isJunk && !isSilent) return [];
    const expected = `${describeRows(rows)}, or the end of the connection`;
    const observed = describeAnswer(answer);
    return [{ kind: 'unanswered', clause: 'rfc6455/4.2.1/error-status', expected, observed }];
  }
  if (!rows.some((row) => permitsStatus(row, reply.status))) {
    const isOwn = areOfOneGuard(rows) && narrowerClauses(first.guard).has(clause);
    const hint = reply.status === 101 ? explainLeniency(octets, first.guard) : null;
    return [
      {
        kind: 'accepted',
        clause: isOwn ? clause : first.clause,
        expected: describeRows(rows),
        observed: describeAnswer(answer),
        ...(hint === null ? {} : { hint }),
      },
    ];
  }
  const [asked, statuses] = usualOf(rows) ?? [];
  if (!asked || isBusy(reply.status) || statuses?.includes(reply.status)) return [];
  return [
    { kind: 'reply', clause: asked, expected: `${statuses?.join(' or ')}`, observed: describeAnswer(answer) },
  ];
}

/** `an error status (hostIsAbsent, keyIsAbsent)`, for example. */
function describeRows(rows: readonly ServerRow[]): string {
  const guards = new Set(rows.map(({ guard }) => guard));
  return `${[...new Set(rows.map(describePermits))].join('; or ')} (${[...guards].join(', ')})`;
}

/** Where one fault alone is there. */
function usualOf(rows: readonly ServerRow[]): readonly [ClauseId, readonly number[]] | undefined {
  const [first] = rows;
  return first && areOfOneGuard(rows) ? usual[first.guard] : undefined;
}

function areOfOneGuard(rows: readonly ServerRow[]): boolean {
  return rows.every(({ guard }) => guard === rows[0]?.guard);
}

export function describeAnswer({ reply, end, octets }: Answer): string {
  if (reply) return `${reply.status} ${reply.reason}`.trim();
  if (octets.length > 0) return `${octets.length} octets that are no reply`;
  return {
    replied: 'nothing',
    ended: 'the end of the connection',
    reset: 'a reset',
    late: 'nothing in time',
  }[end];
}
