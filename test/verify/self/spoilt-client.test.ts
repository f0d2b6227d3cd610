import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { frames, type ReplyCase, replyCases } from '../../../src/verify/client/reply-case.ts';
import { findCauses } from '../../../src/verify/explain/find-cause.ts';
import { type ScriptedServer, startScriptedServer } from '../../../src/verify/peer/scripted-server.ts';
import { type ClientSetUp, clientSetUps } from '../../../src/verify/self/client-set-up.ts';
import {
  type ClientExchange,
  type ClientSubject,
  createClientSubject,
} from '../../../src/verify/self/reference-client.ts';
import type { Field } from '../../../src/wire/index.ts';

let server: ScriptedServer;
let subject: ClientSubject;
let recorded: readonly { readonly current: ReplyCase; readonly exchange: ClientExchange }[];
beforeAll(async () => {
  const [setUp] = clientSetUps as readonly [ClientSetUp];
  server = await startScriptedServer({ deadline: 10_000 });
  subject = createClientSubject(setUp, server, 10_000);
  const { literals } = replyCases(setUp.scope, { seed: 1, runs: 1 });
  recorded = await Promise.all(
    literals.map(async (current) => ({ current, exchange: await subject.play(current) })),
  );
});
afterAll(() => server.close());

type Spoil = (exchange: ClientExchange) => ClientExchange;

/** The clauses that are broken where what was seen of a client is spoilt. */
function breaks(spoil: Spoil): ReadonlySet<ClauseId> {
  const faults = recorded.flatMap(({ current, exchange }) => subject.judge(current, spoil(exchange)).faults);
  return new Set(faults.map(({ clause }) => clause));
}

test('the reference client has no fault', () => {
  expect(recorded.length).toBeGreaterThan(100);
  expect([...breaks((exchange) => exchange)]).toEqual([]);
});

/** Other fields in the request that the client sent. */
const inFields =
  (change: (fields: readonly Field[]) => readonly Field[]): Spoil =>
  (exchange) =>
    exchange.request
      ? { ...exchange, request: { ...exchange.request, fields: change(exchange.request.fields) } }
      : exchange;
const without = (name: string) => inFields((fields) => fields.filter((field) => field.name !== name));
const saying = (name: string, value: string) =>
  inFields((fields) => fields.map((field) => (field.name === name ? { ...field, value } : field)));
const twice = (name: string) =>
  inFields((fields) => fields.flatMap((field) => (field.name === name ? [field, field] : [field])));
const inRequest =
  (change: Partial<NonNullable<ClientExchange['request']>>): Spoil =>
  (exchange) =>
    exchange.request ? { ...exchange, request: { ...exchange.request, ...change } } : exchange;
const inWord =
  (change: (word: ClientExchange['word']) => Partial<ClientExchange['word']>): Spoil =>
  (exchange) => ({ ...exchange, word: { ...exchange.word, ...change(exchange.word) } });
/** The client opens whatever the reply was. */
const opening = inWord(() => ({ error: null, events: ['open'] }));

const spoilt: readonly (readonly [what: string, spoil: Spoil, clause: ClauseId])[] = [
  ['sends no key', without('Sec-WebSocket-Key'), 'rfc6455/4.1/key-sent'],
  ['sends a short key', saying('Sec-WebSocket-Key', 'AAAA'), 'rfc6455/4.1/key-sent'],
  ['sends two keys', twice('Sec-WebSocket-Key'), 'rfc6455/11.3.1/key-sent-once'],
  ['sends another version', saying('Sec-WebSocket-Version', '8'), 'rfc6455/4.1/version-sent'],
  ['sends two versions', twice('Sec-WebSocket-Version'), 'rfc6455/11.3.5/version-sent-once'],
  ['names no host', without('Host'), 'rfc6455/4.1/host-sent'],
  ['asks for another protocol', saying('Upgrade', 'h2c'), 'rfc6455/4.1/upgrade-sent'],
  ['does not ask for a switch', saying('Connection', 'keep-alive'), 'rfc6455/4.1/connection-sent'],
  [
    'offers in another order',
    saying('Sec-WebSocket-Protocol', 'superchat, chat'),
    'rfc6455/4.1/subprotocols-by-preference',
  ],
  ['uses another method', inRequest({ method: 'POST' }), 'rfc6455/4.1/method-get'],
  ['opens whatever comes', opening, 'rfc6455/4.1/accept-value'],
  ['opens on any status', opening, 'service/3/not-101-failed'],
  ['opens with any subprotocol', opening, 'service/3/subprotocol-unoffered-closed'],
  ['does not open', inWord(() => ({ events: ['error', 'close'] })), 'service/6/open-event'],
  [
    'closes without an error',
    inWord(({ events }) => ({ events: events.filter((event) => event !== 'error') })),
    'service/6/error-then-close',
  ],
  [
    'sends a Close frame after a failure',
    (exchange) => ({ ...exchange, behind: 8 }),
    'rfc6455/7.1.7/no-close-frame',
  ],
  ['sends before the reply', (exchange) => ({ ...exchange, early: 1 }), 'rfc6455/4.1/wait-for-reply'],
  [
    'loses what came behind the reply',
    inWord(() => ({ frames: Buffer.alloc(0) })),
    'rfc6455/4.1/established',
  ],
  [
    'uses another subprotocol than was chosen',
    inWord(({ connection }) => ({ connection: connection && { ...connection, subprotocol: 'other' } })),
    'rfc6455/4.1/subprotocol-in-use',
  ],
];

test.each(spoilt)('a client that %s is found', (_what, spoil, clause) => {
  expect([...breaks(spoil)]).toContain(clause);
});

describe('what a client that opens on a wrong accept value is told', () => {
  test('comes again, in the known-good reply with that one change', async () => {
    const wrong = recorded.find(
      ({ current: { changes } }) => changes.length === 1 && changes[0]?.guard === 'acceptIsWrong',
    );
    if (!wrong) throw new Error('there is such a case');
    const [setUp] = clientSetUps as readonly [ClientSetUp];
    const wordy = { ...setUp.canonical, content: frames };
    const others = [...wordy.lines, { name: 'Server', colon: ': ', value: 'any' }];
    const current: ReplyCase = { ...wrong.current, base: { ...wordy, lines: others } };
    const careless: ClientSubject = {
      ...subject,
      play: async (played, patience) => opening(await subject.play(played, patience)),
    };
    const exchange = await careless.play(current);
    const { faults } = careless.judge(current, exchange);
    const faulty = faults.map((fault) => ({ current, exchange, isOpen: true, fault }));
    const { causes } = await findCauses(faulty, careless, new Set());
    expect(causes.map(({ clause }) => clause)).toContain('rfc6455/4.1/accept-value');
    for (const cause of causes) {
      expect(cause).not.toHaveProperty('isOnce');
      expect(cause.current.changes).toEqual(wrong.current.changes);
      expect(cause.current.base).toEqual({ ...wordy, lines: wordy.lines });
    }
  });
});
