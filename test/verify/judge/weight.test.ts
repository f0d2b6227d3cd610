import { describe, expect, test } from 'vitest';
import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { type RequestGuard, serverRows } from '../../../models/decisions/server.ts';
import type { RequestDetails } from '../../../models/facts/request.ts';
import { holds } from '../../../models/match.ts';
import {
  type Breach,
  type BreachKind,
  nothingSpecial,
  type Tag,
  tagBreach,
  weighBreach,
} from '../../../models/verdict/breach.ts';
import { isNarrower } from '../../../models/verdict/implication.ts';
import { tagRules, weightRules } from '../../../models/verdict/server-weight.ts';
import { replyClauses } from '../../../src/verify/judge/obligation.ts';
import type { TargetDeclaration } from '../../../src/verify/judge/target.ts';
import { serverCases } from '../../../src/verify/server/case/request-case.ts';
import { targetOf } from '../target.ts';

const kinds: readonly BreachKind[] = ['accepted', 'unanswered', 'refused', 'reply', 'message', 'gone'];

/** Of all that is enumerated here, what no row names fits the same rows as what has no name at all. */
const patterns = [...weightRules, ...tagRules].map(({ when }) => when);
const named = new Set(patterns.flatMap(({ guard = [], answer = [] }) => [guard, answer].flat()));
const everyAnswer = [101, 200, 400, 403, 'closed', 'junk', 'nothing', 'silence'] as const;
const answers: readonly Breach['answer'][] = everyAnswer.filter((each) => each === 101 || named.has(each));

/** Every detail that is something special. */
const details: { readonly [Name in keyof RequestDetails]: readonly RequestDetails[Name][] } = {
  requestLine: ['oddlySpaced', 'oddTarget', 'oddVersion', 'noHttp'],
  httpVersion: ['below1'],
  fieldLines: ['foldOrBareCr', 'hidesUpgrade'],
  target: ['asterisk'],
  host: ['empty'],
  upgrade: ['versioned'],
  content: ['hugeLength', 'chunkedTwice'],
  version: ['draft'],
  subprotocol: ['emptyElements'],
  extensions: ['emptyElements', 'fullWindow'],
  rest: ['outstanding'],
};
/** Whether a pattern wants something special of a request, and this has it. */
function isNamed(pattern: (typeof patterns)[number], came: RequestDetails): boolean {
  const { kind: _, clause: _c, guard: _g, answer: _a, document: _d, level: _l, ...wanted } = pattern;
  return Object.keys(wanted).length > 0 && holds(wanted, came);
}

const special: readonly RequestDetails[] = [
  nothingSpecial,
  ...Object.entries(details).flatMap(([name, values]) =>
    values.map((value): RequestDetails => ({ ...nothingSpecial, [name]: value })),
  ),
].filter((came) => came === nothingSpecial || patterns.some((pattern) => isNamed(pattern, came)));

const namedGuards = serverRows.map(({ guard }) => guard).filter((guard) => named.has(guard));

/** The guards of the rows by which a clause is found broken, and none; all of them for a MAY, which has few rows. */
function guardsOf(clause: ClauseId): readonly (RequestGuard | null)[] {
  if (clauses[clause].level === 'MAY') return [null, ...new Set(namedGuards)];
  const own = serverRows.filter((row) => row.clause === clause).map(({ guard }) => guard);
  const wider = serverRows.map(({ guard }) => guard).filter((guard) => isNarrower(guard, clause));
  return [null, ...new Set([...own, ...wider])];
}

function* breachesOf(clause: ClauseId): Generator<Breach> {
  for (const kind of kinds)
    for (const guard of guardsOf(clause))
      for (const came of special)
        for (const answer of answers) yield { ...came, kind, clause, guard, answer };
}

const everything: TargetDeclaration = {
  origins: ['https://app.example.com'],
  subprotocols: ['chat'],
  subprotocolRequired: true,
  versions: [13],
  auth: { in: 'field', name: 'X-Api-Key', value: 'Tk-9fQ2x' },
};

/** What a server can be told: what the cases are made for, what refusals of them break, and what replies owe. */
function listToldClauses(): ReadonlySet<ClauseId> {
  const inMessage: TargetDeclaration = { auth: { in: 'firstMessage', value: 'Tk-9fQ2x' } };
  const cases = [{}, everything, inMessage].flatMap(
    (options) => serverCases(targetOf('ws://127.0.0.1/chat', options), 1, 1).literals,
  );
  const made = cases.flatMap(({ clause, changes }) => [clause, ...changes.map(({ refusedAs }) => refusedAs)]);
  return new Set([...made.filter((clause) => clause !== null), ...replyClauses]);
}

describe('of what a server can be told', () => {
  const told = [...listToldClauses()];
  const ofWhom: ReadonlySet<Tag> = new Set<Tag>(['service', 'declared']);
  const ofService = told.filter((clause) => clause.startsWith('service/'));
  /** The service says these, and RFC 9112 §6.3 and RFC 6455 §4.2.2 say the same. */
  const carried: readonly ClauseId[] = ['service/1/no-body-in-101', 'service/1/frames-after-101'];

  test.each(ofService.filter((clause) => !carried.includes(clause)))(
    '%s was declared, or is a warning that the service alone asks for',
    (clause) => {
      const isRight = (breach: Breach) => {
        const [tag, ...more] = tagBreach(tagRules, breach).filter((each) => ofWhom.has(each));
        const isWarning = tag === 'service' && weighBreach(weightRules, breach) !== 'MUST';
        return more.length === 0 && (tag === 'declared' || isWarning);
      };
      expect([...breachesOf(clause)].filter((breach) => !isRight(breach))).toEqual([]);
    },
  );

  test.each(carried)('%s is carried by RFCs, and no matter of the service', (clause) => {
    expect([...breachesOf(clause)].flatMap((breach) => tagBreach(tagRules, breach))).toEqual([]);
  });

  test.each([
    ['rfc6455/11.3.1/key-once', 'keyIsRepeated'],
    ['rfc6455/11.3.5/version-once', 'versionIsRepeated'],
  ] as const)('%s binds the sender, and to take it is lenient', (clause, guard) => {
    const taken = [...breachesOf(clause)].filter(
      (breach) => breach.guard === guard && breach.kind === 'accepted',
    );
    expect(taken.filter((breach) => !tagBreach(tagRules, breach).includes('leniency'))).toEqual([]);
    expect(taken).not.toEqual([]);
  });
});
