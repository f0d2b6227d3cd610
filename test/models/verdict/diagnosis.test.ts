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
import { readRows } from '../../text-row.ts';
import { findIdleRows } from '../expectation.ts';

type Case = readonly [id: string, finding: DiagnosedBreach, signs: readonly string[]];

const valid: ClauseId = 'service/1/valid-request-accepted';
const wrongAccept: DiagnosedBreach = {
  ...{ kind: 'reply', clause: 'rfc6455/4.2.2/accept-value', guard: null, part: null },
};
const acceptedFault = (guard: string): DiagnosedBreach => ({
  kind: 'accepted',
  clause: valid,
  guard,
  part: null,
});

/** A finding as the data file names it: `accepted upgrade`, `accepted guard credentialIsInvalid`. */
function readFinding(text: string): DiagnosedBreach {
  const [, kind = '', isOfGuard, about = ''] = /^(\w+) ?(guard )?(.*)$/.exec(text) ?? [];
  if (kind === 'reply') return wrongAccept;
  if (isOfGuard) return acceptedFault(about);
  return { kind: kind === 'refused' ? kind : 'accepted', clause: valid, guard: null, part: about };
}

/** What each cause is told by, and no other. */
const expectations = readRows(new URL('data/diagnosis-sign.txt', import.meta.url)).map(
  ([id = '', finding = '', signs = '']): Case => [id, readFinding(finding), signs.split(', ')],
);

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
    expect(contradictions).toHaveLength(186);
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
