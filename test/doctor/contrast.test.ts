import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/diagnosis/index.ts';
import { readInput } from '../../src/doctor/asked.ts';
import { patienceFor } from '../../src/doctor/change.ts';
import { planBrowser, planContrasts } from '../../src/doctor/contrast.ts';
import { consult } from '../../src/doctor/doctor.ts';
import type { DoctorOptions } from '../../src/doctor/option.ts';
import type { Variation } from '../../src/doctor/request.ts';
import { sha1 } from '../../src/sha1.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';
import { type Asked, accept, reply, scriptAnswers } from './scripted.ts';

const paths = [
  ...['GET /ws101-no-such-path', '/ws101-no-such-path', '/socket.io/?EIO=4&transport=websocket', '/chat/'],
  ...['/', '/ws', '/websocket', '/socket', '/cable', '/graphql'],
];

const plain: Variation = {
  ...{ target: '/', origin: null, subprotocols: [], headers: [] },
  ...{ isDeflateOffered: false, profile: null, connection: null, isUpgrade: true },
};

/** What is planned for an answer: each change by its name, or, on another path, by that. */
function plan(status: string | null, changed: Partial<Variation> = {}, url = 'ws://a.example/chat') {
  const read = readInput(url, {});
  if (!read.ok) throw new Error(read.fault.problem);
  const { uri } = read;
  const octets = encodeLatin1(status === null ? '' : `HTTP/1.1 ${status} A\r\nContent-Length: 0\r\n\r\n`);
  const end = status === null ? 'late' : 'replied';
  const answer = readAnswer({ request: new Uint8Array(), reply: octets, end, ms: 1, unreached: null }, sha1);
  const asked: Variation = { ...plain, target: uri.resourceName, ...changed };
  return planContrasts(uri, asked, answer, end).map(({ name, variation: { target, isUpgrade } }) => {
    if (target === uri.resourceName || target === uri.path) return name;
    return isUpgrade ? target : `GET ${target}`;
  });
}

test.each([
  [10, 10_000, 2_000],
  [2_500, 10_000, 7_500],
  [2_500, 3_000, 3_000],
])('behind an opening of %i ms, a timeout of %i gives %i to another', (ms, timeout, expected) => {
  const nothing = new Uint8Array();
  const opening = { request: nothing, reply: nothing, end: 'replied', ms, unreached: null } as const;
  const asked = { uri: null, origin: null, subprotocols: [], isCredentialSent: null };
  expect(patienceFor({ record: { seen: { asked, opening } }, timeout })).toBe(expected);
});

test('a browser sets fields of its own, whatever the user adds', () => {
  const read = readInput('ws://a.example/', {});
  if (!read.ok) throw new Error(read.fault.problem);
  const browser = planBrowser(read.uri, { ...plain, headers: [['user-agent', 'x'], authorization] });
  expect(browser.variation.headers).toEqual([authorization]);
});

const usual = ['plainGet', 'withOwnOrigin', 'withSubprotocol', 'asBrowser'];
const authorization = ['Authorization', 'Bearer a'] as const;

describe('what is changed, in which order', () => {
  // biome-ignore format: a row is a line
  test.each([
    ['404', {}, [...usual, ...paths]],
    ['503', {}, usual],
    ['403', {}, usual],
    [null, {}, ['plainGet', 'moreOctets', 'longGet', 'withOwnOrigin', 'withSubprotocol', 'asBrowser', ...paths]],
    ['403', { origin: 'http://b.example' }, ['plainGet', 'withoutOrigin', ...usual.slice(1)]],
    ['403', { origin: 'http://u:p@b.example' }, ['withoutCredential', ...usual]],
    ['403', { origin: 'http://a.example' }, ['plainGet', 'withoutOrigin', 'withSubprotocol', 'asBrowser']],
    ['500', { subprotocols: ['chat'], isDeflateOffered: true },
      ['plainGet', 'withOwnOrigin', 'withoutSubprotocol', 'withoutExtensions', 'asBrowser']],
    ['500', { profile: 'firefox', isDeflateOffered: true, origin: 'http://a.example' },
      ['plainGet', 'withoutOrigin', 'withSubprotocol', 'withoutExtensions', 'connectionAlone', 'asProgram']],
    ['401', { headers: [authorization] }, ['withoutCredential', ...usual]],
    ['500', { headers: [authorization] }, [...usual, 'withoutCredential']],
  ] satisfies [string | null, Partial<Variation>, readonly string[]][])('%s to %j', (status, changed, expected) => {
    expect(plan(status, changed)).toEqual(expected);
  });

  test('a path with a slash at its end is tried without, and one of Socket.IO is no other', () => {
    expect(plan('404', {}, 'ws://a.example/ws/')).toEqual([
      ...['plainGet', 'withOwnOrigin', 'withSubprotocol', 'asBrowser', 'GET /ws101-no-such-path'],
      ...['/ws101-no-such-path', '/socket.io/?EIO=4&transport=websocket', '/ws', '/', '/websocket'],
      ...['/socket', '/cable', '/graphql'],
    ]);
    expect(plan('404', {}, 'ws://a.example/socket.io/')).not.toContain(
      '/socket.io/?EIO=4&transport=websocket',
    );
  });
});

const secrets = {
  'a field': { headers: [['Authorization', 'Bearer s3cr3t']] },
  'a field of its own': { headers: [['X-Tenant-Pass', 's3cr3t']] },
  'a cookie': { headers: [['Cookie', 'a=s3cr3t']] },
  'a subprotocol': { subprotocols: ['chat', 'bearer.s3cr3t'] },
  'the query': {},
} satisfies Record<string, DoctorOptions>;

const target = (what: string) => (what === 'the query' ? '/chat?q=s3cr3t' : '/chat');

describe('a credential', () => {
  test.each(
    Object.entries(secrets).flatMap(([what, options]) =>
      ['200 OK', '400 Bad Request', '404 Not Found', '500 No', '401 Who'].map(
        (status) => [what, status, options] as const,
      ),
    ),
  )('in %s never goes to another path, where %s is answered', async (what, status, options) => {
    const server = await scriptAnswers(({ socket }) => void socket.end(reply(status)));
    await consult(`${server.url}${target(what)}`, options);
    const elsewhere = server.asked.filter((asked) => asked.target !== target(what));
    expect(server.asked[0]?.head).toContain('s3cr3t');
    expect(elsewhere.filter(({ head }) => head.includes('s3cr3t'))).toEqual([]);
  });

  test.each(
    Object.entries(secrets)
      .filter(([what]) => what !== 'a field of its own')
      .flatMap(([what, options]) => ['401 Who', '403 No'].map((status) => [what, status, options] as const)),
  )('in %s that was refused by %s is never sent again', async (what, status, options) => {
    const server = await scriptAnswers(({ socket }) => void socket.end(reply(status)));
    await consult(`${server.url}${target(what)}`, options);
    expect(server.asked.length).toBeGreaterThan(1);
    expect(server.asked.slice(1).filter(({ head }) => head.includes('s3cr3t'))).toEqual([]);
  });
});

const answers: Readonly<Record<string, (asked: Asked) => void>> = {
  'refuses by 400': ({ socket }) => void socket.end(reply('400 Bad Request')),
  'refuses by 401': ({ socket }) => void socket.end(reply('401 Unauthorized')),
  'refuses by 403': ({ socket }) => void socket.end(reply('403 Forbidden')),
  'refuses by 404': ({ socket }) => void socket.end(reply('404 Not Found')),
  'refuses by 426': ({ socket }) => void socket.end(reply('426 Upgrade Required')),
  'fails by 500': ({ socket }) => void socket.end(reply('500 Internal Server Error')),
  'fails by 502': ({ socket }) => void socket.end(reply('502 Bad Gateway')),
  redirects: ({ socket }) => void socket.end(reply('301 Moved', '', 'Location: /a')),
  'shows a page': ({ socket }) => void socket.end(reply('200 OK', '<!doctype html>')),
  'closes at once': ({ socket }) => void socket.end(),
  resets: ({ socket }) => void socket.resetAndDestroy(),
  'is no HTTP': ({ socket }) => void socket.end('SSH-2.0-a\r\n'),
  'answers half': ({ socket }) => void socket.end('HTTP/1.1 4'),
  accepts: (asked) => (asked.isUpgrade ? accept(asked) : void asked.socket.end(reply('426 No'))),
  'accepts wrongly': ({ socket, accepted }) => void socket.end(accepted().replace('Accept: ', 'Accept: x')),
};

describe('connections', () => {
  const most = {
    ...{ origin: 'http://b.example', subprotocols: ['chat', 'token.a'], permessageDeflate: true, idle: 1 },
    headers: [['Cookie', 'a=b']] as const,
  };

  test.each(Object.entries(answers))('no more than 15 to a server that %s', async (_what, answer) => {
    const server = await scriptAnswers(answer);
    const { connections } = await consult(`${server.url}/chat`, most);
    expect(connections).toBe(server.made());
    expect(connections).toBeLessThanOrEqual(15);
  });

  test.each(Object.entries(answers))(
    'no more than were allowed to a server that %s',
    async (_what, answer) => {
      const server = await scriptAnswers(answer);
      await consult(`${server.url}/chat`, { ...most, connections: 3 });
      expect(server.made()).toBeLessThanOrEqual(3);
    },
  );

  test('behind a 101 there are exactly four more', async () => {
    const server = await scriptAnswers(answers['accepts'] ?? (() => {}));
    await consult(`${server.url}/chat`);
    expect(server.asked.map(({ isUpgrade, field }) => [isUpgrade, field('Connection')])).toEqual([
      [true, 'Upgrade'],
      [true, 'Upgrade'],
      [true, 'keep-alive, Upgrade'],
      [false, 'close'],
      [true, 'Upgrade'],
    ]);
    expect(server.asked.map(({ head }) => head.endsWith('\r\n\r\n'))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  test('what opens ends the changes', async () => {
    const server = await scriptAnswers((asked) => {
      if (asked.field('Origin') !== null) accept(asked);
      else asked.socket.end(reply('403 Forbidden'));
    });
    const { diagnoses } = await consult(`${server.url}/chat`);
    expect(diagnoses[0]).toMatchObject({ id: 'server/origin-required', confidence: 'certain' });
    // As asked, a plain GET, with an Origin; and both by turns, lest it was a matter of time, or of who answers.
    const isWith = server.asked.map(({ field }) => field('Origin') !== null);
    expect(isWith).toEqual([false, false, true, false, true, false, false]);
  });
});
