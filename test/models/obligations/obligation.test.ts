import { describe, expect, test } from 'vitest';
import { type ClauseId, clauses, isClauseId } from '../../../models/clauses.ts';
import type { AnswerFacts } from '../../../models/facts/answer.ts';
import type { ConductFacts } from '../../../models/facts/conduct.ts';
import type { OpeningFacts } from '../../../models/facts/opening.ts';
import type { PassageFacts } from '../../../models/facts/passage.ts';
import type { TrialFacts } from '../../../models/facts/trial.ts';
import {
  clientObligationTable,
  conductGuards,
  trialGuards,
  trialObligationTable,
} from '../../../models/obligations/client.ts';
import { hopObligationTable, passageGuards } from '../../../models/obligations/hop.ts';
import { checkObligations } from '../../../models/obligations/obligation.ts';
import { answerGuards, replyObligationTable } from '../../../models/obligations/reply.ts';
import { openingGuards, requestObligationTable } from '../../../models/obligations/request.ts';
import { readRows } from '../../text-row.ts';
import { findIdleRows } from '../expectation.ts';

/** A 101 that keeps everything, of a server of which nothing is known. */
const kept: AnswerFacts = {
  ...{ status: 101, interims: 'none', statusLine: 'spaced', fieldLines: 'whole', lists: 'ok' },
  ...{ upgrade: 'sent', upgradeOption: 'listed', closeOption: 'unlisted', accept: 'sent' },
  ...{ subprotocol: 'absent', allow: 'absent', challenge: 'absent', date: 'ok' },
  ...{ contentLength: 'absent', transferEncoding: 'absent' },
  ...{ versions: 'absent', refusedVersion: 'unlisted', declaredVersions: 'unlisted' },
  ...{ content: 'unseen', behind: 'nothing', pong: 'came', end: 'unseen', second: 'unasked' },
  ...{ askedVersion: 'other', requestContent: 'none', contentUse: 'unseen', wait: 'other' },
  ...{ fault: 'none', refusal: 'open', asksFor: 'websocket', requestVersion: 'other', method: 'other' },
  ...{ expectation: 'none', choice: 'open', support: 'open' },
  ...{ speaks: 'undeclared', clock: 'unknown', resource: 'unknown', intent: 'unknown' },
};
/** A refusal that keeps everything. */
const refusal: Partial<AnswerFacts> = {
  ...{ status: 400, upgrade: 'absent', accept: 'absent', pong: 'missing' },
};
/** What every reply shows, and every 101 besides. */
const always: readonly ClauseId[] = [
  ...(['rfc9112/4/reason-space', 'rfc9112/5.2/no-folding-in-reply'] as const),
  'rfc9110/5.6.1.1/no-empty-elements-in-reply',
];
const everySwitch: readonly ClauseId[] = [
  ...(['rfc9110/8.6/no-content-length-in-1xx', 'rfc9112/6.1/no-transfer-encoding-in-1xx'] as const),
  ...(['rfc9112/9.6/no-close-in-101', 'rfc6455/5.5.2/pong', 'rfc6455/7.3/not-ended-at-once'] as const),
  ...(['service/1/frames-after-101', 'service/1/no-body-in-101'] as const),
];

type Owed = readonly [
  clause: ClauseId,
  /** Where it is owed and kept, and what breaks it. */
  facts: Partial<AnswerFacts>,
  broken: Partial<AnswerFacts>,
  /** Where it is not owed, though the rest is as where it is broken. */
  unowed: Partial<AnswerFacts>,
];

const refusedVersion: Partial<AnswerFacts> = {
  ...refusal,
  ...{ status: 426, upgrade: 'sent', fault: 'versionIsNot13', askedVersion: 'number', versions: 'only13' },
};
const ended = { ...refusal, end: 'ended' } as const;

const challenged = { ...refusal, status: 401, challenge: 'ok' } as const;
const dated = { ...refusal, clock: 'known' } as const;
const framedTwice = { ...refusal, fault: 'contentIsFramedTwice', second: 'ended' } as const;
const withContent = { requestContent: 'sent' } as const;

const groups = { refusal, refusedVersion, ended, challenged, dated, framedTwice, withContent };

/** Facts by their names, those of a group by its name alone. */
function readFacts(text: string): Partial<AnswerFacts> {
  const words = text.split(' ').filter((word) => word !== '');
  const facts: Record<string, unknown> = {};
  for (const word of words) {
    const [name = '', value] = word.split('=');
    const group = Object.entries(groups).find(([each]) => each === name)?.[1];
    if (value === undefined ? !group : !(name in kept)) throw new RangeError(word);
    Object.assign(
      facts,
      value === undefined ? group : { [name]: /^\d+$/.test(value) ? Number(value) : value },
    );
  }
  return facts as Partial<AnswerFacts>; // each name is one of them, and a value that is none breaks no expectation
}

const owed = readRows(new URL('data/reply.txt', import.meta.url)).map(
  ([clause = '', facts = '', broken = '', unowed = '']): Owed => {
    if (!isClauseId(clause)) throw new RangeError(clause);
    return [clause, readFacts(facts), readFacts(broken), readFacts(unowed)];
  },
);

const checkReply = (facts: Partial<AnswerFacts>, table = replyObligationTable) => {
  const { owed: all, broken } = checkObligations(table, { ...kept, ...facts });
  return { owed: all.map(({ clause }) => clause), broken: broken.map(({ clause }) => clause) };
};

/** All that the status of a final reply can be, and the refusals that no busy server sends. */
const statuses = [101, '2xx', '3xx', 400, 401, 403, 405, 426, 429, '4xx', 503, '5xx'] as const;
const refusals = ['3xx', 400, 401, 403, 405, 426, '4xx', '5xx'] as const;

test.each<[ClauseId, Partial<AnswerFacts>, readonly AnswerFacts['status'][]]>([
  ['rfc6455/4.2.1/error-status', { refusal: 'due' }, [101, '2xx']],
  ['service/9/version-426', { fault: 'versionIsNot13' }, refusals.filter((status) => status !== 426)],
  [
    'service/5.2/credential-401',
    { fault: 'credentialIsInvalid' },
    refusals.filter((status) => status !== 401),
  ],
  ['rfc6455/10.2/origin-403', { fault: 'originIsForeign' }, refusals.filter((status) => status !== 403)],
  [
    'rfc9110/9.1/method-405',
    { fault: 'methodIsNotGet', resource: 'getOnly' },
    refusals.filter((status) => status !== 405),
  ],
  ['service/7/malformed-400', { fault: 'keyIsMalformed' }, refusals.filter((status) => status !== 400)],
  [
    'rfc9110/6.6.1/date',
    { clock: 'known', date: 'wrong' },
    ['2xx', '3xx', 400, 401, 403, 405, 426, 429, '4xx'],
  ],
  [
    'service/7/no-upgrade-after-refusal',
    { accept: 'sent' },
    [400, 401, 403, 405, 426, 429, '4xx', 503, '5xx'],
  ],
  [
    'rfc9110/7.8/connection-option-with-upgrade',
    { upgrade: 'sent', upgradeOption: 'unlisted' },
    statuses.filter((status) => status !== 101),
  ],
])('%s is broken, where %j, by the statuses %j', (clause, facts, broken) => {
  expect(statuses.filter((status) => checkReply({ ...facts, status }).broken.includes(clause))).toEqual(
    broken,
  );
});

describe('what a reply owes', () => {
  test('nothing is broken by a 101 that keeps everything, and it shows what every 101 does', () => {
    expect(checkReply({})).toEqual({ owed: [...everySwitch, ...always], broken: [] });
  });

  test.each(owed)('%s: kept by %j, broken by %j, not owed where %j', (clause, facts, broken, unowed) => {
    expect(checkReply(facts)).toEqual({ owed: expect.arrayContaining([clause]), broken: [] });
    expect(checkReply({ ...facts, ...broken }).broken).toContain(clause);
    expect(checkReply({ ...facts, ...broken, ...unowed }).broken).not.toContain(clause);
  });

  test('breaks an expectation without any one of its rows', () => {
    const isMet = (rows: typeof replyObligationTable.rows) =>
      owed.every(([clause, facts, broken]) =>
        checkReply({ ...facts, ...broken }, { ...replyObligationTable, rows }).broken.includes(clause),
      );
    expect(findIdleRows(replyObligationTable.rows, isMet)).toEqual([]);
  });
});

const asked: OpeningFacts = {
  ...{ target: 'asAsked', form: 'origin', host: 'asAsked', firstField: 'host', padBits: 'zero' },
  ...{ subprotocols: 'asAsked', asksForSubprotocols: 'yes', extensions: 'asAsked', lists: 'ok' },
  ...{ expectation: 'none', framing: 'none', names: 'unique' },
};

const openings: readonly (readonly [broken: Partial<OpeningFacts>, ...(readonly ClauseId[])])[] = [
  [{}],
  [{ padBits: 'unread' }],
  [{ asksForSubprotocols: 'no', subprotocols: 'asAsked' }],
  [{ target: 'other' }, 'rfc6455/4.1/request-uri'],
  [{ form: 'other' }, 'rfc9112/3.2.1/origin-form-sent'],
  [{ host: 'other' }, 'rfc6455/4.1/host-sent'],
  [{ firstField: 'other' }, 'rfc9110/7.2/host-first'],
  [{ padBits: 'set' }, 'rfc4648/3.5/pad-bits-zero'],
  [{ subprotocols: 'other' }, 'rfc6455/4.1/subprotocols-by-preference'],
  [{ asksForSubprotocols: 'no', subprotocols: 'other' }, 'rfc6455/4.1/subprotocols-by-preference'],
  [
    { subprotocols: 'absent' },
    ...(['rfc6455/4.1/subprotocols-by-preference', 'rfc6455/4.1/subprotocols-offered'] as const),
  ],
  [{ names: 'repeated' }, 'rfc6455/4.1/subprotocol-unique'],
  [{ extensions: 'other' }, 'rfc6455/9/extensions-requested'],
  [{ lists: 'emptyElement' }, 'rfc9110/5.6.1.1/no-empty-elements'],
  [{ expectation: 'sent' }, 'rfc9110/10.1.1/no-expectation-without-content'],
  [{ framing: 'sent' }, 'service/4/request-without-body'],
];

const checkOpening = (facts: Partial<OpeningFacts>, table = requestObligationTable) =>
  checkObligations(table, { ...asked, ...facts }).broken.map(({ clause }) => clause);

describe('what a request owes', () => {
  test.each(openings.map(([facts, ...broken]) => [facts, broken] as const))('%j', (facts, broken) => {
    expect(checkOpening(facts)).toEqual(broken);
  });

  test('a key that is none has no pad bits, and who wants no subprotocols offers none', () => {
    const { owed: all } = checkObligations(requestObligationTable, {
      ...asked,
      ...{ padBits: 'unread', asksForSubprotocols: 'no', subprotocols: 'asAsked' },
    });
    expect(all.map(({ owed: guard }) => guard)).toEqual(Array(9).fill('always'));
    expect(checkObligations(requestObligationTable, asked).owed.map(({ owed: guard }) => guard)).toContain(
      'keyIsRead',
    );
  });

  test('breaks an expectation without any one of its rows', () => {
    const isMet = (rows: typeof requestObligationTable.rows) =>
      openings.every(
        ([facts, ...broken]) =>
          checkOpening(facts, { ...requestObligationTable, rows }).join() === broken.join(),
      );
    expect(findIdleRows(requestObligationTable.rows, isMet)).toEqual([]);
  });
});

const quiet: ConductFacts = {
  outcome: 'other',
  origin: 'asGiven',
  early: 'none',
  frames: 'none',
  close: 'none',
};

const ofOrigin = ['rfc6455/4.1/origin-browser', 'rfc6455/4.1/origin-serialization'] as const;
const waits = 'rfc6455/4.1/wait-for-reply';
const masked = 'rfc6455/5.1/frames-masked';
const noClose = 'rfc6455/7.1.7/no-close-frame';

type Conduct = readonly [Partial<ConductFacts>, broken: readonly ClauseId[], shown: readonly ClauseId[]];

/** What a client does besides its opening, what that breaks, and what it shows. */
const conducts: readonly Conduct[] = [
  [{}, [], [...ofOrigin, waits]],
  [{ origin: 'free' }, [], [waits]],
  [{ origin: 'absent' }, [ofOrigin[0]], [...ofOrigin, waits]],
  [{ origin: 'other' }, [ofOrigin[1]], [...ofOrigin, waits]],
  [{ origin: 'free', early: 'sent' }, [waits], [waits]],
  [{ origin: 'free', outcome: 'opened', frames: 'unmasked', close: 'sent' }, [masked], [waits, masked]],
  [{ origin: 'free', outcome: 'opened', frames: 'masked' }, [], [waits, masked]],
  [{ origin: 'free', outcome: 'opened' }, [], [waits]],
  // Who opened another connection has not failed.
  [{ origin: 'free', frames: 'unmasked', close: 'sent' }, [], [waits]],
  [{ origin: 'free', outcome: 'failed', frames: 'unmasked', close: 'sent' }, [noClose], [waits, noClose]],
  [{ origin: 'free', outcome: 'failed', frames: 'masked' }, [], [waits, noClose]],
];

describe('what a client owes besides its opening', () => {
  const check = (facts: Partial<ConductFacts>, table = clientObligationTable) => {
    const { owed, broken } = checkObligations(table, { ...quiet, ...facts });
    return [broken.map(({ clause }) => clause), owed.map(({ clause }) => clause)];
  };

  test.each(conducts)('%j', (facts, broken, shown) => {
    expect(check(facts)).toEqual([broken, shown]);
  });

  test('breaks an expectation without any one of its rows', () => {
    const isMet = (rows: typeof clientObligationTable.rows) =>
      conducts.every(
        ([facts, ...told]) => check(facts, { ...clientObligationTable, rows }).join(' ') === told.join(' '),
      );
    expect(findIdleRows(clientObligationTable.rows, isMet)).toEqual([]);
  });
});

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

/** What a client does, the clause that it shows, and whether it breaks it. */
const trials: readonly (readonly [Partial<TrialFacts>, shown: ClauseId | null, isBroken: boolean])[] = [
  [{}, null, false],
  [{ opening: 'sent' }, null, false],
  [{ serverName: 'asAsked' }, 'rfc6455/4.1/server-name', false],
  [{ serverName: 'other' }, 'rfc6455/4.1/server-name', true],
  [{ inClear: 'nothing', opening: 'sent' }, 'rfc6455/4.1/tls-before-handshake', false],
  [{ inClear: 'request' }, 'rfc6455/4.1/tls-before-handshake', true],
  [{ certificate: 'spoilt' }, 'rfc6455/4.1/certificate-verified', false],
  [{ certificate: 'spoilt', opening: 'sent' }, 'rfc6455/4.1/certificate-verified', true],
  [{ protocol: 'h2' }, 'rfc7301/3.2/protocol-offered', false],
  [{ protocol: 'other', opening: 'sent' }, 'rfc7301/3.2/protocol-offered', false],
  [{ protocol: 'h2', opening: 'sent' }, 'rfc7301/3.2/protocol-offered', true],
  [{ tls: 'ended' }, 'rfc6455/4.1/tls-failure', false],
  [{ tls: 'ended', opening: 'sent' }, 'rfc6455/4.1/tls-failure', true],
  [{ together: 'inTurn' }, 'rfc6455/4.1/one-connecting', false],
  [{ together: 'atOnce' }, 'rfc6455/4.1/one-connecting', true],
  [{ maskedPing: 'ended' }, 'rfc6455/5.1/masked-frame-closes', false],
  [{ maskedPing: 'answered' }, 'rfc6455/5.1/masked-frame-closes', true],
];

test('a client is told what was expected where it spoke in the clear', () => {
  const [, row] = trialObligationTable.rows;
  expect([row?.expected, row?.observed]).toEqual(['TLS', 'a request in the clear']);
});

describe('what a client owes that no reply alone can show', () => {
  const check = (facts: Partial<TrialFacts>, table = trialObligationTable) => {
    const { owed, broken } = checkObligations(table, { ...unplayed, ...facts });
    return [owed, broken].map((rows) => rows.map(({ clause }) => clause).join());
  };

  test.each(trials)('%j: %s', (facts, shown, isBroken) => {
    expect(check(facts)).toEqual([shown ?? '', isBroken ? shown : '']);
  });

  test('breaks an expectation without any one of its rows', () => {
    const isMet = (rows: typeof trialObligationTable.rows) =>
      trials.every(
        ([facts, shown, isBroken]) =>
          check(facts, { ...trialObligationTable, rows }).join() ===
          [shown ?? '', isBroken ? shown : ''].join(),
      );
    expect(findIdleRows(trialObligationTable.rows, isMet)).toEqual([]);
  });
});

describe.each([
  ['trials', trialObligationTable.rows, trialGuards, 'client'],
  ['clients', clientObligationTable.rows, conductGuards, 'client'],
  ['replies', replyObligationTable.rows, answerGuards, 'server'],
  ['requests', requestObligationTable.rows, openingGuards, 'client'],
] as const)('the table of %s', (_, rows, guards, actor) => {
  test('uses every guard', () => {
    expect([...new Set<string>(rows.map(({ owed: one }) => one))].toSorted()).toEqual(
      Object.keys(guards).toSorted(),
    );
  });

  test('has a row for a clause once, of the actor who owes it', () => {
    expect(new Set(rows.map(({ clause }) => clause)).size).toBe(rows.length);
    expect(rows.filter(({ clause }) => clauses[clause].actor !== actor)).toEqual([]);
  });
});

/** What nothing was done to, and nothing was seen of. */
const unseen: PassageFacts = {
  ...{ fields: 'unseen', authorization: 'unseen', challenge: 'unseen', replyFields: 'unseen' },
  ...{ content: 'unseen', switchLength: 'unseen', switchCoding: 'unseen' },
  ...{ forth: 'unseen', back: 'unseen', early: 'unseen', beyond: 'unseen', framing: 'unseen' },
};

const passed = readRows(new URL('data/hop.txt', import.meta.url)).map(
  ([guard = '', clause = '', about = '', keeping = '', breaking = '']) => {
    return [
      guard,
      clause,
      about,
      keeping.split(' ').map(readPassed),
      breaking.split(' ').map(readPassed),
    ] as const;
  },
);

function readPassed(text: string): Partial<PassageFacts> {
  const [name = '', value] = text.split('=');
  if (!(name in unseen)) throw new RangeError(text);
  return { [name]: value };
}

describe('what a hop owes of what passes through it', () => {
  const check = (facts: Partial<PassageFacts>, table = hopObligationTable) => {
    const { owed: all, broken } = checkObligations(table, { ...unseen, ...facts });
    const name = ({ guard, clause, about }: (typeof all)[number]) => `${guard}: ${clause} in ${about}`;
    return { owed: all.map(name), broken: broken.map(name) };
  };

  test('nothing, where nothing was seen', () => {
    expect(check({})).toEqual({ owed: [], broken: [] });
  });

  test.each(passed)('%s: %s in %s', (guard, clause, about, keeping, breaking) => {
    const shown = `${guard}: ${clause} in ${about}`;
    for (const facts of keeping) expect(check(facts).owed).toContain(shown);
    for (const facts of keeping) expect(check(facts).broken).not.toContain(shown);
    for (const facts of breaking) expect(check(facts).broken).toEqual([shown]);
  });

  test('breaks an expectation without any one of its rows', () => {
    const isMet = (rows: typeof hopObligationTable.rows) =>
      passed.every(([, , , , breaking]) =>
        breaking.every((facts) => check(facts, { ...hopObligationTable, rows }).broken.length > 0),
      );
    expect(findIdleRows(hopObligationTable.rows, isMet)).toEqual([]);
  });

  test('by every guard that there is', () => {
    const used = new Set<string>(hopObligationTable.rows.map(({ owed: one }) => one));
    expect([...used].toSorted()).toEqual(Object.keys(passageGuards).toSorted());
  });
});

/** Where each breach shows: the part of the message that a report points to. */
const places = new Map(
  readRows(new URL('data/place.txt', import.meta.url)).map(
    ([about = '', all = '']) => [about, all.split(' ')] as const,
  ),
);

const placed = [
  ...replyObligationTable.rows,
  ...requestObligationTable.rows,
  ...clientObligationTable.rows,
  ...trialObligationTable.rows,
];

test.each(placed.map(({ clause, about }) => [clause, about] as const))('%s shows in %s', (clause, about) => {
  expect(places.get(about)).toContain(clause);
});

test.each(
  replyObligationTable.rows
    .filter(({ about }) => about === 'status')
    .map(({ clause, expected }) => [clause, expected] as const),
)('%s expects the status that its id names: %s', (clause, expected) => {
  const [status = ''] = /[1-5]\d\d$/.exec(clause) ?? [];
  expect(expected).toContain(status);
});
