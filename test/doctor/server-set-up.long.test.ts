import { describe, expect, onTestFinished, test } from 'vitest';
import { describeWithPackages } from '../system.ts';
import { type Answer, answers, opens } from './answer.ts';
import { hasBothFamilies, networkSetUps } from './network-set-up.ts';
import { sendRaw, writeOpening } from './raw-opening.ts';
import { serverSetUps } from './server-set-up.ts';
import type { Running, SetUp } from './set-up.ts';
import { tlsSetUps } from './tls-set-up.ts';

const all = [...serverSetUps, ...tlsSetUps, ...networkSetUps];

/** Milliseconds for which silence is waited for, where nothing but silence is expected. */
const silence = 300;

async function start(title: string): Promise<Running> {
  const setUp = all.find((each) => each.title === title);
  if (!setUp) throw new TypeError(`there is no set-up "${title}"`);
  const running = await setUp.start();
  onTestFinished(running.end);
  return running;
}

/** Waits until all of an answer has come, or no more does. */
function askFor([first, ...parts]: Answer, running: Running, request = writeOpening(running)) {
  const isEnough = (text: string) => text.startsWith(first) && parts.every((part) => text.includes(part));
  return sendRaw(running, request, isEnough, first.endsWith('[late]') ? silence : undefined);
}

async function expectAnswer([first, ...parts]: Answer, running: Running, request?: string): Promise<void> {
  const answer = await askFor([first, ...parts], running, request);
  expect(answer.slice(0, first.length)).toBe(first);
  for (const part of parts) expect(answer).toContain(part);
}

/** What is wrong with what was typed is found out before anything is sent. */
const isSent = ({ expected }: SetUp) => !expected.startsWith('input/');

test('titles are told apart, and each set-up that sends anything has its answer', () => {
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  const titles = all.filter(isSent).map(({ title }) => title);
  const answered = answers
    .map(([title]) => title)
    .filter((title) => hasBothFamilies || title !== 'localhost, and a server on 127.0.0.1 alone');
  expect(answered.toSorted()).toEqual(titles.toSorted());
});

test.each(networkSetUps.filter((setUp) => !isSent(setUp)).map((setUp) => [setUp.title, setUp] as const))(
  '%s needs nobody who listens',
  async (_title, setUp) => {
    const { url, end } = await setUp.start();
    await end();
    expect(url).toMatch(/^(?:ws:\/\/|https?:\/\/)?(?:user:secret@)?127\.0\.0\.1:(?:9|70000)\//);
  },
);

for (const { title, expected, packages = [] } of all.filter(isSent)) {
  describeWithPackages(packages, title, () => {
    test(`it answers as is told of ${expected}`, async () => {
      const running = await start(title);
      const [, answer] = answers.find(([name]) => name === title) ?? [];
      expect(answer).toBeDefined();
      if (answer) await expectAnswer(answer, running);
    });
  });
}

/** Without both addresses there is nothing that could be open on one of them alone. */
if (!hasBothFamilies) test.skip('network/refused-v6 (skipped: localhost has one address here)', () => {});

const pong = '\x8a\x05ws101';

describe('the same opens with one thing changed', () => {
  test.each<readonly [title: string, url: (url: string) => string, args: readonly string[], Answer]>([
    ['ws at /ws, and not at /', (url) => `${url}ws`, [], [opens, pong]],
    ['Express with ws at /ws, and not at /chat', (url) => url.replace('/chat', '/ws'), [], [opens, pong]],
    ['ws with a slash at the end of its path', (url) => `${url}/`, [], [opens, pong]],
    ['the reference server at /socket, and not at /', (url) => `${url}socket`, [], [opens, pong]],
    [
      'Engine.IO at its own path, and not at /',
      (url) => `${url}socket.io/?EIO=4&transport=websocket`,
      [],
      [opens, '0{"sid":"', pong],
    ],
    [
      'the reference server, which wants a bearer token',
      (url) => url,
      ['--header', 'Authorization: Bearer right'],
      [opens, pong],
    ],
    [
      'the reference server, which wants a token in the query',
      (url) => `${url}?token=right`,
      [],
      [opens, pong],
    ],
    [
      'ws, whose verifyClient answers false',
      (url) => url,
      ['--header', 'Authorization: Bearer right'],
      [opens, pong],
    ],
    [
      'the reference server with an allowlist of origins',
      (url) => url,
      ['--origin', 'https://app.example'],
      [opens, pong],
    ],
    ['ws, whose verifyClient takes no origin but one, or none at all', (url) => url, [], [opens, pong]],
    ['ws, which opens, and closes by 4403 for the origin', (url) => url, [], [opens, pong]],
    [
      'ws, whose verifyClient answers 403 where there is no origin',
      (url) => url,
      ['--origin', 'https://app.example'],
      [opens, pong],
    ],
    [
      'the reference server, which wants graphql-transport-ws',
      (url) => url,
      ['--subprotocol', 'graphql-transport-ws'],
      [opens.slice(0, -2), 'Sec-WebSocket-Protocol: graphql-transport-ws\r\n', pong],
    ],
    ['the reference server, offered a subprotocol that it does not support', (url) => url, [], [opens, pong]],
    ['a server that refuses the offer of permessage-deflate by 400', (url) => url, [], [opens, pong]],
    [
      'a server that compares Connection with "Upgrade", asked as Firefox asks',
      (url) => url,
      [],
      [opens, pong],
    ],
    [
      'a server that compares Connection with "Upgrade"',
      (url) => url,
      ['--as', 'firefox'],
      ['HTTP/1.1 400 Bad Request\r\n', 'Not a WebSocket'],
    ],
  ])('%s', async (title, urlOf, args, answer) => {
    const { url, end } = await start(title);
    await expectAnswer(answer, { url: urlOf(url), args, end });
  });
});

test('ws with room for one client refuses the second beside it', async () => {
  const running = await start('ws with room for one client');
  let refusal = Promise.resolve('');
  const first = await sendRaw(
    running,
    writeOpening(running),
    (text) => {
      if (!text.endsWith(pong)) return false;
      refusal = askFor(['HTTP/1.1 503 Service Unavailable\r\n'], running);
      return false;
    },
    silence,
  );
  expect(first).toContain(pong);
  expect(await refusal).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
});

test('a ping right behind the request is lost where that is told', async () => {
  for (const [title, isAnswered] of [
    ['ws', true],
    ['websocket, by the recipe of the campaign', false],
  ] as const) {
    const running = await start(title);
    const early = '\x89\x85\0\0\0\0early';
    const answer = await sendRaw(running, writeOpening(running) + early, (text) => text.endsWith(pong));
    expect(answer.includes('\x8a\x05early')).toBe(isAnswered);
  }
});
