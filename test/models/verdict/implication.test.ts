import { describe, expect, test } from 'vitest';
import { type ClauseId, isClauseId } from '../../../models/clauses.ts';
import { type RequestGuard, serverRows } from '../../../models/decisions/server.ts';
import {
  type Among,
  implicationRules,
  isNarrower,
  listImplied,
  narrowerRules,
} from '../../../models/verdict/implication.ts';
import { literalDeviations } from '../../../src/arbitraries/index.ts';
import { readRows } from '../../text-row.ts';
import { findIdleRows } from '../expectation.ts';

const implied = readRows(new URL('data/implication.txt', import.meta.url), ' ').map(
  ([clause = '', among = '', ...shows]) => {
    return [clauseOf(clause), amongOf(among), shows.map(clauseOf)] as const;
  },
);

function clauseOf(text: string): ClauseId {
  if (!isClauseId(text)) throw new RangeError(text);
  return text;
}

function amongOf(text: string): Among {
  if (text !== 'replies' && text !== 'acceptedFaults' && text !== 'refusals') throw new RangeError(text);
  return text;
}

describe('what a breach shows besides', () => {
  test.each(implied)('%s, %s: %s', (clause, among, shows) => {
    expect(listImplied(clause, [among])).toEqual(shows);
  });

  test('in several places at once', () => {
    expect(listImplied('rfc6455/4.2.2/version-unsupported', ['acceptedFaults', 'replies'])).toEqual([
      'service/9/drafts-refused',
      'service/9/version-13-only',
    ]);
  });

  test('breaks an expectation without any one of its rules', () => {
    const isMet = (rules: typeof implicationRules) =>
      implied.every(([clause, among, shows]) => listImplied(clause, [among], rules).join() === shows.join());
    expect(findIdleRows(implicationRules, isMet)).toEqual([]);
  });
});

/** What faults of a guard break that say more of what came. */
const narrower: readonly (readonly [guard: RequestGuard, clause: ClauseId])[] = [
  ['requestLineIsMalformed', 'rfc9112/2.3/version-case'],
  ['fieldLinesAreMalformed', 'rfc9112/5.1/space-before-colon'],
  ['fieldLinesAreMalformed', 'rfc9110/5.5/control-octets'],
  ['fieldLinesAreMalformed', 'rfc9112/2.2/bare-cr'],
  ['fieldLinesAreMalformed', 'rfc9112/5.2/folding'],
  ['fieldLinesAreMalformed', 'rfc9112/2.2/space-before-fields'],
  ['fieldLinesAreMalformed', 'rfc9112/2.2/lone-line-feed'],
  ['fieldLinesAreMalformed', 'rfc6455/4.2.1/upgrade-present'],
  ['targetNamesNoResource', 'rfc9112/3.2.4/asterisk-form'],
  ['methodIsNotGet', 'rfc9110/9.1/method-case'],
  ['versionIsNot13', 'service/9/drafts-refused'],
  ['keyIsMalformed', 'rfc4648/3.3/alphabet'],
  ['extensionsAreMalformed', 'rfc6455/9.1/extension-quoted-token'],
  ['credentialIsInvalid', 'service/5.2/credential-once'],
];

describe('which clauses say more of a fault', () => {
  test.each(narrower)('%s: %s', (guard, clause) => {
    expect(isNarrower(guard, clause)).toBe(true);
    expect(isNarrower('hostIsAbsent', clause)).toBe(false);
  });

  test('breaks an expectation without any one of its rules', () => {
    const isMet = (rules: typeof narrowerRules) =>
      narrower.every(([guard, clause]) => isNarrower(guard, clause, rules));
    expect(findIdleRows(narrowerRules, isMet)).toEqual([]);
  });

  test('are those of the faults that are played, and no others', () => {
    const ofRow = new Map<string, string>(serverRows.map(({ guard, clause }) => [guard, clause]));
    const endpoint = {
      ...{ path: '/a', host: 'a.test', subprotocols: ['a'], origins: ['https://a.test'] },
      credential: { in: 'query', name: 'key', value: 'right' },
      limits: { headOctets: 16_384, fields: 100, targetOctets: 8_192 },
    } as const;
    const played = literalDeviations(endpoint)
      .filter(({ guard, clause }) => ofRow.get(guard) !== clause)
      .map(({ guard, clause }) => `${guard} ${clause}`);
    expect([...new Set(played)].toSorted()).toEqual(narrower.map((each) => each.join(' ')).toSorted());
  });
});
