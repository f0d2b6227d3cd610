import { describe, expect, it, test } from 'vitest';
import {
  type ClauseId,
  clauseIds,
  clauses,
  isClauseId,
  locateClause,
  sourceOf,
} from '../../models/clauses.ts';

const sections = new Set(clauseIds.map((id) => id.slice(0, id.lastIndexOf('/'))));

describe('the register of clauses', () => {
  it('has ids of the form source/section/slug', () => {
    const form = /^(service|whatwg|rfc\d+)\/\d+(\.\d+)*\/[a-z0-9]+(-[a-z0-9]+)*$/;
    expect(clauseIds.filter((id) => !form.test(id))).toEqual([]);
  });

  it('has slugs that do not count', () => {
    expect(clauseIds.filter((id) => /-\d$|(item|step|rule)-\d/.test(id))).toEqual([]);
  });

  it('lists every id once, in the order of the register', () => {
    expect(clauseIds).toEqual(Object.keys(clauses));
    expect(clauseIds.length).toBeGreaterThanOrEqual(150);
  });

  it('does not know other ids', () => {
    // @ts-expect-error: no clause has this id
    const unknown: ClauseId = 'rfc6455/4.2.1/no-such-clause';
    expect(clauses).not.toHaveProperty([unknown]);
  });

  it.each([
    ['rfc6455/4.2.1/method-get', true],
    ['rfc6455/4.2.1/no-such-clause', false],
    ['toString', false],
  ])('takes %s for an id: %s', (text, isId) => {
    expect(isClauseId(text)).toBe(isId);
  });

  it('says each in one short sentence', () => {
    const oneSentence = /^[A-Z](?!.*[.!?]\s).{1,157}[^.]\.$/;
    expect(clauseIds.filter((id) => !oneSentence.test(clauses[id].summary))).toEqual([]);
  });

  it('names the one who owes it', () => {
    const subjects = {
      client: /^A (client|browser) /,
      server: /^A server /,
      intermediary: /^(An intermediary|A reverse proxy) /,
    };
    expect(clauseIds.filter((id) => !subjects[clauses[id].actor].test(clauses[id].summary))).toEqual([]);
  });

  it('says nothing twice', () => {
    const summaries = clauseIds.map((id) => clauses[id].summary);
    expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
  });

  it('has a clause of every level and for every actor', () => {
    expect(new Set(clauseIds.map((id) => clauses[id].level))).toEqual(new Set(['MUST', 'SHOULD', 'MAY']));
    expect(new Set(clauseIds.map((id) => clauses[id].actor))).toEqual(
      new Set(['client', 'server', 'intermediary']),
    );
  });

  it('takes the wire to show a clause unless it says otherwise', () => {
    expect(clauses['rfc6455/4.1/key-sent'].observable).toBe(true);
    expect(clauses['rfc6455/4.1/key-random'].observable).toBe(false);
  });
});

describe('the texts that the register covers', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('has part %i of the service specification', (part) => {
    expect([...sections].some((section) => new RegExp(`^service/${part}(\\.|$)`).test(section))).toBe(true);
  });

  it.each([
    ...['1.3', '3', '4.1', '4.2', '4.2.1', '4.2.2', '4.3', '4.4', '7.1.7', '7.4.1', '9', '9.1'],
    ...['10.1', '10.2', '10.5', '10.6', '10.7', '11.3.1', '11.3.2', '11.3.3', '11.3.4', '11.3.5'],
  ])('has RFC 6455 §%s', (section) => {
    expect(sections).toContain(`rfc6455/${section}`);
  });

  it.each(['3.1', '3.2'])('has RFC 7301 §%s', (section) => {
    expect(sections).toContain(`rfc7301/${section}`);
  });

  it.each(['2.2', '3.1', '4'])('has §%s of the WebSockets Standard of the WHATWG', (section) => {
    expect(sections).toContain(`whatwg/${section}`);
  });
});

describe('the source of a clause', () => {
  it.each([
    ['rfc6455/4.2.1/upgrade-websocket', 'RFC 6455 §4.2.1'],
    ['rfc6455/3/no-fragment', 'RFC 6455 §3'],
    ['rfc7692/7.1.2.1/server-bits-echoed', 'RFC 7692 §7.1.2.1'],
    ['rfc7301/3.2/protocol-offered', 'RFC 7301 §3.2'],
    ['whatwg/2.2/subprotocol-chosen', 'WHATWG §2.2'],
    ['service/5.4/origin-allowlist', 'service §5.4'],
    ['service/7/proxy-http11', 'service §7'],
  ] as const)('%s is from %s', (id, source) => {
    expect(sourceOf(id)).toBe(source);
  });
});

test.each([
  ['rfc6455/4.2.1/key-present', 'https://www.rfc-editor.org/rfc/rfc6455#section-4.2.1'],
  ['rfc9112/3/request-line', 'https://www.rfc-editor.org/rfc/rfc9112#section-3'],
  ['whatwg/2.2/subprotocol-chosen', 'https://websockets.spec.whatwg.org/'],
  ['service/5.4/origin-allowlist', undefined],
] as const)('%s can be read at %s', (clause, url) => {
  expect(locateClause(clause)).toBe(url);
});

test('every clause of an RFC can be located', () => {
  const lost = clauseIds.filter(
    (id) => id.startsWith('rfc') && !/#section-\d+(?:\.\d+)*$/.test(locateClause(id) ?? ''),
  );
  expect(lost).toEqual([]);
});
