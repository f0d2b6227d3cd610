import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { gatherTrials } from '../../../src/verify/client/gather.ts';
import { learnClientPolicy } from '../../../src/verify/client/policy.ts';
import type { ClientStatement, Connector } from '../../../src/verify/connector/connector.ts';
import type { ClientBehaviour } from '../../mutants/client.ts';
import { authenticate, follow, followUpTo } from '../../mutants/client-onward.ts';
import { begin } from './trial-client.ts';

/** The client of `ws`, which sends a Close frame as soon as it is open, and no other. */
const latecomers: Connector = {
  ...{ name: 'ws', atOnce: 1, subprotocols: ['chat'], close: async () => {} },
  connect: ({ url, subprotocols }) =>
    new Promise<ClientStatement>((resolve) => {
      const socket = new WebSocket(url, [...subprotocols], { followRedirects: true });
      const tell = (word: ClientStatement) => {
        socket.close();
        resolve(word);
      };
      socket.on('open', () => tell({ opened: true }));
      socket.on('error', ({ message }) => tell({ opened: false, error: message }));
    }),
};

const learn = async (behaviour: ClientBehaviour, patience = 50) =>
  learnClientPolicy({ ...(await begin(behaviour)), patience });

/** What is gathered of a client in the trials whose titles fit. */
async function tryAt(titles: RegExp, subject: ClientBehaviour | Connector, timeout = 500) {
  const { elsewhere, ...options } = await begin(subject);
  const isWanted = ({ title }: { readonly title: string }) => titles.test(title);
  return gatherTrials({ ...options, timeout }, elsewhere, { known: new Set(), isWanted });
}

/** What is learnt of a client while it is sent elsewhere, and challenged. */
async function learnOnward(subject: ClientBehaviour | Connector, timeout?: number) {
  const { gathered, policy } = await tryAt(/^a 30|behind a 302$|^a challenge/, subject, timeout);
  expect([gathered.exhibits, gathered.flaky]).toEqual([[], []]);
  return { policy, shown: [...gathered.counts.keys()] };
}

test('what a client does that waits for ever, and reads whatever comes', async () => {
  expect(await learn({})).toEqual({
    permessageDeflate: ['permessage-deflate; client_max_window_bits'],
    ...{ origin: null, userAgent: null, subprotocolNotChosen: 'opens' },
    ...{
      replyDeadlineMs: 'more than 50',
      halfReplyDeadlineMs: 'more than 50',
      endlessHead: 'more than was tried',
      bareLineFeed: 'waits',
      largestHead: 'more than was tried',
      mostFields: 'more than was tried',
    },
    errorMessage: {
      'a 403': 'nothing',
      'a 101 without Upgrade': 'the field',
      'a wrong accept value': 'the field',
    },
  });
});

test('what a client does that has bounds, and says who it is and who has sent it', async () => {
  const fields = 'Origin: http://a.test\r\nUser-Agent: small/1\r\nVia: 1.1 hop';
  const told = await learn(
    {
      ...{ offers: '', deadline: 200 },
      sends: (opening) => opening.replace('\r\nUpgrade', `\r\n${fields}\r\nUpgrade`),
      reads: (octets) => (octets.includes('\r\n') ? octets : octets.replaceAll('\n', '\r\n')),
      demands: (head) => head.length < 5_000 && head.split('\r\n').length < 150,
      says: ({ opened, error }) => ({
        ...{ opened },
        ...(error === 'status' ? { error: 'log\nunexpected status 403' } : {}),
        ...(error === 'accept' ? { error: 'wrong by RFC 6455, section 4.1' } : {}),
      }),
    },
    1_000,
  );
  expect(told).toEqual({
    permessageDeflate: [],
    ...{ origin: 'http://a.test', userAgent: 'small/1', proxy: ['via: 1.1 hop'] },
    ...{ subprotocolNotChosen: 'opens', replyDeadlineMs: 200, largestHead: 4_096, mostFields: 100 },
    ...{ halfReplyDeadlineMs: 200, endlessHead: 'fails within 1048576 octets', bareLineFeed: 'opens' },
    errorMessage: {
      'a 403': 'the status',
      'a 101 without Upgrade': 'nothing',
      'a wrong accept value': 'the clause',
    },
  });
});

test('what a client does that stays where it is', async () => {
  const { policy, shown } = await learnOnward({});
  expect(policy).toEqual({
    redirects: Object.fromEntries(
      ['301', '302', '303', '307', '308', 'to a URL of ws', 'to a URL of http', 'to another port'].map(
        (name) => [name, 'not followed'],
      ),
    ),
    challenges: Object.fromEntries(
      ['Basic', 'Digest', 'Negotiate', 'Basic of a proxy'].map((name) => [name, 'not answered']),
    ),
    credentialsInUrl: 'not sent',
  });
  expect(shown).toContain('rfc6455/4.1/redirect-not-followed');
  expect(shown).not.toContain('rfc6455/4.1/authentication-retry');
});

test('what a client does that goes on', async () => {
  const goesOn: ClientBehaviour['goesOn'] = (...which) => follow.goesOn?.(...which) ?? authenticate(...which);
  const { policy, shown } = await learnOnward({ goesOn });
  expect(new Set(Object.values(policy.redirects))).toEqual(new Set(['followed']));
  expect(policy).toMatchObject({
    redirectLoop: 11,
    challenges: { Basic: 'answered', Digest: 'not answered', 'Basic of a proxy': 'answered' },
    credentialsInUrl: 'sent when challenged',
  });
  expect(shown).toContain('rfc6455/4.1/authentication-retry');
  expect(shown).not.toContain('rfc6455/4.1/redirect-not-followed');
});

test('who goes as soon as it is open has opened where it was sent', async () => {
  const { gathered, policy } = await tryAt(/^a 301/, latecomers);
  expect(policy.redirects).toEqual({ 301: 'followed' });
  // Node writes Host behind the fields that it is given, on each of the two connections.
  expect(gathered.exhibits.map(({ clause }) => clause)).toEqual(['rfc9110/7.2/host-first']);
});

test('a breach on the way is shown by the request that has it', async () => {
  const { gathered } = await tryAt(/^a 301/, {
    ...follow,
    sends(opening) {
      // Each of its requests has another breach before that of the last one.
      const late = opening.replace(/(Host: \S+\r\n)([\s\S]*\r\n)\r\n/, '$2$1\r\n');
      return late.includes('case=onward') ? late.replace(/Host: \S+/, 'Host: elsewhere.test') : late;
    },
  });
  const { exhibits } = gathered;
  expect(exhibits.map(({ clause }) => clause)).toEqual(['rfc6455/4.1/host-sent']);
  expect(Buffer.from(exhibits[0]?.request ?? []).toString('latin1')).toContain('Host: elsewhere.test');
});

test('who follows for ever is stopped, and who takes no credentials is not asked again', async () => {
  // Each reply has its own time: all of them take longer than one.
  const { policy } = await learnOnward(
    {
      ...followUpTo(Number.POSITIVE_INFINITY, (_, location) => location.startsWith('/')),
      takes: ({ username }) => username === '',
    },
    25,
  );
  expect(policy.redirects).toMatchObject({ 302: 'followed', 'to a URL of ws': 'not followed' });
  expect(policy).toMatchObject({ redirectLoop: 'more than was tried', credentialsInUrl: 'URL refused' });
});

test('who follows URLs of ws alone follows them to another port', async () => {
  const { policy } = await learnOnward(followUpTo(3, (_, location) => !location.startsWith('http')));
  expect(policy.redirects).toMatchObject({
    ...{ 'to a URL of ws': 'followed', 'to a URL of http': 'not followed', 'to another port': 'followed' },
  });
});

test('who comes again to the same URL has followed nothing', async () => {
  const { policy, shown } = await learnOnward({ tries: 'twice' });
  expect(new Set(Object.values(policy.redirects))).toEqual(new Set(['not followed']));
  expect(policy).not.toHaveProperty('redirectLoop');
  expect(shown).not.toContain('rfc6455/4.1/authentication-retry');
});
