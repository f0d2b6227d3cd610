import { clauseIds } from '../../models/clauses.ts';
import { hopShown } from '../../models/decisions/hop.ts';
import type { Reasoned, Rule } from '../../models/match.ts';
import { clientObligations, trialObligations } from '../../models/obligations/client.ts';
import { hopObligations } from '../../models/obligations/hop.ts';
import type { ObligationRow } from '../../models/obligations/obligation.ts';
import { replyObligations } from '../../models/obligations/reply.ts';
import { requestObligations } from '../../models/obligations/request.ts';
import { shownRows } from '../../models/obligations/switch.ts';
import { clientTagRules, clientWeightRules } from '../../models/verdict/client-weight.ts';
import { conditionRules, isOfClause } from '../../models/verdict/condition.ts';
import { diagnosisRows } from '../../models/verdict/diagnosis.ts';
import { allowanceRules, exemptionRules } from '../../models/verdict/exemption.ts';
import { hopTagRules, hopWeightRules } from '../../models/verdict/hop-weight.ts';
import { implicationRules, narrowerRules } from '../../models/verdict/implication.ts';
import { type MirrorRule, replyMirror, requestMirror } from '../../models/verdict/mirror.ts';
import { notApplicableRules } from '../../models/verdict/not-applicable.ts';
import { tagRules, weightRules } from '../../models/verdict/server-weight.ts';
import { type Cell, type Listing, listingToMarkdown, listingToSvg } from '../../src/draw/index.ts';
import { describeName, describePattern, wantedOf } from '../../src/draw/rule-text.ts';
import type { FailureRow } from '../../src/knowledge/conclude.ts';
import { failureRows } from '../../src/knowledge/failure.ts';
import { ways } from '../../src/verify/report/unshown.ts';

export interface ListingPage {
  /** Of its files, without their endings. */
  readonly name: string;
  readonly title: string;
  readonly listing: Listing;
}

type Columns = Listing['columns'];

const clause = ['clause', 190] as const;
const reason = ['reason', 260] as const;

function page(
  name: string,
  title: string,
  rule: string,
  columns: Columns,
  rows: readonly (readonly Cell[])[],
): ListingPage {
  const id = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return { name, title, listing: { id, rule, columns, rows } };
}

const ofBreach: Columns = [['what', 80], ['if the request', 160], ['and is', 130], ['answer', 60], clause];

function describeBreach({ when }: { readonly when: object }): readonly Cell[] {
  return [
    wantedOf(when, 'kind').map(describeName),
    wantedOf(when, 'guard').map(describeName),
    describePattern(when, 'kind', 'guard', 'answer', 'clause', 'document', 'level'),
    wantedOf(when, 'answer'),
    [
      ...wantedOf(when, 'clause'),
      ...wantedOf(when, 'document').map((each) => `all of ${each}`),
      ...wantedOf(when, 'level').map((each) => `all of level ${each}`),
    ],
  ];
}

const ofClient: Columns = ofBreach
  .filter(([name]) => name !== 'answer')
  .map(([name, width]) => [name.replace('request', 'reply'), width]);

function describeClientBreach(rule: { readonly when: object }): readonly Cell[] {
  return describeBreach(rule).toSpliced(3, 1);
}

const ofHop: Columns = [
  ['if', 180],
  ['and is', 150],
];

function describeHopBreach({ when }: { readonly when: object }): readonly Cell[] {
  return [wantedOf(when, 'guard').map(describeName), describePattern(when, 'guard')];
}

const said: Columns = [['weighs', 60], reason, ['source', 90]];
const tagged: Columns = [['tag', 80], reason];

/** What a rule says, and why. */
function describeSaid({
  says,
  reason: why,
  source,
}: Pick<Rule<object, string>, 'says'> & Reasoned): readonly Cell[] {
  return source ? [[says], [why], [source]] : [[says], [why], []];
}

function describeTag({ says, reason: why }: Pick<Rule<object, string>, 'says'> & Reasoned): readonly Cell[] {
  return [[says], [why]];
}

const obligationColumns: Columns = [clause, ['owed if', 150], ['broken if', 150], ['expected', 220]];

interface Obligation extends Pick<ObligationRow<object>, 'clause' | 'owed' | 'expected'> {
  readonly broken: object;
}

function describeObligation({ clause: id, owed, broken, expected }: Obligation): readonly Cell[] {
  return [[id], [describeName(owed)], describePattern(broken), [expected]];
}

const mirrorColumns: Columns = [['if', 190], ['and is', 160], ['about', 150], clause];

function describeMirror({ when, says }: MirrorRule<string>): readonly Cell[] {
  return [
    wantedOf(when, 'guard').map(describeName),
    describePattern(when, 'guard'),
    says ? [says.about] : [],
    [says?.clause ?? 'nothing'],
  ];
}

const places = new Map([
  ['replies', 'in any reply'],
  ['acceptedFaults', 'where accepted'],
  ['refusals', 'where refused'],
]);

/** Which rows of a table count. */
const byItself = 'Each row applies by itself.';
const byMessage = `${byItself} If a message owes what a row says, the message also shows whether this is kept.`;
const firstOfBreach = 'The first row about a breach applies.';
const firstOfGuard = 'The first row that fits a guard applies.';
const allOfFinding = 'All rows about the finding apply.';

export const listingPages: readonly ListingPage[] = [
  page(
    'reply-obligation',
    'What a server owes in any reply',
    byMessage,
    obligationColumns,
    replyObligations.map(describeObligation),
  ),
  page(
    'request-obligation',
    'What a client owes in any opening',
    byMessage,
    obligationColumns,
    requestObligations.map(describeObligation),
  ),
  page(
    'client-obligation',
    'What a client owes besides its opening',
    byMessage,
    obligationColumns,
    [...clientObligations, ...trialObligations].map(describeObligation),
  ),
  page(
    'hop-obligation',
    'What an intermediary owes besides a handshake that opens',
    byMessage,
    obligationColumns,
    hopObligations.map(describeObligation),
  ),
  page(
    'reply-mirror',
    "What a server breaks by a 101 that a client's table refuses",
    firstOfGuard,
    mirrorColumns,
    replyMirror.map(describeMirror),
  ),
  page(
    'request-mirror',
    "What a client breaks by an opening that a server's table refuses",
    firstOfGuard,
    mirrorColumns,
    requestMirror.map(describeMirror),
  ),
  page(
    'switch-shown',
    'What a 101 shows of what it agrees to',
    byItself,
    [clause, ['shown if', 170], reason],
    shownRows.map(({ clause: id, owed, reason: why }) => [[id], [describeName(owed)], [why]]),
  ),
  page(
    'hop-shown',
    'What a handshake through an intermediary shows',
    byItself,
    [['if', 260], clause],
    hopShown.map(({ when, says }) => [describePattern(when), says]),
  ),
  page(
    'moot',
    'What a reply can neither keep nor break',
    byItself,
    [['fault', 170], clause, reason],
    notApplicableRules.map(({ when, says, reason: why }) => [
      [
        ...(when.guard ? wantedOf(when, 'guard').map(describeName) : ['any that was accepted']),
        ...(when.standing ? [] : ['though it need not be found']),
      ],
      says,
      [why],
    ]),
  ),
  page(
    'unshown-clause',
    'Why a clause was not shown',
    'The first row about a clause applies.',
    [clause, ['given', 170], ['why', 90], reason, ['is played with', 190]],
    conditionRules.map((rule) => {
      const { when, says, reason: told } = rule;
      return [
        clauseIds.filter((id) => isOfClause(rule, id)),
        describePattern(when, 'needs'),
        [describeName(says.why)],
        [told],
        says.unlock === undefined ? [] : [ways[says.unlock].sample],
      ];
    }),
  ),
  page(
    'latitude',
    'How much a breach weighs',
    firstOfBreach,
    [...ofBreach, ...said],
    weightRules.map((rule) => [...describeBreach(rule), ...describeSaid(rule)]),
  ),
  page(
    'finding-tag',
    'What a finding is about besides its clause',
    allOfFinding,
    [...ofBreach, ...tagged],
    tagRules.map((rule) => [...describeBreach(rule), ...describeTag(rule)]),
  ),
  page(
    'client-latitude',
    'How much a breach of a client weighs',
    firstOfBreach,
    [...ofClient, ...said],
    clientWeightRules.map((rule) => [...describeClientBreach(rule), ...describeSaid(rule)]),
  ),
  page(
    'client-finding-tag',
    'What a finding on a client is about besides its clause',
    allOfFinding,
    [...ofClient, ...tagged],
    clientTagRules.map((rule) => [...describeClientBreach(rule), ...describeTag(rule)]),
  ),
  page(
    'hop-latitude',
    'How much a breach of an intermediary weighs',
    firstOfBreach,
    [...ofHop, ...said],
    hopWeightRules.map((rule) => [...describeHopBreach(rule), ...describeSaid(rule)]),
  ),
  page(
    'hop-finding-tag',
    'What a finding on an intermediary is about besides its clause',
    allOfFinding,
    [...ofHop, ...tagged],
    hopTagRules.map((rule) => [...describeHopBreach(rule), ...describeTag(rule)]),
  ),
  page(
    'exemption',
    'Which faults a server need not find, by its declaration',
    byItself,
    [['fault', 170], ['declared', 150], reason],
    exemptionRules.map((rule) => [...describeHopBreach(rule), [rule.reason]]),
  ),
  page(
    'client-allowance',
    'What no client is blamed for, besides what its row permits',
    byItself,
    [['if', 170], ['and is', 150], ['outcome', 70], clause, reason],
    allowanceRules.map(({ when, says, reason: why }) => [
      wantedOf(when, 'guard').map(describeName),
      describePattern(when, 'guard', 'outcome'),
      wantedOf(when, 'outcome').map(describeName),
      [says.clause],
      [why],
    ]),
  ),
  page(
    'implication',
    'Which breach shows which others',
    byItself,
    [clause, ['where', 90], ['shows', 190], reason],
    implicationRules.map(({ when, says, reason: why }) => [
      wantedOf(when, 'clause'),
      wantedOf(when, 'among').map((each) => places.get(each) ?? each),
      says,
      [why],
    ]),
  ),
  page(
    'narrower-clause',
    'Which clauses say more of a fault than its row does',
    byItself,
    [['fault', 170], clause],
    narrowerRules.map(({ when, says }) => [wantedOf(when, 'guard').map(describeName), says]),
  ),
  page(
    'diagnosis',
    'Why a server breaks a clause',
    'The first row that fits a finding applies. A row fits if everything that supports it was seen, and nothing that excludes it.',
    [['id', 150], ['cause', 220], ['of what', 150], clause, ['supported by', 220], ['excluded by', 220]],
    diagnosisRows.map(({ id, cause, findings: { kinds, parts, guards, clauses }, supports, excludes }) => [
      [id],
      [cause],
      [...kinds, ...(parts ?? []), ...(guards ?? []).map(describeName)],
      clauses ?? [],
      supports.map(describeName),
      excludes.map(describeName),
    ]),
  ),
  page(
    'failure',
    'Why a connection does not open, or cannot be used',
    'A row applies if one of its combinations of signs was seen, and no sign that excludes it. The most certain row comes first; of equally certain rows, the earlier one.',
    [
      ['diagnosis', 200],
      ['certain by', 200],
      ['likely by', 200],
      ['possible by', 160],
      ['not where', 200],
    ],
    failureRows.map((row: FailureRow) => [
      [row.id, row.title],
      ...[row.certain, row.likely, row.possible].map((grounds = []) =>
        grounds.map((signs) => signs.map(describeName).join(' and ')),
      ),
      (row.excludes ?? []).map(describeName),
    ]),
  ),
];

/** A drawing and a page for each table that is no decision, by the names of the files. */
export async function drawListings(
  pages: readonly ListingPage[] = listingPages,
): Promise<ReadonlyMap<string, string>> {
  const drawn = pages.map(async ({ name, title, listing }) => {
    const text = [`# ${title}`, `${listing.rule} [As SVG](${name}.svg)`, listingToMarkdown(listing)];
    return [
      [`${name}.md`, text.join('\n\n')],
      [`${name}.svg`, await listingToSvg(listing)],
    ] as const;
  });
  return new Map((await Promise.all(drawn)).flat());
}
