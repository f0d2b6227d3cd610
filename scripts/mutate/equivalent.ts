import { clientTagRules, clientWeightRules } from '../../models/verdict/client-weight.ts';
import { conditionRules } from '../../models/verdict/condition.ts';
import { exemptionRules } from '../../models/verdict/exemption.ts';
import { hopWeightRules } from '../../models/verdict/hop-weight.ts';
import { weightRules } from '../../models/verdict/server-weight.ts';
import { products } from '../../src/knowledge/product.ts';

/** Code of which a mutant survives and makes no difference that a test could see. */
export interface Equivalent {
  readonly file: string;
  /** The code as it is, in one line, cut at 60 characters. */
  readonly original: string;
  readonly why: string;
}

const shortCut = 'it is a short cut, and the long way comes to the same';
const behind =
  'what stands behind the end of a text, or of octets, is nothing, and no character fits nothing';
const unused = 'the value in its place fits nothing either';
const cutBefore = 'the text has been cut to what the pattern can match before';
const overwritten = 'the white space that is stepped over twice is no part of what is left';

const inWire: readonly (readonly [file: string, original: string, why: string])[] = [
  [
    'body-reader.ts',
    "this.#content.kind === 'length'",
    'no other content has a number of octets to compare with',
  ],
  ['chunk-decoder.ts', '!/[0-9A-Fa-f]/.test(octet)', shortCut],
  ['content.ts', "''", unused],
  ['field.ts', 'nameEnd + 1', 'a name has nothing that would end the text behind it'],
  ['field.ts', 'end < 0', 'a line end at 0 is an empty line, which ends the fields before'],
  ['head-reader.ts', 'from + chunk.length <= this.#limit', shortCut],
  ['head-reader.ts', 'at < this.#start + octetsJudged[this.#kind]', shortCut],
  ['head-reader.ts', 'read < chunk.length', shortCut],
  ['host.ts', "/^\\[v[0-9a-f]+\\.[a-z0-9\\-._~!$&'()*+,;=:]+\\]$/i", cutBefore],
  ['host.ts', '/^\\[[0-9A-Fa-f:.]+\\]$/', cutBefore],
  ['host.ts', "'%'", shortCut],
  ['key.ts', 'PADDING.startsWith(padding)', 'what begins with "=" and ends with it are the same here'],
  ['list.ts', 'values.length === 1 && only !== undefined', shortCut],
  ['token.ts', '/[A-Z]+/g', 'letters one by one come to the same'],
  ['list.ts', 'only !== undefined', shortCut],
  ['list.ts', 'start <= value.length', 'the element behind the last comma is empty'],
  ['list.ts', 'slash < 0', 'an empty name is no token'],
  ['obs-fold.ts', '!FOLD.test(head)', shortCut],
  ['octet-buffer.ts', 'needed <= this.#octets.length', shortCut],
  ['octet.ts', "typeof Buffer === 'undefined'", shortCut],
  ['octet.ts', 'NodeBuffer !== null && octets instanceof NodeBuffer', shortCut],
  ['octet.ts', 'NodeBuffer !== null', shortCut],
  ['octet.ts', 'at < octets.length', behind],
  ['octet.ts', '!NOT_ASCII.test(text)', shortCut],
  ['octet.ts', 'at < text.length', behind],
  ['quoted-string.ts', '/^[\\t\\x20-\\x7e\\x80-\\xff]$/', cutBefore],
  ['start-line.ts', '/^[0-9]{3}$/', cutBefore],
  ['target.ts', "''", unused],
  ['target.ts', 'target.charCodeAt(at) === PERCENT', shortCut],
  ['target.ts', 'start < target.length', behind],
  ['text-run.ts', 'end < text.length', behind],
  ['uri.ts', "''", unused],
  ['uri.ts', '[]', unused],
  ['uri.ts', '/^\\[|\\]$/g', 'a host has brackets at its ends alone'],
  ['version.ts', 'value.length <= LONGEST', 'a number of more digits is beyond the largest'],
  ['white-space.ts', 'end < text.length', behind],
  ['white-space.ts', 'first < end', overwritten],
  ['white-space.ts', 'last > first', overwritten],
];

const inTables: readonly (readonly [file: string, original: string, why: string])[] = [
  ['src/knowledge/conclude.ts', '[]', 'nobody has seen such a sign'],
  ['models/verdict/condition.ts', 'wanted !== undefined', 'no fact has to be undefined'],
  ['models/verdict/condition.ts', "'nothing'", 'no rule asks for what needs nothing'],
  [
    'models/verdict/breach.ts',
    'weights[weight] > weights[most]',
    'two weights that weigh the same are the same',
  ],
];

/** Rows are told by words of their own, so that others may come before them. */
type OfRow = readonly [words: string, ...changes: readonly string[]];

function ofTable(place: string, rows: readonly object[], why: string, of: readonly OfRow[]) {
  const [file = '', name = ''] = place.split('#');
  return of.flatMap(([words, ...changes]): readonly Equivalent[] => {
    const found = rows.flatMap((row, at) => (JSON.stringify(row).includes(words) ? [at] : []));
    if (found.length !== 1) throw new Error(`${found.length} rows of ${name} have the words: ${words}`);
    return changes.map((change) => ({
      file,
      original: `${name}#${found[0]}${change}`,
      why,
    }));
  });
}

const latitude = 'models/verdict/server-weight.ts#weightRules';
const hopLatitude = 'models/verdict/hop-weight.ts#hopWeightRules';
const condition = 'models/verdict/condition.ts#conditionRules';
const clientTags = 'models/verdict/client-weight.ts#clientTagRules';
const clientLatitude = 'models/verdict/client-weight.ts#clientWeightRules';

const product = 'src/knowledge/product.ts#products';

const anyKind = '.when.kind condition dropped';
const unanswered = '.when.kind.1 entry dropped';
const swapped = ' rows swapped';
const alike = 'both rows weigh the same';
const apart = 'no breach is of both rows';
const ofRegister = 'the register lets its clause weigh no more';
const otherClause = 'no clause is of both rows';

/** The same of changes of a table: `original` is the change by its name in a journal, without the file. */
export const equivalentRows: readonly Equivalent[] = [
  ...ofTable(latitude, weightRules, 'its clause is one that a reply owes, and has no other kind of breach', [
    ['lets a server answer a wrong credential', anyKind],
    ['An Origin that cannot be read', anyKind],
    ['names 400 as an example', anyKind],
    ['names no version to be told others for', anyKind],
    ['its end alone does not show what was read', anyKind],
    ['rfc9110/7.8/switch-only-as-asked', anyKind],
    ['rfc7692/7.1.2.1/server-bits-echoed', anyKind],
  ]),
  ...ofTable(
    latitude,
    weightRules,
    'what is unanswered, and nothing else, has junk or silence for an answer',
    [
      ['may have an answer that is no HTTP', anyKind],
      ['may be answered in that version', anyKind],
      ['A server that is told of content may wait', anyKind],
      ['where a request is no HTTP', anyKind, '.when.answer condition dropped'],
    ],
  ),
  ...ofTable(latitude, weightRules, 'what else has no reply weighs as much as its clause anyway', [
    ['Who stops processing an opening', '.when.clause condition dropped'],
  ]),
  ...ofTable(latitude, weightRules, 'an earlier row weighs what is unanswered there', [
    ['oddlySpaced', unanswered],
    ['"oddTarget"', unanswered],
    ['oddVersion', unanswered],
    ['foldOrBareCr', unanswered],
    ['where no section says more of the line', unanswered],
  ]),
  ...ofTable(latitude, weightRules, 'its clause is broken by refusals alone', [
    ['The text has the offer declined', anyKind],
  ]),
  ...ofTable(latitude, weightRules, ofRegister, [
    ['rfc9112/2.2/lone-line-feed', '.when.clause.0 entry dropped'],
    ['rfc9110/7.8/upgrade-list', '.when.clause.0 entry dropped', '.when.clause.5 entry dropped'],
  ]),
  ...ofTable(latitude, weightRules, apart, [
    ['where a request is no HTTP', swapped],
    ['where no section says more of the line', swapped],
  ]),
  ...ofTable(latitude, weightRules, alike, [
    ['its end alone does not show what was read', swapped],
    ['the service specification alone asks for it', swapped],
  ]),
  ...ofTable(hopLatitude, hopWeightRules, 'nobody is blamed for it otherwise, either', [
    ['Nothing that is about HTTP binds', '.when.guard.16 entry dropped'],
  ]),
  ...ofTable(hopLatitude, hopWeightRules, alike, [
    ['Nothing that is about HTTP binds', swapped],
    ['may be refused, mended, or given up', swapped],
    ['In the place of a reply that breaks a rule', swapped],
    ['a MUST that few ever meet', swapped],
  ]),
  ...ofTable(clientLatitude, clientWeightRules, ofRegister, [
    ['does not tell the client to look', '.when.guard.2 entry dropped'],
  ]),
  ...ofTable(clientTags, clientTagRules, 'who accepted a fault, and nobody else, is charged by a guard', [
    ['httpMajorIsNot1', anyKind],
    ['extensionServerBitsAreMissing', anyKind],
  ]),
  ...ofTable(condition, conditionRules, otherClause, [
    ['where every request comes secured', swapped],
    ['not to look that closely', swapped],
    ['no pong came behind a 101', swapped],
    ['permessage-deflate with an invalid value', swapped],
    ['no reply limited the window', swapped],
  ]),
  ...ofTable(product, products, 'it is seen by replies of its own alone, which make either a hop', [
    ['"HAProxy"', '.role value replaced: "either"'],
    ['"AWS ALB"', '.role value replaced: "either"'],
    ['"mitmproxy"', '.role value replaced: "either"'],
  ]),
  ...exemptionRules.map((_, at) => ({
    file: 'models/verdict/exemption.ts',
    original: `exemptionRules#${at} rows swapped`,
    why: 'any row of them excuses, whichever goes first',
  })),
];

const unasked = 'no row asks for the value, only for others';
const unreached = 'what calls it has seen to that before';

const inJudge: readonly (readonly [file: string, original: string, why: string])[] = [
  ['case-judgement.ts', 'guard !== null', 'where no change is a fault, nothing was refused for one'],
  ['case-judgement.ts', 'isFaulty && reply?.status !== 101', 'the same, and a 101 refuses nothing'],
  ['case-judgement.ts', 'reply?.status !== 101', 'a 101 shows nothing of how a fault is refused'],
  ['case-judgement.ts', 'answer.reply?.status === 101', 'a valid request that was not refused has a 101'],
  ['case-judgement.ts', "''", 'a request without a key is not the canonical one, whatever its key were'],
  ['case-judgement.ts', '[]', 'the same; and nobody is excused from what comes behind a 101'],
  ['case-judgement.ts', "answer.reply?.status ?? 'junk'", 'no weight of this clause hangs on the answer'],
  ['case-judgement.ts', "'junk'", 'no weight of this kind of breach hangs on the answer'],
  ['case-judgement.ts', 'reply?.status === 101', 'nothing is behind any other reply, and no pong'],
  ['case-judgement.ts', 'false', 'HTTP/ begins with no frame, be there extensions or not'],
  ['change.ts', "''", 'it stands before the lines of both messages'],
  ['change.ts', 'other?.name', 'a message that has the same fields has as many lines'],
  [
    'change.ts',
    'one.colon === other.colon',
    'fields were compared before, so that only their order can differ',
  ],
  [
    'change.ts',
    'one.value === other.value',
    'fields were compared before, so that only their order can differ',
  ],
  ['judgement.ts', 'charged.length > 0', shortCut],
  [
    'judgement.ts',
    "kind === 'reply'",
    'a reply is weighed by a fault only where that is the one, and none from which a target is excused',
  ],
  ['judgement.ts', "'reply'", 'the same'],
  ['judgement.ts', 'reply.status !== 101', 'a 101 accepts the fault, which is asked for beside'],
  ['judgement.ts', '!first', unreached],
  ['judgement.ts', '[]', unreached],
  ['judgement.ts', "'nothing'", 'an answer that ends as replied has a reply'],
  ['obligation.ts', 'name === null', 'it is told only where there is such a list'],
  ['obligation.ts', 'content === null', 'it is told only where content was waited for'],
  ['obligation.ts', "'none'", 'it is told only where there is such a list'],
  [
    'obligation.ts',
    '() => openEndpoint',
    'an unknown path is no fault of a client, and the fallback is the same',
  ],
  ['obligation.ts', 'false', 'what a server welcomes without TLS is no fault of a client'],
  ['observation.ts', "''", 'both of two values are there'],
  ['oracle.ts', "'omit'", unasked],
  ['oracle.ts', "'accept'", unasked],
  ['oracle.ts', "'strict'", unasked],
  ['oracle.ts', "'undeclared'", unasked],
  ['oracle.ts', "'granted'", unasked],
  ['oracle.ts', '[]', unused],
  ['oracle.ts', 'rows[0]?.guard', 'nothing is asked of rows that there are none of'],
  ['oracle.ts', 'known', shortCut],
  ['oracle.ts', 'auth?.in', 'a credential was found, so that one was declared'],
  ['oracle.ts', 'auth?.value', 'a credential was found, so that one was declared'],
  ['oracle.ts', 'credential !== null', 'a credential was found'],
  ['own-clause.ts', "'unanswered'", unasked],
  ['own-clause.ts', "'none'", 'content that was sent is a fault itself, and nothing else asks for no fault'],
  ['own-clause.ts', "'several'", unasked],
  ['own-clause.ts', "'open'", unasked],
  ['own-clause.ts', "'other'", unasked],
  ['own-clause.ts', "'unknown'", unasked],
  ['own-clause.ts', 'reply.status === 101', 'any other reply ends the answer, and not the connection'],
  [
    'own-clause.ts',
    'faults.filter((row) => !owed.includes(row))',
    'what is owed is accepted and counts as that, or refused by what has no accept value',
  ],
  ['own-clause.ts', 'accepted.length + exempt.length === 0', shortCut],
  ['own-clause.ts', '[]', unused],
  ['own-clause.ts', "status !== 'any'", 'no fault has a row that permits any status'],
  ['own-clause.ts', "'any'", 'no fault has a row that permits any status'],
  ['seen/evidence.ts', '[]', 'it is of no side'],
  ['seen/passage.ts', '[]', 'no line has such a name'],
  ['seen/passage.ts', '({ status }) => status', 'only how many there are counts'],
  ['seen/head-line.ts', 'false', 'the first line says which it is before it is asked'],
  ['seen/head-line.ts', 'end + 2', 'what stands before an empty line is a line end on both sides'],
  ['seen/passage.ts', 'same < before.length && same < behind.length', behind],
  ['seen/passage.ts', 'same < before.length', behind],
  ['seen/passage.ts', 'same < behind.length', behind],
  ['switch/spoilt-switch.ts', "''", 'a match has what it is asked for'],
  ['switch/spoilt-switch.ts', '[]', 'a list of one has no second either'],
  ['switch/switch.ts', "{ rules: 'rfc6455' }", 'the rows of a browser alone ask for rules'],
  ['switch/switch.ts', "'rfc6455'", 'the rows of a browser alone ask for rules'],
  ['switch/switch.ts', 'rows.every(({ verdict }) => clientTable.faultless.includes(v', shortCut],
  ['switch/switch.ts', '({ verdict }) => clientTable.faultless.includes(verdict)', shortCut],
  ['switch/switch.ts', "''", 'a text that is split has a first part'],
];

const inFacts: readonly (readonly [file: string, original: string, why: string])[] = [
  ['behind-facts.ts', 'first < 0x80', 'whose first octet is 0x80 is a continuation, and no control frame'],
  ['behind-facts.ts', 'length === null', 'a head that is not whole goes beyond the octets'],
  ['field-disposition.ts', '[]', 'both of two values are there'],
  ['field-disposition.ts', "kind === 'single'", 'the same values are as many'],
  ['field-disposition.ts', "'single'", 'the same values are as many'],
  ['field-disposition.ts', 'before.length > behind.length', 'as many lines have been told apart before'],
  ['first-message-facts.ts', '{ return null; }', 'what was not parsed is no object'],
  ['first-message-facts.ts', "typeof json !== 'object'", 'what is no object has no such members'],
  ['head-facts.ts', "'problem'", 'a fault has no value, which counts as no fields'],
  ['head-facts.ts', 'fields && unfolded === text', shortCut],
  ['hop-facts.ts', 'replied.final !== null', 'a reply that was relayed has both heads'],
  ['hop-facts.ts', 'returned.final !== null', 'a reply that was relayed has both heads'],
  ['hop-reply-facts.ts', 'asked?.length', 'both of two lists are there'],
  ['hop-reply-facts.ts', 'chosen?.every', 'both of two lists are there'],
  [
    'hop-request-facts.ts',
    "behind.form !== 'absolute' && behind.form !== 'origin'",
    'any other form has no path, and the one before has',
  ],
  ['hop-sight.ts', "'request'", 'a head that does not begin as a request cannot be read as one either'],
  ['hop-sight.ts', "progress.state === 'complete'", 'a head that is not complete cannot be read'],
  ['obligation-facts.ts', 'listed.length > 0', shortCut],
  ['obligation-facts.ts', '[]', unused],
  ['obligation-facts.ts', "','", shortCut],
  ['obligation-facts.ts', "''", unused],
  ['obligation-facts.ts', '/[AQgw]==$/', 'a key has "=" at its end alone'],
  ['passage-facts.ts', 'replied.final === null || replied.final.status === 101', shortCut],
  ['passage-facts.ts', 'replied.final === null', unreached],
  ['passage-facts.ts', 'replied.final.status === 101', 'a 101 has no content'],
  ['passage-facts.ts', "{ kind: 'none' }", unreached],
  ['passage-facts.ts', "'none'", unreached],
  ['reply-head-details.ts', '/[ \\t\\v\\f\\r]+/', 'the empty words in between are left out'],
  ['request-content.ts', 'false', 'no content of a request ends with the connection'],
  [
    'request-details.ts',
    '/\\r\\n[ \\t]+|\\r(?!\\n)|\\0/g',
    'more white space in a line makes no other value, and no name either',
  ],
  ['request-details.ts', "''", unused],
  ['request-details.ts', 'slash > 0', 'an empty name is not "websocket"'],
  ['request-details.ts', 'values.length === 0', shortCut],
  ['request-details.ts', '[]', unused],
  ['request-facts.ts', "target.form !== 'absolute'", 'no other form has a scheme'],
  ['switch-facts.ts', 'lines.length > 0', shortCut],
  ['negotiated.ts', '[]', unused],
];

/** `isAlone` of request-facts.ts: nothing has to be parsed to know that a list is its one element. */
const inAlone = [
  'values.length === 1',
  'only !== undefined',
  'values.length === 1 && only !== undefined',
  'values.length === 1 && only !== undefined && equalsIgnoringC',
  '{ const only = values[0]; return values.length === 1 && only',
];

export const equivalents: readonly Equivalent[] = [
  ...inAlone.map((original) => ({ file: 'src/facts/request-facts.ts', original, why: shortCut })),
  {
    file: 'models/compile.ts',
    original: '[]',
    why: 'an event that no state answers to is ignored',
  },
  {
    file: 'models/compile.ts',
    original: 'this.#step.get(this.#state)?.get',
    why: 'every state has its steps, be they none',
  },
  {
    file: 'src/negotiation/deflate-parameter.ts',
    original: 'value !== null',
    why: 'the pattern does not match "null"',
  },
  ...inTables.map(([file, original, why]) => ({ file, original, why })),
  ...inWire.map(([name, original, why]) => ({ file: `src/wire/${name}`, original, why })),
  ...inJudge.map(([name, original, why]) => ({ file: `src/verify/judge/${name}`, original, why })),
  ...inFacts.map(([name, original, why]) => ({ file: `src/facts/${name}`, original, why })),
];
