import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import {
  type DiagnosedBreach,
  type DiagnosisRow,
  diagnose,
  type RequestSign,
  type ServerSign,
} from '../../../models/verdict/diagnose.ts';
import { diagnosisRows } from '../../../models/verdict/diagnosis.ts';
import { findIdleRows } from '../expectation.ts';

type Case = readonly [id: string, finding: DiagnosedBreach, signs: readonly ServerSign[]];

const valid: ClauseId = 'service/1/valid-request-accepted';
const wrongAccept: DiagnosedBreach = {
  ...{ kind: 'reply', clause: 'rfc6455/4.2.2/accept-value', guard: null, part: null },
};
const accepted = (part: string): DiagnosedBreach => ({ kind: 'accepted', clause: valid, guard: null, part });
const refused = (part: string): DiagnosedBreach => ({ kind: 'refused', clause: valid, guard: null, part });
const acceptedFault = (guard: string): DiagnosedBreach => ({
  kind: 'accepted',
  clause: valid,
  guard,
  part: null,
});
const outcomes = (taken: readonly RequestSign[], declined: readonly RequestSign[] = []) => [
  ...taken.map((sign) => `${sign} accepted` as const),
  ...declined.map((sign) => `${sign} refused` as const),
];

type Outcomes = readonly [id: string, taken: readonly RequestSign[], declined?: readonly RequestSign[]];

/** Causes of findings that a part was accepted, or refused, each by how requests with signs were taken. */
const accepting = (part: string, rows: readonly Outcomes[]) =>
  rows.map(([id, ...signs]): Case => [id, accepted(part), outcomes(...signs)]);
const refusing = (part: string, rows: readonly Outcomes[]) =>
  rows.map(([id, ...signs]): Case => [id, refused(part), outcomes(...signs)]);

/** What each cause is told by, and no other. */
const expectations: readonly Case[] = [
  ['server/key-decoded', wrongAccept, ['keyIsDecoded holds']],
  ['server/guid-lowercase', wrongAccept, ['guidIsLowercase holds']],
  ['server/guid-missing', wrongAccept, ['guidIsMissing holds']],
  ['server/guid-first', wrongAccept, ['guidIsFirst holds']],
  ['server/line-feed-hashed', wrongAccept, ['lineFeedIsHashed holds']],
  ['server/line-end-hashed', wrongAccept, ['lineEndIsHashed holds']],
  ['server/space-around-hashed', wrongAccept, ['spaceBeforeIsHashed holds', 'spaceBehindIsHashed holds']],
  ['server/space-before-hashed', wrongAccept, ['spaceBeforeIsHashed holds']],
  ['server/space-behind-hashed', wrongAccept, ['spaceBehindIsHashed holds']],
  ['server/hash-sha256', wrongAccept, ['hashIsSha256 holds']],
  ['server/hash-md5', wrongAccept, ['hashIsMd5 holds']],
  ['server/hash-hex', wrongAccept, ['valueIsHex holds']],
  ['server/hash-hex-in-base64', wrongAccept, ['valueIsHexInBase64 holds']],
  ['server/hash-unpadded', wrongAccept, ['valueLacksPadding holds']],
  ['server/hash-base64url', wrongAccept, ['valueIsBase64Url holds']],
  ['server/accept-of-example', wrongAccept, ['valueIsOfExample holds']],
  ['server/key-sent-back', wrongAccept, ['valueIsKey holds']],
  ['server/accept-recased', wrongAccept, ['valueIsRecased holds']],
  ['server/accept-framed', wrongAccept, ['valueHasMore holds']],
  ['server/accept-cut', wrongAccept, ['valueIsCut holds']],
  ['server/guid-typo', wrongAccept, ['guidHasTypo holds']],
  ['server/hixie-76', wrongAccept, ['replyIsHixie76']],
  ...accepting('sec-websocket-key', [
    ['server/key-ignored', ['keyIsAbsent', 'keyIsRepeated', 'keyIsMalformed', 'keyIsNot16Octets']],
    [
      'server/key-unread',
      [
        'keyHasForeignOctets',
        'keyLacksPadding',
        'keyHasOnePad',
        'keyIsOddlyPadded',
        'keyIsUrlSafe',
        'keyIsNot16Octets',
        'keyIsMalformed',
      ],
      ['keyIsAbsent'],
    ],
    ['server/key-counted', ['keyHas24Characters'], ['keyHasOtherLength']],
    ['server/key-decoded-leniently', ['keyDecodesTo16Octets'], ['keyDecodesToOthers']],
    [
      'server/key-padding-optional',
      ['keyLacksPadding', 'keyHasOnePad'],
      ['keyIsOddlyPadded', 'keyHasForeignOctets', 'keyIsUrlSafe', 'keyIsNot16Octets'],
    ],
    [
      'server/key-base64url',
      ['keyIsUrlSafe'],
      ['keyHasForeignOctets', 'keyLacksPadding', 'keyIsOddlyPadded', 'keyIsNot16Octets'],
    ],
    [
      'server/key-any-length',
      ['keyIsNot16Octets'],
      ['keyHasForeignOctets', 'keyLacksPadding', 'keyIsOddlyPadded'],
    ],
    ['server/key-first-line', ['keyIsInFirstLine', 'keyIsRepeated'], ['keyIsInLastLine']],
    ['server/key-last-line', ['keyIsInLastLine', 'keyIsRepeated'], ['keyIsInFirstLine']],
  ]),
  ...accepting('sec-websocket-version', [
    [
      'server/version-ignored',
      ['versionIsAbsent', 'versionIsRepeated', 'versionIsMalformed', 'versionIsNot13'],
    ],
    [
      'server/version-unread',
      ['versionIsOther', 'versionIsOtherNumber', 'versionMentions13', 'versionIsMalformed'],
      ['versionIsAbsent'],
    ],
    [
      'server/version-number-prefix',
      ['versionHasZeros', 'versionHasTail', 'versionListBeginsWith13'],
      ['versionMentions13', 'versionIsOther'],
    ],
    [
      'server/version-number',
      ['versionHasZeros'],
      ['versionHasTail', 'versionListBeginsWith13', 'versionMentions13', 'versionIsOther'],
    ],
    [
      'server/version-list',
      ['versionListBeginsWith13', 'versionListHas13'],
      ['versionHasZeros', 'versionHasTail', 'versionMentions13', 'versionIsOther'],
    ],
    [
      'server/version-searched',
      ['versionMentions13', 'versionHasZeros', 'versionHasTail', 'versionListHas13'],
      ['versionIsOther'],
    ],
    ['server/version-first-line', ['versionIs13InFirstLine', 'versionIsRepeated'], ['versionIs13InLastLine']],
    ['server/version-last-line', ['versionIs13InLastLine', 'versionIsRepeated'], ['versionIs13InFirstLine']],
  ]),
  ...accepting('connection', [
    ['server/connection-ignored', ['connectionLacksUpgrade', 'connectionIsAbsent']],
    [
      'server/connection-unread',
      ['connectionIsOther', 'connectionHasItAsWord', 'connectionHasItInWord', 'connectionLacksUpgrade'],
      ['connectionIsAbsent'],
    ],
    [
      'server/connection-searched',
      ['connectionHasItAsWord', 'connectionHasItInWord'],
      ['connectionIsOther', 'connectionIsAbsent'],
    ],
    [
      'server/connection-word-searched',
      ['connectionHasItAsWord'],
      ['connectionHasItInWord', 'connectionIsOther', 'connectionIsAbsent'],
    ],
  ]),
  ...refusing('connection', [
    [
      'server/connection-compared-whole',
      [],
      [
        'connectionIsList',
        'connectionHasEmptyElements',
        'connectionHasItInFirstLine',
        'connectionHasItInLastLine',
      ],
    ],
    [
      'server/connection-first-line',
      ['connectionHasItInFirstLine', 'connectionIsList'],
      ['connectionHasItInLastLine'],
    ],
    [
      'server/connection-last-line',
      ['connectionHasItInLastLine', 'connectionIsList'],
      ['connectionHasItInFirstLine'],
    ],
    ['server/connection-case', [], ['connectionIsRecased']],
  ]),
  ...accepting('upgrade', [
    ['server/upgrade-ignored', ['upgradeIsAbsent', 'upgradeIsNotWebsocket']],
    [
      'server/upgrade-unread',
      ['upgradeIsOther', 'upgradeHasItAsWord', 'upgradeHasItInWord', 'upgradeIsNotWebsocket'],
      ['upgradeIsAbsent'],
    ],
    [
      'server/upgrade-searched',
      ['upgradeHasItAsWord', 'upgradeHasItInWord'],
      ['upgradeIsOther', 'upgradeIsAbsent'],
    ],
    [
      'server/upgrade-word-searched',
      ['upgradeHasItAsWord'],
      ['upgradeHasItInWord', 'upgradeIsOther', 'upgradeIsAbsent'],
    ],
  ]),
  ...refusing('upgrade', [
    [
      'server/upgrade-compared-whole',
      [],
      ['upgradeIsList', 'upgradeHasEmptyElements', 'upgradeHasItInFirstLine', 'upgradeHasItInLastLine'],
    ],
    ['server/upgrade-case', [], ['upgradeIsRecased']],
  ]),
  ...accepting('sec-websocket-protocol', [
    ['server/subprotocols-ignored', ['subprotocolsAreUnreadable', 'subprotocolsAreReadable']],
  ]),
  [
    'server/subprotocols-lenient',
    accepted('sec-websocket-protocol'),
    ['subprotocolIsChosen', 'subprotocolsAreUnreadable accepted'],
  ],
  ...accepting('sec-websocket-extensions', [
    ['server/extensions-ignored', ['extensionsAreUnreadable', 'extensionsAreReadable']],
  ]),
  [
    'server/extensions-lenient',
    accepted('sec-websocket-extensions'),
    ['extensionsAreAnswered', 'extensionsAreUnreadable accepted'],
  ],
  ...accepting('method', [['server/method-ignored', ['methodIsNotGet']]]),
  ...accepting('version', [['server/http-version-ignored', ['httpVersionIs10', 'httpMajorIsNot1']]]),
  ...accepting('target', [['server/target-ignored', ['targetIsMalformed', 'targetNamesNoResource']]]),
  ...accepting('host', [['server/host-ignored', ['hostIsAbsent', 'hostIsRepeated', 'hostIsMalformed']]]),
  ...accepting('content', [
    ['server/content-ignored', ['contentLengthIsMalformed', 'transferCodingIsMalformed']],
  ]),
  ...accepting('odd line', [['server/field-lines-ignored', ['fieldLinesAreMalformed']]]),
  ...accepting('origin', [
    ['server/origin-ignored', ['originIsForeign', 'originIsMalformed', 'originIsRepeated']],
  ]),
  [
    'server/credential-ignored',
    acceptedFault('credentialIsInvalid'),
    outcomes(['credentialIsAbsent', 'credentialIsInvalid']),
  ],
  [
    'server/credential-unread',
    acceptedFault('credentialIsInvalid'),
    outcomes(['credentialIsInvalid'], ['credentialIsAbsent']),
  ],
];

/** The id of the row that is told, whichever of its signs the finding shows itself. */
const idOf = (finding: DiagnosedBreach, signs: readonly string[], rows = diagnosisRows) =>
  diagnose(rows, finding, new Set(signs))?.id;

test('every cause has its expectation, in the order of the rows', () => {
  expect(expectations.map(([id]) => id)).toEqual(diagnosisRows.map(({ id }) => id));
});

test('no two causes have one name', () => {
  expect(new Set(diagnosisRows.map(({ id }) => id)).size).toBe(diagnosisRows.length);
  expect(new Set(diagnosisRows.map(({ cause }) => cause)).size).toBe(diagnosisRows.length);
});

test.each(expectations)('%s', (id, finding, signs) => {
  expect(idOf(finding, signs)).toBe(id);
});

test('breaks an expectation without any one of its rows', () => {
  const isMet = (rows: typeof diagnosisRows) =>
    expectations.every(([id, finding, signs]) => idOf(finding, signs, rows) === id);
  expect(findIdleRows(diagnosisRows, isMet)).toEqual([]);
});

/** Faults of which a cause lets pass some forms and refuses others. */
const faultsOfManyForms: Readonly<Record<string, RequestSign>> = {
  'server/key-unread': 'keyIsMalformed',
  'server/key-first-line': 'keyIsRepeated',
  'server/key-last-line': 'keyIsRepeated',
  'server/version-unread': 'versionIsMalformed',
  'server/version-first-line': 'versionIsRepeated',
  'server/version-last-line': 'versionIsRepeated',
  'server/connection-unread': 'connectionLacksUpgrade',
  'server/upgrade-unread': 'upgradeIsNotWebsocket',
};

/** A sign that cannot be seen beside another where the cause of it is always at work. */
const opposites = [
  ['accepted', 'refused'],
  ['refused', 'accepted'],
  ['holds', 'fails'],
] as const;

/** What speaks against a cause besides the opposite of what speaks for it. */
const further: Readonly<Record<string, readonly ServerSign[]>> = {
  // A server that makes a mistake with every key has no right value.
  ...Object.fromEntries(
    [
      ...(['key-decoded', 'guid-lowercase', 'guid-missing', 'guid-first', 'guid-typo'] as const),
      ...(['line-feed-hashed', 'line-end-hashed', 'hash-sha256', 'hash-md5', 'hash-hex'] as const),
      ...(['hash-hex-in-base64', 'hash-unpadded', 'accept-of-example', 'key-sent-back'] as const),
    ].map((name) => [`server/${name}`, ['acceptIsRight'] as const]),
  ),
  'server/space-before-hashed': ['spaceBehindIsHashed holds'],
  'server/space-behind-hashed': ['spaceBeforeIsHashed holds'],
  // Lines that are joined would give a key with foreign octets, or a list of versions.
  'server/key-first-line': ['keyHasForeignOctets accepted'],
  'server/key-last-line': ['keyHasForeignOctets accepted'],
  'server/version-first-line': ['versionListBeginsWith13 accepted'],
  'server/version-last-line': ['versionListHas13 accepted'],
  // A version that is read in whatever way is not 13 there.
  'server/version-number-prefix': ['versionIsOtherNumber accepted'],
  'server/version-number': ['versionIsOtherNumber accepted'],
  'server/version-list': ['versionIsOtherNumber accepted'],
  'server/version-searched': ['versionIsOtherNumber accepted'],
  // What is answered was read, and what is answered without an offer was not.
  'server/subprotocols-ignored': ['subprotocolIsChosen'],
  'server/subprotocols-lenient': ['subprotocolIsUnoffered'],
  'server/extensions-ignored': ['extensionsAreAnswered'],
  'server/extensions-lenient': ['extensionsAreUnoffered'],
};

const contradictions = expectations.flatMap(([id, , signs]) => {
  const fault = faultsOfManyForms[id];
  const turned = signs
    .filter((sign) => sign !== `${fault} accepted`)
    .flatMap((sign) =>
      opposites
        .filter(([end]) => sign.endsWith(` ${end}`))
        .map(([end, opposite]) => sign.slice(0, -end.length) + opposite),
    );
  return [...turned, ...(further[id] ?? [])].map((sign) => [id, sign] as const);
});

/** What is told where there is no other cause than one. */
const alone = (id: string, finding: DiagnosedBreach, signs: readonly string[]) =>
  idOf(
    finding,
    signs,
    diagnosisRows.filter((row) => row.id === id),
  );

describe('a cause is told', () => {
  test.each(Object.entries(faultsOfManyForms))('of %s, where %s is refused in another form', (id, fault) => {
    const [, finding = wrongAccept, signs = []] = expectations.find(([each]) => each === id) ?? [];
    expect(idOf(finding, [...signs, `${fault} refused`])).toBe(id);
  });

  test.each(expectations)(
    'of %s, whatever else was seen that does not contradict it',
    (id, finding, signs) => {
      const against = contradictions.flatMap(([each, sign]) => (each === id ? [sign] : []));
      const keeping = [...new Set(contradictions.map(([, sign]) => sign))].filter(
        (sign) => alone(id, finding, [...signs, sign]) !== id,
      );
      expect(keeping.toSorted()).toEqual([...new Set(against)].toSorted());
    },
  );

  test.each<readonly [string, DiagnosedBreach]>([
    ['server/hixie-76', { kind: 'accepted', clause: valid, guard: null, part: 'sec-websocket-key' }],
    ['server/hixie-76', { kind: 'reply', clause: valid, guard: null, part: null }],
    ['server/credential-ignored', acceptedFault('credentialIsAbsent')],
    ['server/credential-ignored', acceptedFault('credentialIsInvalid')],
  ])('of %s, for each finding that it explains: %j', (id, finding) => {
    const [, , signs = []] = expectations.find(([each]) => each === id) ?? [];
    expect(alone(id, finding, signs)).toBe(id);
  });
});

describe('a cause is not told', () => {
  test.each(expectations)('of %s, where one of its signs was not seen', (id, finding, signs) => {
    for (const sign of signs) {
      expect(
        idOf(
          finding,
          signs.filter((each) => each !== sign),
        ),
      ).not.toBe(id);
    }
  });

  test('where a sign contradicts it', () => {
    const told = contradictions.filter(([id, sign]) => {
      const [, finding = wrongAccept, signs = []] = expectations.find(([each]) => each === id) ?? [];
      return alone(id, finding, [...signs, sign]) !== undefined;
    });
    expect(told).toEqual([]);
    expect(contradictions).toHaveLength(185);
  });

  test.each(expectations)('of %s, where the finding shows none of its signs', (_id, finding, signs) => {
    expect(diagnose(diagnosisRows, finding, new Set(), new Set(signs))).toBeNull();
  });

  test.each(expectations)('of %s, for a finding of another kind', (_id, finding, signs) => {
    expect(idOf({ ...finding, kind: 'gone' }, signs)).toBeUndefined();
  });
});

describe('a row is about a finding', () => {
  const row: DiagnosisRow = {
    ...({ id: 'server/any', cause: '', supports: ['sign'], excludes: [] } as const),
    findings: {
      kinds: ['accepted', 'reply'],
      parts: ['host', 'target'],
      guards: ['hostIsAbsent', 'hostIsRepeated'],
      clauses: [valid],
    },
  };
  const finding: DiagnosedBreach = { kind: 'accepted', clause: valid, guard: 'hostIsAbsent', part: 'host' };
  const isTold = (other: Partial<DiagnosedBreach>) =>
    diagnose([row], { ...finding, ...other }, new Set(['sign'])) === row;

  test.each<Partial<DiagnosedBreach>>([
    {},
    { kind: 'reply' },
    { part: 'target' },
    { guard: 'hostIsRepeated' },
  ])('by each of its conditions: %j', (other) => {
    expect(isTold(other)).toBe(true);
  });

  test.each<Partial<DiagnosedBreach>>([
    { kind: 'refused' },
    { part: 'method' },
    { part: null },
    { guard: 'hostIsMalformed' },
    { guard: null },
    { clause: 'rfc6455/4.2.2/accept-value' },
  ])('and not where one of them does not fit: %j', (other) => {
    expect(isTold(other)).toBe(false);
  });
});

test('of several signs one has to be in what shows the finding, and the others anywhere', () => {
  const row = {
    ...({ id: 'server/any', cause: '', supports: ['one', 'other'], excludes: ['not'] } as const),
    findings: { kinds: ['reply'] },
  } as const;
  const told = (own: readonly string[], seen: readonly string[]) =>
    diagnose([row], wrongAccept, new Set(own), new Set(seen)) !== null;
  expect(told(['one'], ['other'])).toBe(true);
  expect(told(['one', 'other'], [])).toBe(true);
  expect(told([], ['one', 'other'])).toBe(false);
  expect(told(['one'], [])).toBe(false);
  expect(told(['one'], ['other', 'not'])).toBe(false);
  expect(told(['one', 'not'], ['other'])).toBe(false);
});
