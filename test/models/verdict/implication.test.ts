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
import { findIdleRows } from '../expectation.ts';

/** What is broken along with a clause, and where: a clause, where, and what else, if anything. */
const implied = `
  service/7/proxy-upgrade-passed replies service/7/proxy-connection-set
  rfc9110/7.8/upgrade-in-relayed-switch replies rfc9110/7.8/connection-in-relayed-switch
  rfc6455/4.1/request-uri replies rfc9112/3.2.1/origin-form-sent
  rfc6455/4.2.2/version-unsupported replies service/9/version-13-only
  rfc6455/4.2.2/version-unsupported acceptedFaults service/9/drafts-refused
  rfc6455/4.2.2/version-unsupported refusals
  service/9/drafts-refused replies service/9/version-13-only
  rfc6455/4.4/all-versions-listed replies rfc6455/11.3.5/refused-version-unlisted service/9/version-13-only
  rfc7692/7.1.2.2/client-bits-value replies rfc7692/5/answered-once rfc7692/7/parameter-invalid rfc7692/7/parameter-repeated rfc7692/7/parameter-undefined
  rfc6455/9/parameters-by-specification replies rfc7692/5/answered-once rfc7692/7/parameter-invalid rfc7692/7/parameter-repeated rfc7692/7/parameter-undefined
  rfc6455/11.3.5/refused-version-unlisted replies service/9/version-13-only
  rfc6455/4.2.2/version-advertised replies service/9/version-426
  rfc6455/4.2.1/upgrade-present replies rfc9110/7.8/switch-only-as-asked
  rfc6455/4.2.1/upgrade-websocket replies rfc9110/7.8/switch-only-as-asked
  rfc6455/4.2.2/subprotocol-from-offer replies rfc6455/4.2.2/subprotocol-null
  rfc6455/4.2.2/subprotocol-empty-not-sent replies rfc6455/4.2.2/subprotocol-null
  rfc6455/11.3.4/subprotocol-sent-once replies rfc6455/4.2.2/subprotocol-null
  rfc6455/4.3/subprotocol-sent-grammar replies rfc6455/4.2.2/subprotocol-null
  rfc7692/7/parameter-invalid replies rfc7692/7/parameter-repeated rfc7692/7/parameter-undefined rfc7692/7.1.1.1/server-takeover-echoed rfc7692/7.1.2.1/server-bits-echoed
  rfc9112/6.3/content-read-as-content replies rfc9110/7.8/continue-before-switching
  rfc9112/6.3/content-read-as-content acceptedFaults service/2.1/no-body rfc9112/6.1/closed-after-both rfc9112/6.3/content-length-valid rfc9112/6.3/transfer-encoding-chunked
  rfc9112/3.2/host-present acceptedFaults rfc9112/3.2/host-once rfc9112/3.2/host-valid
  rfc6455/4.2.1/method-get acceptedFaults rfc9110/9.1/method-case
  rfc9110/7.8/upgrade-ignored-in-http10 acceptedFaults rfc9110/15.6.6/http-version-not-supported rfc9112/2.3/version-case rfc9112/3/request-line
  rfc6455/4.3/version-grammar acceptedFaults rfc6455/11.3.5/version-once
  rfc6455/4.3/key-grammar acceptedFaults rfc4648/3.3/alphabet rfc6455/4.2.1/key-16-octets
  rfc6455/9.1/extension-grammar acceptedFaults rfc6455/9.1/extension-quoted-token
  rfc6455/4.1/host-sent replies rfc9110/7.2/host-first
  rfc6455/4.1/subprotocol-token replies rfc6455/4.1/subprotocols-by-preference
  rfc9112/2.3/reply-version acceptedFaults rfc6455/4.2.2/reply-http11
  rfc6455/4.1/reply-upgrade-present acceptedFaults rfc6455/4.1/reply-upgrade-websocket
  rfc6455/4.1/reply-connection-token refusals rfc9110/5.6.1/reply-empty-elements
  rfc9112/5.1/reply-surrounding-space refusals rfc6455/4.1/accept-surrounding-space
  rfc6455/4.1/accept-value acceptedFaults rfc6455/11.3.3/accept-once
  rfc6455/1.3/field-order refusals rfc6455/4.2.1/unknown-fields
  rfc6455/4.2.1/connection-token refusals rfc9110/5.3/split-lines rfc9110/5.6.1/empty-elements
  rfc6455/4.2.1/connection-token acceptedFaults
  rfc9110/7.8/upgrade-list refusals rfc9110/5.3/split-lines rfc9110/5.6.1/empty-elements
  service/4/query-accepted refusals rfc9112/3/line-length
  rfc7692/5/declined-by-omission refusals service/7/extension-unsupported-omitted rfc2616/2.1/null-elements rfc2616/2.1/implied-space rfc9110/5.3/split-lines
  service/7/extension-unsupported-omitted refusals rfc2616/2.1/null-elements rfc2616/2.1/implied-space rfc9110/5.3/split-lines
`
  .trim()
  .split('\n')
  .map((line) => {
    const [clause = '', among = '', ...shows] = line.trim().split(' ');
    return [clauseOf(clause), amongOf(among), shows.map(clauseOf)] as const;
  });

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
