import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { consult } from '../../src/doctor/doctor.ts';
import type { DoctorOptions } from '../../src/doctor/option.ts';
import { readRows } from '../text-row.ts';
import { runServer } from './run-server.ts';
import { type Asked, accept, reply, scriptAnswers } from './scripted.ts';

async function diagnose(url: string, options: DoctorOptions = {}) {
  const { diagnoses, steps } = await consult(url, { timeout: 400, ...options });
  return { told: diagnoses.map(({ id, confidence }) => `${id} ${confidence}`), diagnoses, steps };
}

type Answer = (asked: Asked, at: number) => unknown;

const refuse = ({ socket }: Asked, status = '404 Not Found', ...lines: readonly string[]) =>
  socket.end(reply(status, '', ...lines));

/** A server that answers a plain GET, and an opening as it is told. */
const answering = (answer: Answer) =>
  scriptAnswers((asked, at) => void (asked.isUpgrade ? answer(asked, at) : refuse(asked)));

test('an upgrade listener that leaves the socket is no server that is silent; the path that it takes is found', async () => {
  const webSockets = new WebSocketServer({ noServer: true });
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.on('upgrade', (request, socket, head) => {
    if (request.url === '/ws') webSockets.handleUpgrade(request, socket, head, () => {});
  });
  const { url, end } = await runServer(server);
  expect((await diagnose(`${url}chat`)).told).toEqual(['server/path likely']);
  const { told, diagnoses } = await diagnose(`${url}chat`, { connections: 8 });
  await end();
  expect(told).toEqual(['server/no-upgrade-listener certain']);
  expect(diagnoses[0]?.fixes[0]?.text).toMatch(/`upgrade` listener.*proxy.*development server/);
});

// biome-ignore format: a row is a line
test.each<[what: string, first: string, answer: Answer]>([
  ['too many octets for an opening', 'server/large-head certain',
    (asked) => asked.head.length < 400 && accept(asked)],
  ['too many octets for any request', 'server/large-head certain',
    (asked) => asked.head.length < 150 && refuse(asked)],
  ['too few octets', 'server/short-head certain', (asked) => asked.head.length > 4095 && accept(asked)],
  ['fields, whatever the number of their octets', 'hop/challenge likely, server/large-head possible', (asked) =>
    asked.isUpgrade ? (asked.field('User-Agent') ? asked.socket.end() : accept(asked)) : refuse(asked)],
])('no reply, for %s', async (_what, first, answer) => {
  const { url } = await scriptAnswers((asked, at) => void answer(asked, at));
  expect((await diagnose(url, { as: 'chromium' })).told.join(', ')).toBe(first);
});

// biome-ignore format: a row is a line
test.each<[what: string, path: string, headers: DoctorOptions['headers'], answer: Answer, first: string]>([
  ['no reply to a query', '/chat?token=abc', [],
    (asked) => !asked.target.includes('token=') && accept(asked), 'server/credential-refused likely'],
  ['no reply to a field', '/chat', [['X-Foo', 'one-of-ours']],
    (asked) => asked.field('X-Foo') === null && accept(asked), 'server/credential-refused likely'],
  ['no reply to the length of a query', `/chat?list=${'a,'.repeat(1_500)}`, [],
    (asked) => asked.head.length < 2_000 && accept(asked), 'server/large-head certain'],
  [
    'a refusal by Envoy of a field',
    '/chat',
    [['X-Foo', 'one-of-ours']],
    (asked) =>
      asked.field('X-Foo') === null ? accept(asked) : refuse(asked, '403 Forbidden', 'server: envoy'),
    'server/credential-refused likely',
  ],
])(
  'what opens without credential and query is not refused for what hop or server it is: %s',
  async (...given) => {
    const [, path, headers, answer, first] = given;
    const { url } = await answering(answer);
    expect((await diagnose(`${url}${path}`, { headers: headers ?? [] })).told[0]).toBe(first);
  },
);

test('one opening of several that fails by chance is not for the list in Connection', async () => {
  const { url } = await answering((asked, at) => (at === 2 ? refuse(asked, '503 Busy') : accept(asked)));
  const { told } = await diagnose(url);
  expect(told.filter((each) => each.startsWith('server/token-list'))).toEqual([]);
});

test('a head that the user has made too large for the server is no server that is silent', async () => {
  const { url } = await scriptAnswers((asked) => void (asked.head.length < 4096 && accept(asked)));
  const headers = [['Cookie', `big=${'a'.repeat(4_200)}`]] as const;
  const { told, steps } = await diagnose(url, { headers });
  expect(told).toEqual(['server/large-head certain']);
  expect(steps.map(({ contrast }) => contrast)).toContain('as a plain GET');
});

test('a plain GET is waited for as long as the opening, and beside it', async () => {
  const { url, asked } = await answering(() => {});
  const slow = await scriptAnswers((each) => {
    if (!each.isUpgrade) setTimeout(() => refuse(each), 500); // slow is what is tested
  });
  expect((await diagnose(slow.url, { timeout: 1_000 })).told[0]).toMatch(/^server\/no-upgrade-listener/);
  expect((await diagnose(url)).told).toEqual(['server/no-upgrade-listener certain']);
  expect(asked.map(({ isUpgrade }) => isUpgrade).slice(0, 2)).toEqual([true, false]);
});

test('who answers neither an opening nor a plain GET is silent for certain, and only then', async () => {
  const { url } = await scriptAnswers(() => {});
  expect((await diagnose(url)).told).toEqual(['server/silent certain']);
  expect((await diagnose(url, { connections: 2 })).told).toEqual(['server/silent likely']);
});

test.each<[what: string, wrong: string, answer: Answer]>([
  [
    'Envoy refuses',
    'hop/envoy-upgrade-off',
    (asked) => (asked.field('Origin') ? refuse(asked, '403 Forbidden', 'server: envoy') : accept(asked)),
  ],
  [
    'nginx has no page for',
    'hop/route-missing',
    (asked) =>
      asked.field('Origin')
        ? asked.socket.end(reply('404 Not Found', '<center>nginx</center>', 'Server: nginx'))
        : accept(asked),
  ],
  ['is not answered with', 'server/no-upgrade-listener', (asked) => asked.field('Origin') || refuse(asked)],
  [
    'answers elsewhere what it does not answer with',
    'server/no-upgrade-listener',
    (asked) => asked.target === '/ws101-no-such-path' && refuse(asked),
  ],
  [
    'ends the connection of',
    'server/closed-without-reply',
    (asked) => (asked.field('Origin') ? asked.socket.end() : refuse(asked)),
  ],
])('what %s one Origin is not told to be wrong with every upgrade', async (_what, wrong, answer) => {
  const { url } = await answering(answer);
  const { told } = await diagnose(url, { origin: 'https://elsewhere.example' });
  expect(told).not.toContain(`${wrong} certain`);
});

const forbid = (asked: Asked, name: string) =>
  asked.field(name) === null ? accept(asked) : refuse(asked, '403 Forbidden');

const bearer = { headers: [['Authorization', 'Bearer right-1']] } as const;

// biome-ignore format: a row is a line, its answer below it
test.each<[what: string, options: DoctorOptions, told: string, evidence: RegExp, answer: Answer]>([
  ['Origin', {}, 'healthy likely, server/own-origin-refused likely', /with Origin: http.* gets 403/,
    (asked) => forbid(asked, 'Origin')],
  ['Origin but one', { origin: 'https://a.example' }, 'healthy certain', /^$/,
    (asked) => asked.field('Origin') === 'https://a.example' ? accept(asked) : refuse(asked, '403 A')],
  ['User-Agent', {}, 'hop/challenge likely', /Chromium gets 403/, (asked) => forbid(asked, 'User-Agent')],
  ['deflate', {}, 'server/deflate-offer-refused certain', /with permessage-deflate gets 403/,
    (asked) => forbid(asked, 'Sec-WebSocket-Extensions')],
  ['deflate, by a 101', {}, 'hop/challenge likely', /gets 101 .*, but /,
    (asked) => accept(asked, asked.field('Sec-WebSocket-Extensions') ? ['Sec-WebSocket-Extensions: x-a'] : [])],
  ['a browser by chance', {}, 'healthy likely', /Chromium gets 503 A, but not when it is sent again/,
    (asked, at) => (at === 1 ? refuse(asked, '503 A') : accept(asked))],
  ['Origin, beside a credential', bearer, 'healthy likely', /gets 403.* credential is not sent/,
    (asked, at) => (at > 1 ? accept(asked) : forbid(asked, 'Origin'))],
  ['whoever comes third', {}, 'healthy likely', /503 A.*, and 503 A .*does not tell/,
    (asked, at) => ([1, 4].includes(at) ? refuse(asked, '503 A') : accept(asked))],
  ['many octets', {}, 'healthy likely', /431 A when .* for the length/,
    (asked) => (asked.head.length > 400 ? refuse(asked, '431 A') : accept(asked))],
  ['a part by chance', {}, 'healthy likely', /403 A, but so fails the request as it was/,
    (asked, at) => ([1, 3, 4].includes(at) ? refuse(asked, '403 A') : accept(asked))],
  ['a ticket that was used', { headers: [['Cookie', 'ticket=a1']] }, 'healthy likely', /401 A.* credential is not/,
    (asked, at) => (at > 0 ? refuse(asked, '401 A') : accept(asked))],
  ['a list once', {}, 'healthy likely', /keep-alive, Upgrade gets 502 A, but not when/,
    (asked, at) => (at === 2 ? refuse(asked, '502 A') : accept(asked))],
  ['a list by a 101', {}, 'healthy likely', /keep-alive, Upgrade gets 101 .*, but /,
    (asked) => (asked.field('Connection') === 'Upgrade' ? accept(asked) : answers['a wrong 101']?.(asked, 0))],
  ['a list now and then', {}, 'healthy likely', /keep-alive, Upgrade gets 503 A/,
    (asked, at) => ([2, 4].includes(at) ? refuse(asked, '503 A') : accept(asked))],
  ['a second connection', {}, 'healthy likely', /same time gets 409 A$/,
    (asked, at) => (at > 0 ? refuse(asked, '409 A') : accept(asked))],
  ['a second connection once', { as: 'chromium' }, 'healthy likely', /same time gets 503 A, but not when/,
    (asked, at) => (at === 1 ? refuse(asked, '503 A') : accept(asked))],
  ['whoever comes behind', {}, 'server/overloaded likely', /same time gets 503 A/,
    (asked, at) => (at > 0 ? refuse(asked, '503 A') : accept(asked))],
  ['whoever comes behind, by a wrong 101', {}, 'server/accept-wrong certain', /same time gets 101 .*, but Sec-/,
    (asked, at) => (at > 0 ? answers['a wrong 101']?.(asked, at) : accept(asked))],
  ['a list by turns', {}, 'healthy likely', /keep-alive, Upgrade gets 400 A, but so fails/,
    (asked, at) => ([2, 4, 6].includes(at) ? refuse(asked, '400 A') : accept(asked))],
  ['a list', {}, 'server/token-list certain', /keep-alive, Upgrade gets 400 A/,
    (asked) => (asked.field('Connection') === 'Upgrade' ? accept(asked) : refuse(asked, '400 A'))],
  ['a list, with no connection left', { connections: 5 }, 'healthy likely', /503 A, and no connection is left/,
    (asked, at) => (at === 2 ? refuse(asked, '503 A') : accept(asked))],
  ['every other one', { origin: 'http://a.example' }, 'healthy likely', /but not when|but so fails/,
    (asked, at) => (at % 2 ? refuse(asked, '400 A') : accept(asked))],
  ['Origin', { connections: 4 }, 'healthy likely', /no connection is left/, (asked) => forbid(asked, 'Origin')],
  ['nothing', { connections: 2 }, 'healthy likely', /no connection is left/, (asked) => accept(asked)],
])('a server that opens as asked, and refuses %s, %j', async (_what, options, told, evidence, answer) => {
  const found = await diagnose((await answering(answer)).url, options);
  expect(found.told.join(', ')).toBe(told);
  expect(found.diagnoses[0]?.evidence.join()).toMatch(evidence);
});

test('what opens when it is sent again was not mended by a change', async () => {
  const { url } = await answering((asked, at) => (at < 3 ? refuse(asked, '503 A') : accept(asked)));
  const { told, diagnoses } = await diagnose(url);
  expect([told[0], told.filter((each) => each.endsWith('certain'))]).toEqual([
    'server/overloaded likely',
    [],
  ]);
  const evidence = diagnoses.flatMap((each) => each.evidence);
  expect(evidence).toContain('but the same request again opens the connection');
});

test('a hop that lets it pass at another place is not to blame for certain', async () => {
  const outer = await answering((asked) => refuse(asked, '403 Forbidden', 'server: envoy'));
  const inner = await answering((asked) => accept(asked, ['server: envoy']));
  const { told, diagnoses } = await diagnose(outer.url, { direct: [inner.url] });
  expect(told[0]).toBe('hop/envoy-upgrade-off possible');
  expect(diagnoses[0]?.evidence.at(-1)).toMatch(/^but Envoy also answers at 127/);
});

test.each([
  ['another reply', reply('400 Bad Request'), 'server/two-answers certain'],
  ['Close', Buffer.of(0x88, 2, 0x03, 0xf0), 'server/closed-behind-101 certain'],
  ['the end', '', 'server/closed-behind-101 certain'],
  ['no frames', Buffer.of(0xff, 0xff, 0xff), 'server/no-frames likely'],
])('%s comes 5 ms behind a 101, and a pong before it', async (_what, octets, first) => {
  const { url } = await answering((asked) => {
    accept(asked);
    setTimeout(() => asked.socket.end(octets), 5); // behind, as the title says
  });
  const { told, steps } = await diagnose(url);
  expect([told[0], steps.find(({ name }) => name === 'frames')?.ok]).toEqual([first, false]);
});

/** Accepts an opening, and ends with these octets so many milliseconds behind what comes next. */
const endPinged = ({ socket, accepted }: Asked, last: string | Buffer, ms = 0) =>
  socket.once('data', () => setTimeout(() => socket.end(last), ms)).write(accepted()); // as slow as its row says

/** What is sent, where it is no reply as the data file has it. */
const answers: Readonly<Record<string, Answer>> = {
  nothing: () => {},
  'no HTTP': ({ socket }) => socket.end('Unauthorized'),
  'a lone 502': ({ isUpgrade, socket }) => isUpgrade && socket.end(reply('502 A', 'Bad Gateway')),
  'the end': ({ socket }) => setTimeout(() => socket.end(), 10), // an end that comes later
  'a closed 101': ({ socket, accepted }) => socket.end(accepted()),
  '403, then 400': (asked, at) => refuse(asked, at < 3 ? '403 A' : '400 A'),
  'a 101 that ends by itself': ({ socket, accepted }) =>
    socket.write(accepted()) && setTimeout(() => socket.end(), 250), // later than others, and before the timeout
  'a 101 that a ping ends': (asked) => endPinged(asked, ''),
  'a 101 that a ping ends now or later': (asked, at) => endPinged(asked, '', at * 1_000),
  'a 101 that a ping closes': (asked) => endPinged(asked, Buffer.of(0x88, 2, 0x03, 0xeb)),
  'a 101 with a pong and the end': (asked) => endPinged(asked, Buffer.from('\x8a\x05ws101', 'latin1')),
  'a wrong 101': ({ socket, accepted }) => socket.end(accepted().replace('Accept: ', 'Accept: x')),
};

/** To whom it is sent; the others get 404 or a connection. */
const isTo: Readonly<Record<string, (asked: Asked, at: number) => boolean>> = {
  upgrades: ({ isUpgrade }) => isUpgrade,
  'all but /': ({ isUpgrade, target }) => !isUpgrade || target !== '/',
  'the first': (_asked, at) => at === 0,
  'no Origin': ({ field }) => field('Origin') === null,
  pages: ({ field }) => field('Origin') !== null,
  programs: ({ field, isUpgrade }) => isUpgrade && field('User-Agent') === null,
  'long ones': ({ head }) => head.length > 300,
  'the odd ones': (_asked, at) => at % 2 === 0,
  'one of three': (_asked, at) => at % 3 === 0,
  'two of three': (_asked, at) => at % 3 !== 2,
};

const doubts = readRows(new URL('data/doubt.txt', import.meta.url)).map(
  (row) => [row.join(' | '), row] as const,
);

test.each(doubts)('%s', async (_, [told, to = '', status = '', body = '', fields = '[]', given = '{}']) => {
  const send = answers[status] ?? (({ socket }) => socket.end(reply(status, body, ...JSON.parse(fields))));
  const answer: Answer = (asked, at) => {
    if (asked.head.startsWith('CONNECT')) asked.socket.write('HTTP/1.1 200 A\r\n\r\n');
    if (isTo[to]?.(asked, at) ?? true) return send(asked, at);
    return asked.isUpgrade ? accept(asked) : refuse(asked);
  };
  const { url, port } = await scriptAnswers(answer);
  const inner = await answering((asked) => accept(asked));
  const options: DoctorOptions = JSON.parse(given.replace('PORT', `${port}`).replace('INNER', inner.url));
  const { diagnoses, difference } = await consult(`${url}/chat`, { timeout: 400, ...options });
  const first = `${diagnoses[0]?.id} ${diagnoses[0]?.confidence}`;
  expect([first, difference?.inner.url]).toEqual([told, options.direct?.[0]]);
});
