import { describe, expect, test } from 'vitest';
import { requestGuards } from '../../models/server-decision.ts';
import { fieldsOf, findEvidence } from '../../src/facts/evidence.ts';
import { encodeLatin1, parseRequest } from '../../src/wire/index.ts';

const head = [
  'GET /chat HTTP/1.1',
  'Host: a',
  'origin: http://b',
  'Sec-WebSocket-Key: c',
  'ORIGIN: http://d',
  'Content-Length: 1',
  'Transfer-Encoding: chunked',
  '\r\n',
].join('\r\n');

/** The octets of the head that make a guard hold, as text. */
function evidence(guard: string, text = head, fault: { start: number; end: number } | null = null) {
  const parsed = parseRequest(encodeLatin1(text));
  const fields = parsed.ok ? parsed.value.fields : [];
  const spans = findEvidence(guard, { head: encodeLatin1(text), fields, fault: fault && { span: fault } });
  return spans.map(({ start, end }) => text.slice(start, end));
}

test.each([
  ['hostIsMalformed', ['Host']],
  ['upgradeIsAbsent', ['Upgrade']],
  ['connectionLacksUpgrade', ['Connection']],
  ['contentIsAnnounced', ['Content-Length', 'Transfer-Encoding']],
  ['transferCodingIsMalformed', ['Transfer-Encoding']],
  ['versionIsNot13', ['Sec-WebSocket-Version']],
  ['keyIsAbsent', ['Sec-WebSocket-Key']],
  ['subprotocolIsAbsent', ['Sec-WebSocket-Protocol']],
  ['subprotocolsAreMalformed', ['Sec-WebSocket-Protocol']],
  ['extensionIsRepeated', ['Sec-WebSocket-Extensions']],
  ['extensionsAreMalformed', ['Sec-WebSocket-Extensions']],
  ['acceptIsWrong', ['Sec-WebSocket-Accept']],
  ['originIsForeign', ['Origin']],
  ['statusIsNot101', []],
])('%s is about the fields %j', (guard, fields) => {
  expect(fieldsOf(guard)).toEqual(fields);
});

test('the status of a reply is the second word of its status line', () => {
  const head = encodeLatin1('HTTP/1.1 404 Not Found\r\n\r\n');
  expect(findEvidence('statusIsNot101', { head, fields: [], fault: null })).toEqual([{ start: 9, end: 12 }]);
  const fault = { span: { start: 0, end: 1 } };
  expect(findEvidence('malformedIsOther', { head, fields: [], fault })).toEqual([]);
  expect(findEvidence('statusIsMalformedOrOther', { head, fields: [], fault })).toEqual([
    { start: 9, end: 12 },
  ]);
});

describe('the octets that make a guard hold', () => {
  test.each([
    ['methodIsNotGet', ['GET']],
    ['targetIsMalformed', ['/chat']],
    ['targetIsTooLong', ['/chat']],
    ['pathIsUnknown', ['/chat']],
    ['httpVersionIs10', ['HTTP/1.1']],
    ['httpMajorIsNot1', ['HTTP/1.1']],
    ['hostIsMalformed', ['Host: a']],
    ['keyIsMalformed', ['Sec-WebSocket-Key: c']],
    ['originIsForeign', ['origin: http://b', 'ORIGIN: http://d']],
    ['originIsRepeated', ['origin: http://b', 'ORIGIN: http://d']],
    ['contentIsAnnounced', ['Content-Length: 1', 'Transfer-Encoding: chunked']],
    ['transferCodingIsMalformed', ['Transfer-Encoding: chunked']],
    ['upgradeIsAbsent', []],
    ['originIsAbsent', ['origin: http://b', 'ORIGIN: http://d']],
    ['credentialIsAbsent', []],
    ['authorizationIsRefused', []],
    ['otherwise', []],
  ])('%s', (guard, octets) => {
    expect(evidence(guard)).toEqual(octets);
  });

  test('of what cannot be read: those of the fault', () => {
    expect(evidence('requestLineIsMalformed', 'GET  / HTTP/1.1\r\n\r\n', { start: 4, end: 5 })).toEqual([
      ' ',
    ]);
    expect(evidence('fieldLinesAreMalformed', 'GET / HTTP/1.1\r\nA\r\n\r\n', { start: 16, end: 17 })).toEqual(
      ['A'],
    );
  });

  test('of a line that lacks the word: none', () => {
    expect(evidence('targetIsMalformed', 'GET\r\n\r\n')).toEqual([]);
    expect(evidence('httpMajorIsNot1', 'GET /\r\n\r\n')).toEqual([]);
  });
});

test('every guard about a field of the opening names it', () => {
  const without = Object.keys(requestGuards).filter((guard) => fieldsOf(guard).length === 0);
  expect(without).toEqual([
    ...['pendingLimitIsReached', 'headIsLate', 'headIsCut', 'headIsTooLarge', 'fieldsAreTooMany'],
    ...['targetIsTooLong', 'requestLineIsMalformed', 'httpMajorIsNot1', 'fieldLinesAreMalformed'],
    ...['httpVersionIs10', 'targetIsMalformed', 'targetNamesNoResource', 'targetIsUnsecured'],
    ...['methodIsNotGet', 'pathIsUnknown', 'credentialIsAbsent'],
    ...['authorizationIsUnasked', 'credentialIsInvalid', 'authorizationIsRefused', 'authorizationThrew'],
    ...['authorizationIsLate', 'credentialIsAwaited', 'otherwise'],
  ]);
});
