import type { BreachPattern } from '../../models/breach.ts';
import { type ClientBreachPattern, clientLatitudeRows, clientTagRows } from '../../models/client-latitude.ts';
import type { FailureRow } from '../../models/conclude.ts';
import { conditionRows } from '../../models/condition.ts';
import { diagnosisRows } from '../../models/diagnosis.ts';
import { allowanceRows, exemptionRows } from '../../models/exemption.ts';
import { failureRows } from '../../models/failure.ts';
import { type HopBreachPattern, hopLatitudeRows, hopTagRows } from '../../models/hop-latitude.ts';
import { hopObligations } from '../../models/hop-obligation.ts';
import { implicationRows, narrowerRows } from '../../models/implication.ts';
import { latitudeRows, tagRows } from '../../models/latitude.ts';
import { type MirrorRow, replyMirror, requestMirror } from '../../models/mirror.ts';
import { mootRows } from '../../models/moot.ts';
import type { ObligationRow } from '../../models/obligation.ts';
import { replyObligations } from '../../models/reply-obligation.ts';
import { requestObligations } from '../../models/request-obligation.ts';
import { shownRows } from '../../models/shown.ts';
import { type Cell, type Listing, listingToMarkdown, listingToSvg } from '../../src/draw/index.ts';
import { describeName } from '../../src/draw/rule-text.ts';

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

/** `host: empty`, for example; parts of what a row compares. */
/** A fact beside its value, or its values. */
function describeFacts(facts: object = {}): Cell {
  return Object.entries(facts).map(([name, wanted]) => {
    const values: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    return `${describeName(name)}: ${values.map((value) => describeName(String(value))).join(', ')}`;
  });
}

const ofBreach: Columns = [['what', 80], ['if the request', 160], ['and is', 130], ['answer', 60], clause];

function describeBreach({ kinds, guards, came, answers, clauses, documents, levels }: BreachPattern) {
  return [
    (kinds ?? []).map(describeName),
    (guards ?? []).map(describeName),
    describeFacts(came),
    (answers ?? []).map(String),
    [
      ...(clauses ?? []),
      ...(documents ?? []).map((each) => `all of ${each}`),
      ...(levels ?? []).map((each) => `all of level ${each}`),
    ],
  ];
}

const ofClient: Columns = [['what', 80], ['if the reply', 160], ['and is', 130], clause];

function describeClientBreach({ kinds, guards, came, clauses, documents }: ClientBreachPattern) {
  return [
    (kinds ?? []).map(describeName),
    (guards ?? []).map(describeName),
    describeFacts(came),
    [...(clauses ?? []), ...(documents ?? []).map((each) => `all of ${each}`)],
  ];
}

const ofHop: Columns = [
  ['if', 180],
  ['and is', 150],
];

function describeHopBreach({ guards, came }: HopBreachPattern) {
  return [(guards ?? []).map(describeName), describeFacts(came)];
}

const obligationColumns: Columns = [clause, ['owed if', 150], ['broken if', 150], ['expected', 220]];

interface Obligation extends Pick<ObligationRow<object>, 'clause' | 'owed' | 'expected'> {
  readonly broken: object;
}

function describeObligation({ clause: id, owed, broken, expected }: Obligation): readonly Cell[] {
  return [[id], [describeName(owed)], describeFacts(broken), [expected]];
}

const mirrorColumns: Columns = [['if', 190], ['and is', 160], ['about', 150], clause];

function describeMirror({ guard, came, clause: id, about }: MirrorRow<string>): readonly Cell[] {
  return [[describeName(guard)], describeFacts(came), [about], [id ?? 'nothing']];
}

const places = { replies: 'in any reply', acceptedFaults: 'where accepted', refusals: 'where refused' };

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
    'moot',
    'What a reply can neither keep nor break',
    byItself,
    [['fault', 170], clause, reason],
    mootRows.map(({ faults, isExemptToo = false, clauses, reason: why }) => [
      [
        ...(faults === 'any' ? ['any that was accepted'] : faults.map(describeName)),
        ...(isExemptToo ? ['though it need not be found'] : []),
      ],
      clauses,
      [why],
    ]),
  ),
  page(
    'unshown-clause',
    'Why a clause was not shown',
    'The first row about a clause applies.',
    [clause, ['given', 170], ['why', 90], reason, ['is played with', 190]],
    conditionRows.map(({ clauses = [], given, why, reason: told, unlock }) => [
      clauses,
      describeFacts(given),
      [describeName(why)],
      [told],
      unlock === undefined ? [] : [unlock],
    ]),
  ),
  page(
    'latitude',
    'How much a breach weighs',
    firstOfBreach,
    [...ofBreach, ['weighs', 60], reason, ['source', 90]],
    latitudeRows.map((row) => [
      ...describeBreach(row),
      [row.weight],
      [row.reason],
      row.source === null ? [] : [row.source],
    ]),
  ),
  page(
    'finding-tag',
    'What a finding is about besides its clause',
    allOfFinding,
    [...ofBreach, ['tag', 80]],
    tagRows.map((row) => [...describeBreach(row), [row.tag]]),
  ),
  page(
    'client-latitude',
    'How much a breach of a client weighs',
    firstOfBreach,
    [...ofClient, ['weighs', 60], reason, ['source', 90]],
    clientLatitudeRows.map((row) => [...describeClientBreach(row), [row.weight], [row.reason], [row.source]]),
  ),
  page(
    'client-finding-tag',
    'What a finding on a client is about besides its clause',
    allOfFinding,
    [...ofClient, ['tag', 80]],
    clientTagRows.map((row) => [...describeClientBreach(row), [row.tag]]),
  ),
  page(
    'hop-latitude',
    'How much a breach of an intermediary weighs',
    firstOfBreach,
    [...ofHop, ['weighs', 60], reason, ['source', 90]],
    hopLatitudeRows.map((row) => [...describeHopBreach(row), [row.weight], [row.reason], [row.source]]),
  ),
  page(
    'hop-finding-tag',
    'What a finding on an intermediary is about besides its clause',
    allOfFinding,
    [...ofHop, ['tag', 80]],
    hopTagRows.map((row) => [...describeHopBreach(row), [row.tag]]),
  ),
  page(
    'exemption',
    'Which faults a server need not find, by its declaration',
    byItself,
    [['fault', 170], ['declared', 150], reason],
    exemptionRows.map(({ guard, declared, reason: why }) => [
      [describeName(guard)],
      describeFacts(declared),
      [why],
    ]),
  ),
  page(
    'client-allowance',
    'What no client is blamed for, besides what its row permits',
    byItself,
    [['if', 170], ['facts', 150], ['and is', 150], ['outcome', 70], clause, reason],
    allowanceRows.map(({ guard, facts, came, outcome, clause: id, reason: why }) => [
      [describeName(guard)],
      describeFacts(facts),
      describeFacts(came),
      [describeName(outcome)],
      [id],
      [why],
    ]),
  ),
  page(
    'implication',
    'Which breach shows which others',
    byItself,
    [clause, ['where', 90], ['shows', 190], reason],
    implicationRows.map(({ clause: id, among, shows, reason: why }) => [[id], [places[among]], shows, [why]]),
  ),
  page(
    'narrower-clause',
    'Which clauses say more of a fault than its row does',
    byItself,
    [['fault', 170], clause],
    narrowerRows.map(({ guard, clauses }) => [[describeName(guard)], clauses]),
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
