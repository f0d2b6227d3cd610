import { describe, expect, test } from 'vitest';
import { campaignRecipes } from './campaign-list.ts';
import { readings } from './reading.ts';
import { type Result, roles } from './result.ts';
import { readResults, slugOf } from './run/store.ts';
import { serverRecipes } from './server-recipe.ts';
import { isPlainHead, isPublished, isPublishedExchange, publishPolicy, withheld } from './withheld.ts';

const results = roles.flatMap((role) => readResults(role));
const findings = results.flatMap((result) => result.findings.map((finding) => ({ ...result, ...finding })));
const octetsOf = (base64 = '') => Buffer.from(base64, 'base64');

test('every result is of a recipe, and says the version on which it was seen', () => {
  const known = campaignRecipes.map(({ role, name }) => `${role} ${name}`);
  expect(results.map(({ role, name }) => `${role} ${name}`).filter((each) => !known.includes(each))).toEqual(
    [],
  );
  for (const { version } of results) expect(version).toMatch(/\d/);
});

test('every server that `npm run test:all` starts has a result', () => {
  const observed = readResults('server').map(({ name }) => name);
  expect(serverRecipes.map(({ name }) => name).filter((name) => !observed.includes(name))).toEqual([]);
});

test('no two implementations of a role have one file', () => {
  const paths = campaignRecipes.map(({ role, name }) => `${role}/${slugOf(name)}`);
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
});

test('every finding on a server was read against a sentence, and every sentence is broken by somebody', () => {
  const found = findings.filter(({ role }) => role === 'server');
  expect(found.filter(({ clause }) => !readings[clause]).map(({ name, clause }) => [name, clause])).toEqual(
    [],
  );
  const broken = new Set<string>(found.flatMap(({ clause, also }) => [clause, ...also]));
  expect(Object.keys(readings).filter((clause) => !broken.has(clause))).toEqual([]);
});

test('of every finding a recipe tells whose decision it is, by a name, and the result says the same', () => {
  for (const { role, name, clause, decidedBy } of findings) {
    const recipe = campaignRecipes.find((each) => each.role === role && each.name === name);
    const layer = recipe?.decidedBy?.(clause);
    expect([name, clause, layer]).toEqual([name, clause, expect.any(String)]);
    expect([name, clause, decidedBy]).toEqual([name, clause, layer]);
    expect([name, layer, layer && recipe?.layers[layer]]).toEqual([name, layer, expect.any(String)]);
  }
});

test('what is broken to the letter only, or of use to peers alone, is told as debatable', () => {
  const isInDoubt = ({ role, tags }: (typeof findings)[number]) =>
    role === 'server' && (tags.includes('leniency') || tags.includes('interop'));
  const clauses = new Set(findings.filter(isInDoubt).map(({ clause }) => clause));
  expect([...clauses].filter((clause) => readings[clause]?.debatable === undefined)).toEqual([]);
});

test('every finding is of all seeds, or was seen again alone', () => {
  const isSure = (finding: (typeof findings)[number]) =>
    finding.replayed || (finding.literal && finding.seeds.length === 3);
  expect(findings.filter((finding) => !isSure(finding)).map(({ name, title }) => [name, title])).toEqual([]);
});

test('a clause is told broken where a finding breaks it, and nowhere else', () => {
  for (const { name, verdicts, findings } of results) {
    const broken = new Set(findings.flatMap(({ clause, also }) => [clause, ...also]));
    const told = Object.entries(verdicts).filter(([, verdict]) => verdict === 'fail' || verdict === 'warn');
    const missing = told.map(([id]) => id).filter((id) => ![...broken].some((each) => each === id));
    expect(missing, name).toEqual([]);
  }
});

test('what is told kept passed, and has an exchange; each exchange shows something', () => {
  for (const { name, verdicts, kept, exchanges } of results) {
    const told = new Map(Object.entries(verdicts));
    expect(
      Object.keys(kept).filter((id) => told.get(id) !== 'pass'),
      name,
    ).toEqual([]);
    expect(
      [...new Set(Object.values(kept))].toSorted((a, b) => a - b),
      name,
    ).toEqual([...exchanges.keys()]);
  }
});

test.each(roles)('of nearly all that is kept an exchange is told: %s', (role) => {
  const ofRole = results.filter((each) => each.role === role);
  const passed = ofRole.flatMap(({ verdicts }) => Object.values(verdicts).filter((each) => each === 'pass'));
  const told = ofRole.flatMap(({ kept }) => Object.keys(kept));
  expect(told.length).toBeGreaterThan(passed.length * 0.9);
});

describe('nothing is published that is withheld', () => {
  test('by its clause: in no finding, in no verdict', () => {
    const named = findings.flatMap(({ clause, also }) => [clause, ...also]);
    expect(named.filter((clause) => withheld.has(clause))).toEqual([]);
    const told = results.flatMap(({ verdicts }) => Object.keys(verdicts));
    expect(told.filter((clause) => [...withheld].some((each) => each === clause))).toEqual([]);
  });

  test('by its tag', () => {
    expect(findings.filter(({ tags }) => tags.includes('smuggling'))).toEqual([]);
  });

  test('by what was sent and what came, in words', () => {
    const isMeant = ({ clause, sent, title, came, tags }: (typeof findings)[number]) =>
      isPublished(clause, `${sent}; ${title}`, came, tags);
    expect(findings.filter((each) => !isMeant(each)).map(({ name, title }) => [name, title])).toEqual([]);
  });

  test('by octets: CR, LF and NUL within a line, content, what is no reply, an error of the server', () => {
    for (const { name, role, title, request, response, forwarded, answered } of findings) {
      const told = `${name}: ${title}`;
      for (const each of [request, response, forwarded, answered])
        expect(isPlainHead(octetsOf(each)), told).toBe(true);
      if (role !== 'client') {
        expect(octetsOf(response).toString('latin1'), told).toMatch(/^HTTP\/1\.\d [1-4]\d\d/);
        expect(octetsOf(request).toString('latin1'), told).not.toMatch(
          /\r\n(?:content-length|transfer-encoding|expect) *:/i,
        );
      }
    }
  });

  test('in an exchange that shows a clause kept', () => {
    for (const { name, role, kept, exchanges } of results) {
      expect(
        exchanges.filter((each) => !isPublishedExchange(role, each)),
        name,
      ).toEqual([]);
      expect(
        Object.keys(kept).filter((id) => [...withheld].some((each) => each === id)),
        name,
      ).toEqual([]);
    }
  });

  test('in a policy', () => {
    for (const { role, policy } of results) expect(publishPolicy(role, policy)).toEqual(policy);
  });

  test('and no word of it is anywhere else', () => {
    const kept = results.map(({ findings: _findings, ...rest }: Result) => JSON.stringify(rest));
    expect(kept.filter((text) => /smuggl|crash|nothing in time|no answer|\bhang/i.test(text))).toEqual([]);
  });

  test.each([
    ['Sec-WebSocket-Version: 14', '400 Bad Request', [], true],
    ['Sec-WebSocket-Version: 14', '400 Bad Request', ['smuggling'], false],
    ['Sec-WebSocket-Version: 1\\r3', '400 Bad Request', [], false],
    ['Content-Length: 5', '101 Switching Protocols', [], false],
    ['Sec-WebSocket-Version: 14', '500 Internal Server Error', [], false],
    ['Sec-WebSocket-Version: 14', '101 Switching Protocols; the end of the connection', [], false],
    ['Sec-WebSocket-Version: 14', 'nothing in time', [], false],
    ['Sec-WebSocket-Version: 14', 'a reset', [], false],
    ['Sec-WebSocket-Version: 14', '12 octets that are no reply', [], false],
    ['Upgrade: ', '101 Switching Protocols', [], false],
    ['Upgrade: ; Answers 101 to `Upgrade: `', '101 Switching Protocols', [], false],
    ['Upgrade: h2c', '101 Switching Protocols', [], true],
  ])('%s, answered by %s, with the tags %j: %s', (sent, came, tags, isMeant) => {
    expect(isPublished('rfc6455/4.2.2/version-advertised', sent, came, tags)).toBe(isMeant);
  });

  test('a policy without what limits, and what no reply came to', () => {
    const policy = {
      plainHttp: 426,
      malformedHttp: 'closed',
      unknownPath: 500,
      largestHead: 8192,
      statuses: {},
    };
    expect(publishPolicy('server', policy)).toEqual({ plainHttp: 426 });
  });
});
