import type { ClauseId } from '../../models/clauses.ts';
import type { ServerRow } from '../../models/vocabulary.ts';
import { equalsIgnoringCase, fieldValues, parseRequest } from '../wire/index.ts';
import { findFaults, permitsStatus } from './oracle.ts';
import type { Answer } from './probe.ts';
import { explainLeniency, explainRefusal } from './request-hint.ts';
import { type Severity, tagsOf, weigh } from './severity.ts';
import { checkSwitch, type Fault } from './switch-check.ts';
import type { Target } from './target.ts';
import type { TargetCase } from './target-case.ts';

/** One thing that an answer has shown. */
export interface Verdict extends Fault {
  readonly severity: Severity;
  readonly tags: readonly string[];
  /** The guard of the row that the request was refused for, or should have been; null for a valid one. */
  readonly guard: string | null;
}

/**
 * Judges the answer to a request by the rows that find a fault in it: any of their replies is right, since no
 * text fixes an order.
 *
 * @param clause what the request was made to show
 */
export function judgeAnswer(
  octets: Uint8Array,
  answer: Answer,
  target: Target,
  clause: ClauseId,
): readonly Verdict[] {
  const found = findFaults(octets, target);
  const rows = found.filter(({ guard }) => isOwed(guard, target));
  // What the target need not look at, it may look at.
  if (found.length > 0 && rows.length === 0 && answer.reply?.status !== 101) return [];
  const faults =
    rows.length > 0 ? judgeRefusal(rows, answer, octets, clause) : judgeAcceptance(answer, octets, clause);
  const guard = rows[0]?.guard ?? null;
  return faults.map((fault) => ({
    ...fault,
    guard,
    severity: weigh(fault.clause, guard, octets),
    tags: tagsOf(fault.clause, guard),
  }));
}

/** Judges the answer to a case; one with messages behind its 101 by whether they were answered. */
export function judgeCase(current: TargetCase, answer: Answer, target: Target): readonly Verdict[] {
  const octets = Buffer.concat(current.pieces);
  if (!current.frames) return judgeAnswer(octets, answer, target, current.clause);
  const [first = 0] = answer.early;
  const isAnswered = answer.reply?.status === 101 && answer.early.length > 0 && [1, 2].includes(first & 0x0f);
  if (!isAnswered) return [];
  const { clause } = current;
  return [
    {
      clause,
      expected: 'no answer to a message before the credential is validated',
      observed: `a message of ${answer.early.length} octets`,
      guard: null,
      severity: weigh(clause, null, octets),
      tags: [],
    },
  ];
}

/** By the declared policy some faults of a key are none of the target's business. */
function isOwed(guard: string, { options }: Target): boolean {
  if (options.keyCheck === 'presence') return !/^key(IsMalformed|IsNot16Octets|IsRepeated)$/.test(guard);
  return options.keyCheck !== 'length' || guard !== 'keyIsMalformed';
}

function judgeAcceptance(answer: Answer, octets: Uint8Array, clause: ClauseId): readonly Fault[] {
  const request = parseRequest(octets.subarray(startOf(octets)));
  if (answer.reply?.status === 101) return request.ok ? checkSwitch(request.value, answer) : [];
  const expected = 'a 101, since nothing is wrong with the request';
  const hint = request.ok ? explainRefusal(request.value) : null;
  return [{ clause, expected, observed: describeAnswer(answer), ...(hint === null ? {} : { hint }) }];
}

/** Empty lines before a request are no part of it. */
function startOf(octets: Uint8Array): number {
  let at = 0;
  while (octets[at] === 13 && octets[at + 1] === 10) at += 2;
  return at;
}

function judgeRefusal(
  rows: readonly ServerRow[],
  answer: Answer,
  octets: Uint8Array,
  clause: ClauseId,
): readonly Fault[] {
  const [first] = rows;
  if (!first) return [];
  const own = rows.find((row) => row.clause === clause) ? clause : first.clause;
  const { reply, end } = answer;
  const expected = `${[...new Set(rows.map(describeRow))].join('; or ')} (${[...new Set(rows.map(({ guard }) => guard))].join(', ')})`;
  if (!reply) {
    // A reset can swallow a reply that was sent: that is no silence.
    // Whoever is told of content may wait for it.
    if (end !== 'late' || /^(content|transfer)/.test(first.guard)) return [];
    return [
      {
        clause: 'rfc6455/4.2.1/error-status',
        expected: `${expected}, or the end of the connection`,
        observed: describeAnswer(answer),
      },
    ];
  }
  if (!rows.some((row) => permitsStatus(row, reply.status))) {
    const hint = reply.status === 101 ? explainLeniency(octets, first.guard) : null;
    return [{ clause: own, expected, observed: describeAnswer(answer), ...(hint === null ? {} : { hint }) }];
  }
  return [...missingFields(rows, answer), ...owedByStatus(answer)];
}

/** Fields that must come along where every row that permits the status asks for them. */
function missingFields(rows: readonly ServerRow[], { reply }: Answer): readonly Fault[] {
  if (!reply) return [];
  const permitting = rows.filter((row) => permitsStatus(row, reply.status));
  const lacking = permitting.map((row) => ({
    row,
    names: row.permits.fields.filter((name) => fieldValues(reply.fields, name).length === 0),
  }));
  if (lacking.some(({ names }) => names.length === 0)) return [];
  return lacking.slice(0, 1).map(({ row, names }) => ({
    clause: row.clause,
    expected: `${names.join(' and ')} in the reply`,
    observed: `a ${reply.status} without`,
  }));
}

/** What a status may not be sent without. */
function owedByStatus({ reply }: Answer): readonly Fault[] {
  const owed = {
    401: ['www-authenticate', 'rfc9110/15.5.2/challenge'],
    405: ['allow', 'rfc9110/15.5.6/allow'],
    426: ['upgrade', 'rfc9110/15.5.22/upgrade-in-426'],
  } as const;
  const entry = reply ? Object.entries(owed).find(([status]) => Number(status) === reply.status) : undefined;
  if (!entry || !reply) return [];
  const [name, clause] = entry[1];
  if (reply.fields.some((field) => equalsIgnoringCase(field.name, name))) return [];
  return [{ clause, expected: `${name} in a ${reply.status}`, observed: 'none' }];
}

function describeRow({ permits }: ServerRow): string {
  const status = {
    any: 'any status',
    anyBut101: 'any final status but 101',
    anyError: 'an error status',
  };
  const what = typeof permits.status === 'string' ? status[permits.status] : permits.status.join(' or ');
  return permits.fields.length > 0 ? `${what} with ${permits.fields.join(', ')}` : what;
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
