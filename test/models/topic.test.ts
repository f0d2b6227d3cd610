import { expect, test } from 'vitest';
import { clientRows } from '../../models/decisions/client.ts';
import { firstMessageRows } from '../../models/decisions/first-message.ts';
import { hopRows } from '../../models/decisions/hop.ts';
import type { Row } from '../../models/decisions/row.ts';
import { serverRows } from '../../models/decisions/server.ts';
import { tlsRows } from '../../models/decisions/tls.ts';
import { tunnelRows } from '../../models/decisions/tunnel.ts';
import { hopObligations } from '../../models/obligations/hop.ts';
import { fieldsOf, type Topic, topicFields } from '../../models/topic.ts';

/** The words that a guard's name begins with, by the part that they speak of. The longest that fits counts. */
const words: Readonly<Partial<Record<Topic, readonly string[]>>> = {
  head: ['pendingLimit', 'head', 'fieldsAreTooMany', 'requestIs', 'hopAnswers', 'backendIsSilent', 'replyIs'],
  'start-line': ['requestLine', 'statusLine'],
  fields: ['fieldLines'],
  nominated: ['nominatedField'],
  method: ['method'],
  target: ['target', 'path'],
  'http-version': ['httpMajor', 'httpVersion', 'backendHttp', 'requestHttp', 'replyHttp'],
  status: ['status', 'switch'],
  interims: ['interim'],
  framing: ['contentIs', 'contentLength'],
  'transfer-encoding': ['transferCoding'],
  host: ['host'],
  origin: ['origin'],
  upgrade: ['upgrade', 'repliedUpgrade'],
  connection: ['connection', 'repliedConnection'],
  'sec-websocket-key': ['key'],
  'sec-websocket-accept': ['accept'],
  'sec-websocket-version': ['version'],
  'sec-websocket-protocol': ['subprotocol', 'offeredSubprotocols', 'chosenSubprotocol'],
  'sec-websocket-extensions': ['extension', 'offeredExtensions', 'agreedExtensions'],
  credential: ['credential', 'authorization', 'validation'],
  message: ['message', 'heldMessages'],
  tls: ['plainHttp', 'protocol', 'handshake'],
  certificate: ['certificate'],
  end: ['idleTime'],
};
const spoken = Object.entries(words).flatMap(([topic, all]) => all.map((word) => ({ topic, word })));
const longestFirst = spoken.toSorted((a, b) => b.word.length - a.word.length);

const tables: Readonly<Record<string, readonly Row[]>> = {
  server: serverRows,
  client: clientRows,
  tunnel: tunnelRows,
  tls: tlsRows,
  'first message': firstMessageRows,
  hop: hopRows,
};
/** What the default row of a table is about. */
const whole: Readonly<Record<string, Topic>> = { tls: 'tls', 'first message': 'message' };

test.each(Object.entries(tables))('every row of the %s is about what its guard speaks of', (name, rows) => {
  for (const { guard, about } of rows) {
    const said = longestFirst.find(({ word }) => guard.startsWith(word))?.topic;
    expect([guard, about]).toEqual([guard, guard === 'otherwise' ? (whole[name] ?? 'head') : said]);
  }
});

test('a row of the hop says whether it looks at the request or at what came back', () => {
  expect(hopRows.filter(({ way }) => way === 'back').map(({ guard }) => guard)).toEqual([
    'interimIsDropped',
    'backendIsSilent',
    'hopAnswersInstead',
    'replyIsDropped',
    'replyIsGarbled',
    'replyHttpIsNotOwn',
    'switchIsUnasked',
    'statusIsChanged',
    'repliedUpgradeIsStripped',
    'repliedConnectionIsNotSet',
    'acceptIsAltered',
    'chosenSubprotocolIsAltered',
    'agreedExtensionsAreAltered',
    'idleTimeIsTooShort',
    'otherwise',
  ]);
  const back = hopObligations.filter(({ way }) => way === 'back').map(({ guard }) => guard);
  expect(back).toEqual([
    'challengeIsAltered',
    'replyFieldsAreAltered',
    'replyLinesAreReordered',
    'contentIsCut',
    'switchLengthIsAdded',
    'switchCodingIsAdded',
    'octetsBackAreDamaged',
  ]);
});

test('a topic that is a field names it as it is written', () => {
  expect(fieldsOf('sec-websocket-accept')).toEqual(['Sec-WebSocket-Accept']);
  expect(fieldsOf('framing')).toEqual(['Content-Length', 'Transfer-Encoding']);
  expect(fieldsOf('status')).toEqual([]);
  const others = Object.entries(topicFields).filter(([topic]) => topic !== 'framing');
  expect(others.map(([topic]) => topic).join(' ')).toBe(
    'host upgrade connection origin allow date expect authorization www-authenticate content-length ' +
      'transfer-encoding sec-websocket-key sec-websocket-accept sec-websocket-version ' +
      'sec-websocket-protocol sec-websocket-extensions',
  );
  expect(others.map(([, names]) => names.map((each) => each.toLowerCase()))).toEqual(
    others.map(([topic]) => [topic]),
  );
});
