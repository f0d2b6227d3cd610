import { expect, test } from 'vitest';
import { canonicalReply, fitAccept, line, type ReplyMessage } from '../../../../src/arbitraries/index.ts';
import { frames, replyCases, standIn } from '../../../../src/verify/client/reply/reply-case.ts';
import { applyChanges } from '../../../../src/verify/judge/change.ts';
import { type ClientSetUp, clientSetUps } from '../../../../src/verify/self/client-set-up.ts';

const accept = 'HSmrc0sMlYUkAGmm5OPpG2HaGWk=';
const plain = canonicalReply({ accept: standIn, subprotocols: [], extensions: [] });
const saying = (value: string): ReplyMessage => ({ ...plain, lines: [line('Sec-WebSocket-Accept', value)] });

test('the stand-in is none of the accept values of RFC 6455, which are wrong for any other key', () => {
  expect(standIn).toBe('zWV8tOIC41i6v4+CgVDKYz3cXwg=');
});

test.each([
  ['as it is', 'zWV8tOIC41i6v4+CgVDKYz3cXwg=', accept],
  ['in other case', 'Zwv8Toic41I6V4+cGvdkyZ3CxWG=', 'hsMRC0SmLyuKagMM5opPg2hAgwK='],
  ['without its end', 'zWV8tOIC41i6v4+CgVDKYz3cXwg', 'HSmrc0sMlYUkAGmm5OPpG2HaGWk'],
  ['without its beginning', 'WV8tOIC41i6v4+CgVDKYz3cXwg=', 'Smrc0sMlYUkAGmm5OPpG2HaGWk='],
  ['within more', '"zWV8tOIC41i6v4+CgVDKYz3cXwg="', `"${accept}"`],
  ['twice', 'zWV8tOIC41i6v4+CgVDKYz3cXwg=, zWV8tOIC41i6v4+CgVDKYz3cXwg=', `${accept}, ${accept}`],
  ['not at all', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
])('a real accept value takes its place: %s', (_, value, fitted) => {
  expect(fitAccept(saying(value), standIn, accept)).toEqual(saying(fitted));
});

test('it does so before the status line, too, and nowhere else', () => {
  const prefix = `HTTP/1.1 100 \r\nSec-WebSocket-Accept: ${standIn}\r\n\r\n`;
  const message = { ...plain, prefix, content: standIn };
  expect(fitAccept(message, standIn, accept)).toMatchObject({
    prefix: prefix.replace(standIn, accept),
    statusLine: plain.statusLine,
    content: standIn,
  });
});

const [first, second] = clientSetUps as readonly [ClientSetUp, ClientSetUp];

test('cases are numbered to the last one, and the same seed gives the same', () => {
  const of = (seed: number) => {
    const { literals, drawn, total } = replyCases(first.scope, { seed, runs: 2 });
    return { all: [...literals, ...drawn], total };
  };
  const { all, total } = of(1);
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: total }, (_, at) => at));
  expect(of(1)).toEqual(of(1));
  expect(of(2).all).not.toEqual(all);
});

test('what is written down comes in one piece, and what is drawn in pieces now and then', () => {
  const { literals, drawn } = replyCases(first.scope, { seed: 1, runs: 2 });
  expect(literals.filter(({ isCut, isLiteral }) => isCut || !isLiteral)).toEqual([]);
  expect([...drawn].some(({ isCut }) => isCut)).toBe(true);
});

test('frames stand behind every reply but an interim one', () => {
  const { literals } = replyCases(first.scope, { seed: 1, runs: 1 });
  const contents = new Map(literals.map(({ changes, base }) => [changes[0]?.guard, base.content]));
  expect(contents.get('statusIsInterim')).toBe('');
  expect(contents.get('acceptIsWrong')).toBe(frames);
});

test('a client that is asked about some guards alone gets those, each with one fault, and valid replies', () => {
  const { literals, drawn } = replyCases(second.scope, { seed: 1, runs: 1 });
  const all = [...literals, ...drawn];
  const guards = new Set(all.flatMap(({ changes }) => changes.map(({ guard }) => guard)));
  expect([...guards].filter((guard) => !guard?.startsWith('extension'))).toEqual([]);
  expect(all.filter(({ changes }) => changes.length > 1)).toEqual([]);
  expect(all.some(({ changes, base }) => changes.length === 0 && applyChanges(base, []) === base)).toBe(true);
});
