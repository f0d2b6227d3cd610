import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FailureId } from '../../src/knowledge/failure.ts';
import { isListenedOn } from '../process-group.ts';
import { describeWith } from '../system.ts';
import type { ProxyRunning, ProxySetUp } from './proxied.ts';
import { proxySetUps } from './proxy-set-up.ts';
import { accept, type RawAnswer } from './raw-opening.ts';
import { nameAnswer, probeRaw, type RawProbe } from './raw-probe.ts';

const switching = 'HTTP/1.1 101 Switching Protocols';

/** The same request with something changed; milliseconds are ample, but where silence is waited for. */
const probe = (running: ProxyRunning, changes: Partial<RawProbe> = {}): Promise<RawAnswer> =>
  probeRaw({ url: running.url, args: running.args ?? [], limit: 20_000, ...changes }, running.authority);

/** The same at the server itself, with the Host that the proxy was given. */
const probeDirectly = (running: ProxyRunning): Promise<RawAnswer> => {
  const { url, direct, args = [] } = running;
  const own = args.filter((arg, at) => arg !== '--proxy' && args[at - 1] !== '--proxy');
  return probe(running, { url: direct, args: own, host: new URL(url).host });
};

/** Opens where the server is asked itself, so it is the hop. */
async function opensDirectly(running: ProxyRunning): Promise<void> {
  expect(nameAnswer(await probeDirectly(running))).toBe(switching);
}

async function isNobodyThere({ direct }: ProxyRunning): Promise<void> {
  expect(await isListenedOn(Number(new URL(direct).port))).toBe(false);
}

/** The same port opens with the other scheme. */
async function opensWith(scheme: 'ws' | 'wss', running: ProxyRunning): Promise<void> {
  const { host, pathname } = new URL(running.url);
  expect(nameAnswer(await probe(running, { url: `${scheme}://${host}${pathname}` }))).toBe(switching);
}

type Check = (running: ProxyRunning, answer: RawAnswer) => Promise<void>;

/** What has to hold besides the first line, so that a set-up is what it says. */
const checks: Partial<Record<FailureId, Check>> = {
  'hop/upgrade-stripped': async (running, answer) => {
    expect(nameAnswer(await probe(running, { upgrades: false }))).toBe(nameAnswer(answer));
    await opensDirectly(running);
  },
  'hop/http10-backend': async (running, answer) => {
    expect(answer.text).toContain('HTTP/1.1');
    await opensDirectly(running);
  },
  'hop/h2-backend': opensDirectly,
  'hop/backend-down': isNobodyThere,
  'hop/backend-silent': async (running) => {
    const { text, end } = await probe(running, { url: running.direct, limit: 300 });
    expect([text, end]).toEqual(['', 'late']);
  },
  'hop/route-missing': opensDirectly,
  'hop/denied': opensDirectly,
  'hop/refused': opensDirectly,
  'hop/challenge': opensDirectly,
  'hop/redirect': async (running, { text }) => {
    expect(text).toMatch(/^location: /im);
    await opensDirectly(running);
  },
  'hop/rate-limit': opensDirectly,
  'hop/limits': async (running) => {
    const short = { url: `ws://${new URL(running.url).host}/`, args: [] };
    expect(nameAnswer(await probe(running, short))).toBe(switching);
    await opensDirectly(running);
  },
  'hop/reply-stripped': async (running, { text }) => {
    expect(text).not.toMatch(/^upgrade:/im);
    expect(text).toContain(accept);
    expect((await probeDirectly(running)).text).toMatch(/^upgrade: websocket/im);
  },
  'hop/subprotocol-lost': async (running, { text }) => {
    expect(text).not.toMatch(/^sec-websocket-protocol:/im);
    expect((await probeDirectly(running)).text).toMatch(/^sec-websocket-protocol: chat/im);
  },
  'hop/host-rewritten': async (running) => {
    expect(nameAnswer(await probe(running, { args: [] }))).toBe(switching);
    await opensDirectly(running);
  },
  'hop/idle-timeout': async (running) => {
    expect((await probe(running, { toEnd: true })).end).toBe('ended');
    expect((await probe(running, { url: running.direct, toEnd: true, limit: 2000 })).end).toBe('late');
  },
  'tls/required': (running) => opensWith('wss', running),
  'tls/plain-port': (running) => opensWith('ws', running),
  'tls/h2-only': async ({ url, authority: ca }) => {
    const session = connectHttp2(url.replace('ws', 'http'), { ca });
    await once(session, 'remoteSettings');
    session.destroy();
  },
  'proxy/refused': opensDirectly,
  'proxy/credentials': opensDirectly,
  'proxy/unreachable': opensDirectly,
  'proxy/target-unreachable': isNobodyThere,
  'server/reset-without-reply': opensDirectly,
  healthy: async (_, { text }) => expect(text).toContain(accept),
};

/** By which a product is known; the pages of HAProxy have no name on them. */
const marks: Readonly<Record<string, RegExp>> = { HAProxy: /<html><body><h1>/ };

async function check({ start, answer: line, expected, product }: ProxySetUp): Promise<void> {
  const running = await start();
  onTestFinished(() => running.end());
  const answer = await probe(running);
  expect(nameAnswer(answer)).toBe(line);
  if (product) expect(answer.text).toMatch(marks[product] ?? new RegExp(product, 'i'));
  await checks[expected]?.(running, answer);
}

test('each has a title of its own, and every kind is checked', () => {
  expect(new Set(proxySetUps.map(({ title }) => title)).size).toBe(proxySetUps.length);
  const kinds = new Set<string>(proxySetUps.map(({ expected }) => expected));
  expect([...kinds].sort()).toEqual(Object.keys(checks).sort());
});

for (const program of new Set(proxySetUps.flatMap(({ programs }) => programs))) {
  describeWith(program, `what ${program} answers`, () => {
    test.each(proxySetUps.filter(({ programs }) => programs.includes(program)))('$title', check);
  });
}

describe('without any program', () => {
  test.each(proxySetUps.filter(({ programs }) => programs.length === 0))('$title', check);
});
