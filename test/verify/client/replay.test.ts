import { describe, expect, onTestFinished, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { spellings } from '../../../src/arbitraries/index.ts';
import { replayClientFinding } from '../../../src/verify/client/replay.ts';
import { findSpans } from '../../../src/verify/report/recipe.ts';
import type { Recipe } from '../../../src/verify/report/report.ts';
import { type Asked, type ClientBehaviour, createClient, type Reply } from '../../mutants/client.ts';
import { hashKey } from '../../mutants/server.ts';

const reply = [
  'HTTP/1.1 101 Switching Protocols',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
  'Sec-WebSocket-Protocol: chat',
  '\r\n\x89\x05ws101',
].join('\r\n');
const encode = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const sought = [
  { of: 'accept', value: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=' },
  { of: 'subprotocol', nth: 0, value: 'chat' },
] as const;

/** Plays a reply again that was found to break a clause, because of a change if there is a guard for one. */
function replay(
  clause: ClauseId,
  response: string,
  guard: string | null,
  behaviour: ClientBehaviour = {},
  made: Partial<Recipe> = {},
) {
  const connector = createClient(behaviour);
  onTestFinished(() => connector.close());
  const changes = [{ clause, refusedAs: clause, guard, part: 'a part' }];
  const recipe = { spans: findSpans(response, sought), changes, ...made };
  const finding = { clause, response: encode(response), recipe };
  return replayClientFinding(finding, connector, { rules: 'rfc6455', timeout: 300 });
}

const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n';
const offersOther: ClientBehaviour = { subprotocols: ['mqtt'] };
const isAlike = ({ values }: Reply, { key }: Asked) =>
  values('sec-websocket-accept').join().toLowerCase() === hashKey(key).toLowerCase();
const takesAnyCase = ({ values }: Reply, { subprotocols }: Asked) =>
  subprotocols.includes(values('sec-websocket-protocol').join().toLowerCase());
const inCase = (value: string) => reply.replace(value, spellings.swapped(value));

describe('a reply of a finding is made anew for the key and the offer that come', () => {
  test.each<[string, ClauseId, string, string | null, ClientBehaviour, ClientBehaviour, Partial<Recipe>?]>([
    [
      'what was wrongly refused',
      'rfc9110/15.2/interim-replies',
      interim + reply,
      null,
      { interims: () => false },
      {},
      { prefix: interim.length },
    ],
    [
      'what was wrongly accepted',
      'rfc6455/4.1/reply-upgrade-present',
      reply.replace('Upgrade: websocket\r\n', ''),
      'upgradeIsAbsent',
      { checks: { upgrade: () => true } },
      {},
    ],
    [
      'an accept value in other letter case',
      'rfc6455/4.1/accept-value',
      inCase(sought[0].value),
      'acceptIsWrong',
      { checks: { accept: isAlike } },
      {},
    ],
    [
      'a subprotocol in other letter case, where another is offered',
      'rfc6455/4.1/subprotocol-offered',
      inCase('chat'),
      'subprotocolIsUnoffered',
      { ...offersOther, checks: { subprotocol: takesAnyCase } },
      offersOther,
    ],
  ])('%s', async (_, clause, response, guard, broken, right, made) => {
    expect(await replay(clause, response, guard, right, made)).toMatchObject({ outcome: 'fixed' });
    const still = await replay(clause, response, guard, broken, made);
    expect(still).toMatchObject({ outcome: 'still fails', fault: { clause } });
  });
});

describe('nothing can be told', () => {
  const whole = 'rfc6455/4.1/established';
  test.each<[string, RegExp, ClauseId, string, string | null, ClientBehaviour]>([
    [
      'where neither the wire nor the client says what came of it',
      /^ws101 cannot see/,
      'rfc6455/4.1/accept-present',
      reply.slice(0, 60),
      'acceptIsAbsent',
      { says: () => ({ opened: null }) },
    ],
    [
      'where the client does not open on a right 101',
      /the right 101/,
      whole,
      reply,
      null,
      { demands: () => false },
    ],
    [
      'where what was wrong is right by what the client offers now',
      /offers something else/,
      'rfc6455/4.1/extension-offered',
      reply.replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: x-a\r\n\r\n'),
      'extensionIsUnoffered',
      { offers: 'x-a' },
    ],
    [
      'where the client offers too little',
      /offers fewer subprotocols/,
      whole,
      reply,
      null,
      { subprotocols: [] },
    ],
  ])('%s', async (_, problem, clause, response, guard, behaviour) => {
    const told = await replay(clause, response, guard, behaviour);
    expect(told).toEqual({ outcome: 'cannot tell', problem: expect.stringMatching(problem) });
  });
});
