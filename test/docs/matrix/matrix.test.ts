import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { buildMatrix, exchangeOf, stateOf } from '../../../scripts/docs/matrix.ts';
import { anchorFindings, locateCell, signCell } from '../../../scripts/docs/matrix-cell.ts';
import { makeMatrix, writeCsv, writeMatrixFiles } from '../../../scripts/docs/matrix-file.ts';
import { publish, readPublished } from '../../../scripts/docs/matrix-result.ts';
import { type Result, type ResultFinding, roles } from '../../campaign/result.ts';
import { readResults, slugOf } from '../../campaign/run/store.ts';
import { withheld } from '../../campaign/withheld.ts';
import { LinkedPages, matrixFolder } from '../link.ts';
import { finding, named, result } from './made-up.ts';

const results = readPublished();
const files = writeMatrixFiles(results);
const noReadings = { server: {}, client: {}, proxy: {} };

describe('what the results come to', () => {
  test('is a page for each, the pages of each role, and the same as data', () => {
    const own = roles.flatMap((role) => readResults(role).map(({ name }) => `${role}/${slugOf(name)}.md`));
    expect(own.length).toBeGreaterThan(90);
    const common = [
      ...['client-agreed.md', 'client.csv', 'client.md', 'index.md', 'matrix.json'],
      ...['proxy-agreed.md', 'proxy.csv', 'proxy.md', 'server-agreed.md', 'server.csv', 'server.md'],
    ];
    expect([...files.keys()].sort()).toEqual([...common, ...own].sort());
  });

  test('has links that all lead to a part of it, or to what is committed', () => {
    const added = new Map([...files].map(([name, text]) => [join(matrixFolder, name), text]));
    const pages = new LinkedPages('.', added);
    const links = pages.links.filter(({ page }) => added.has(page));
    expect(links.length).toBeGreaterThan(5000);
    expect(links.filter((link) => !pages.leadsSomewhere(link))).toEqual([]);
  });

  test('is neither committed nor packed, wherever `npm run matrix` has written it', () => {
    expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('docs/generated/matrix/');
    expect(JSON.parse(readFileSync('package.json', 'utf8')).files).toContain('!docs/generated/matrix');
  });
});

/** Everything that pages, JSON and CSV would say of some results. */
const say = (...told: Result[]) =>
  [...writeMatrixFiles(told.map((each) => ({ slug: 'plain', result: publish(each) }))).values()].join('\n');

/** Clauses of which something stands in a text, and which are to be told of nobody. */
const withheldIn = (text: string) =>
  [...withheld].filter(
    (id) => text.includes(id) && new RegExp(`${id.replaceAll('.', '\\.')}(?![\\w-])`).test(text),
  );

describe('nothing is told that is withheld', () => {
  test.each([...files])('in %s', (_name, text) => {
    expect(withheldIn(text)).toEqual([]);
    expect(text).not.toMatch(/smuggl/i);
    expect(text).not.toContain('service/');
  });

  const breach = (changes: Partial<ResultFinding>, policy: Result['policy'] = {}): Result => ({
    ...result,
    verdicts: { ...result.verdicts, [changes.clause ?? finding.clause]: 'fail' },
    findings: [{ ...finding, title: 'Does what is not told', ...changes }],
    policy,
  });

  test('the breach of another clause would be', () => {
    expect(say(breach({}))).toContain('Does what is not told');
  });

  test.each<[string, Partial<ResultFinding>]>([
    ['by its clause', { clause: 'rfc9112/6.3/content-length-valid' }],
    ['by its tag', { tags: ['smuggling'] }],
    ['by what was sent', { sent: 'X: a\\r\\nb' }],
    ['by octets that were sent', { request: Buffer.from('GET /\0 HTTP/1.1\r\n\r\n').toString('base64') }],
    ['by an end that came', { came: 'the end of the connection' }],
    ['by a failure that came', { came: '500 Internal Server Error' }],
    ['since it is of the service alone', { clause: 'service/9/version-426' }],
  ])('%s', (_why, changes) => {
    const said = say(breach(changes));
    expect(said).not.toContain('Does what is not told');
    expect(said).not.toContain(finding.request);
    expect(withheldIn(said)).toEqual([]);
  });

  test('nor that a clause is broken for which nothing else may be told', () => {
    const told = publish(breach({ came: 'a reset' }));
    const { roles } = buildMatrix([{ slug: 'plain', result: told }], noReadings);
    expect(roles[0]?.implementations.map((each) => stateOf(each, finding.clause))).toEqual(['notShown']);
  });

  test('what is broken besides', () => {
    const said = say(breach({ also: ['rfc9112/5.2/folding', 'rfc6455/4.2.1/key-present'] }));
    expect(withheldIn(said)).toEqual([]);
  });

  test('nor an exchange that shows nothing else, or that has what is withheld', () => {
    const [key, deflate] = result.exchanges;
    const odd = { request: Buffer.from('GET /\0 HTTP/1.1\r\n\r\n').toString('base64'), response: '' };
    const told = publish({
      ...result,
      kept: {
        'rfc9112/5/field-lines': 0,
        'rfc6455/4.2.1/key-present': 1,
        'rfc6455/9/extensions-accepted': 2,
      },
      exchanges: [key, odd, deflate].flatMap((each) => each ?? []),
    });
    expect(told.kept).toEqual({ 'rfc6455/9/extensions-accepted': 0 });
    expect(told.exchanges).toEqual([deflate]);
  });

  test('in its policy', () => {
    const policy = {
      plainHttp: 'closed',
      foreignOrigin: 503,
      largestHead: 1024,
      malformedHttp: 'no answer',
      statuses: { contentIsFramedTwice: [101] },
    };
    expect(publish({ ...result, policy }).policy).toEqual({});
  });

  test.each([
    ['two seeds of three', { seeds: [1, 3], replayed: false }, 0],
    ['two seeds of three, and it was seen again', { seeds: [1, 3], replayed: true }, 1],
    ['every seed', { seeds: [3, 2, 1], replayed: false }, 1],
  ])('a breach that was found with %s', (_, changes, count) => {
    expect(publish(breach(changes)).findings.length).toBe(count);
  });
});

/** The state of a cell where a clause has a verdict and some findings. */
const stateWith = (
  verdict: 'pass' | 'fail' | 'warn',
  clause: ClauseId,
  ...findings: Partial<ResultFinding>[]
) => {
  const told = named('plain', {
    verdicts: { [clause]: verdict },
    findings: findings.map((each) => ({ ...finding, clause, ...each })),
  });
  const [server] = buildMatrix([told], noReadings).roles;
  return server?.implementations.map((each) => stateOf(each, clause))[0];
};

describe('a cell is', () => {
  const key = 'rfc6455/4.3/key-grammar';

  test.each<[string | undefined, string]>([
    [stateWith('fail', key, {}), 'broken'],
    [stateWith('fail', key, { tags: ['leniency'] }), 'letter'],
    [stateWith('fail', key, { tags: ['leniency'] }, {}), 'broken'],
    [stateWith('fail', key, { clause: 'rfc6455/4.2.1/key-present', also: [key] }), 'broken'],
    [stateWith('warn', key, { level: 'SHOULD' }), 'should'],
    [stateWith('pass', key), 'kept'],
    [stateWith('pass', 'rfc6455/9/extensions-accepted'), 'free'],
    [stateWith('fail', key), 'notShown'],
  ])('%s', (state, wanted) => {
    expect(state).toBe(wanted);
  });
});

describe('of two servers', () => {
  const breaking = named('b', {
    verdicts: { 'rfc6455/4.2.1/method-get': 'fail', 'rfc6455/4.2.1/key-present': 'pass' },
    findings: [finding, finding],
  });
  const matrix = makeMatrix([named('a'), breaking]);
  const [server] = matrix.roles;

  test('what they differ in stands apart from what they agree on', () => {
    expect(server?.apart.map(({ clause }) => clause)).toEqual([
      'rfc6455/4.2.1/method-get',
      'rfc6455/9/extensions-accepted',
    ]);
    expect(server?.agreed.map(({ clause }) => clause)).toEqual(['rfc6455/4.2.1/key-present']);
  });

  test('a row has the sentence that was read', () => {
    expect(server?.apart[0]?.reading).toEqual({
      section: 'RFC 6455 §4.2.1',
      says: 'the opening must be a GET request, or the server stops',
    });
  });

  test('a breach leads to its octets, and says whose it is', () => {
    const [, b] = server?.implementations ?? [];
    expect(b && signCell(b, 'rfc6455/4.2.1/method-get')).toBe('✗ˡ');
    expect(b && locateCell(b, 'rfc6455/4.2.1/method-get')).toBe('#421-method-get');
    expect(anchorFindings([finding, finding])).toEqual(['421-method-get', '421-method-get-1']);
    const pages = writeMatrixFiles([named('a'), breaking]);
    expect(pages.get('server.md')).toContain('[✗ˡ](server/b.md#421-method-get)');
    expect(pages.get('server/b.md')).toContain('HEAD / HTTP/1.1\\r\\n\nHost: 127.0.0.1:9001\\r\\n\n\\r\\n\n');
    expect(pages.get('server/b.md')).toContain(`\`\`\`text\n${finding.response}\n\`\`\``);
  });

  test('what is kept leads to an exchange that shows it, or else to the command', () => {
    const [a] = server?.implementations ?? [];
    expect(a && locateCell(a, 'rfc6455/4.2.1/key-present')).toBe('#exchange-1');
    expect(a && locateCell(a, 'rfc6455/9/extensions-accepted')).toBe('#exchange-2');
    expect(a && locateCell(a, 'rfc6455/4.2.1/method-get')).toBe('#kept');
    const page = writeMatrixFiles([named('a'), breaking]).get('server/a.md') ?? '';
    expect(page).toContain('in: `rfc6455/4.2.1/method-get`, [`rfc6455/4.2.1/key-present`](#exchange-1).');
    expect(page).toContain('seen made: [`rfc6455/9/extensions-accepted`](#exchange-2).');
    const [, second = ''] = page.split('### Exchange 2');
    expect(second).toContain('- `rfc6455/9/extensions-accepted`: ');
    expect(second).toMatch(
      /What was sent, [\s\S]*GET \/agreed [\s\S]*What came, [\s\S]*What was sent behind it, 6 octets/,
    );
    expect(second).toContain(`\`\`\`text\n${result.exchanges[1]?.behind}\n\`\`\``);
  });

  test('what is broken leads to no exchange, whatever a result says is kept', () => {
    const said = { ...breaking.result, kept: { 'rfc6455/4.2.1/method-get': 0 } } as const;
    const [of] = buildMatrix([named('b', said)], noReadings).roles;
    expect(of?.implementations.map((each) => exchangeOf(each, 'rfc6455/4.2.1/method-get'))).toEqual([null]);
  });

  test('of one family share a column, with a sign each where they differ', () => {
    const one = { family: 'one', version: '2.0' };
    const members = [named('a', one), named('b', { ...breaking.result, family: 'one', variant: 'odd' })];
    const page = writeMatrixFiles(members).get('server.md');
    expect(page).toContain('| one<br>[2.0](server/a.md) [1.0 odd](server/b.md) |');
    expect(page).toContain('| [✓](server/a.md#kept) [✗ˡ](server/b.md#421-method-get) |');
  });

  test('there is a line of CSV for each clause', () => {
    const lines = server ? writeCsv(server).split('\r\n') : [];
    expect(lines.slice(0, 2)).toEqual([
      'clause,level,source,implementations,a 1.0,b 1.0',
      'rfc6455/4.2.1/method-get,MUST,RFC 6455 §4.2.1,differ,kept,broken',
    ]);
  });
});

test('every finding that is told was read against a sentence', () => {
  const { roles } = makeMatrix(results);
  const unread = roles.flatMap(({ role, apart, agreed, implementations }) => {
    const read = new Set([...apart, ...agreed].flatMap(({ clause, reading }) => (reading ? [clause] : [])));
    return implementations.flatMap(({ findings }) =>
      findings.filter(({ clause }) => !read.has(clause)).map(({ clause }) => `${role}: ${clause}`),
    );
  });
  expect([...new Set(unread)]).toEqual([]);
});

test('octets that a fence could end stay in it', () => {
  const odd = { ...finding, response: Buffer.from('HTTP/1.1 101 \r\n\r\n````\n').toString('base64') };
  const page = writeMatrixFiles([named('a', { verdicts: { [odd.clause]: 'fail' }, findings: [odd] })]).get(
    'server/a.md',
  );
  expect(page).toContain('`````text\n');
});
