import { describe, expect, test } from 'vitest';
import { clientTable } from '../../models/decisions/client.ts';
import { firstMessageTable } from '../../models/decisions/first-message.ts';
import { hopTable } from '../../models/decisions/hop.ts';
import { serverTable } from '../../models/decisions/server.ts';
import { tlsTable } from '../../models/decisions/tls.ts';
import { tunnelTable } from '../../models/decisions/tunnel.ts';
import { serverSession } from '../../models/lifecycles/session.ts';
import { toJson } from '../../src/draw/json.ts';
import { toMarkdown } from '../../src/draw/markdown.ts';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import { describeName } from '../../src/draw/rule-text.ts';
import { tableToDot } from '../../src/draw/table-dot.ts';
import { tableToMarkdown } from '../../src/draw/table-markdown.ts';
import { names } from './sample-machine.ts';

test.each([
  ['keyIsAbsent', 'key is absent'],
  ['keyIsNot16Octets', 'key is not 16 octets'],
  ['httpVersionIs10', 'HTTP version is 1.0'],
  ['httpMajorIsNot1', 'HTTP major is not 1'],
  ['versionIsNot13', 'version is not 13'],
  ['methodIsNotGet', 'method is not GET'],
  ['protocolIsNotHttp11', 'protocol is not HTTP/1.1'],
  ['backendHttpIs10', 'backend HTTP is 1.0'],
  ['upgradeIsNotWebsocket', 'upgrade is not WebSocket'],
  ['statusIsNot101', 'status is not 101'],
  ['plainHttp', 'plain HTTP'],
  ['otherwise', 'otherwise'],
])('the name %s is "%s" in words', (name, words) => {
  expect(describeName(name)).toBe(words);
});

describe('as Markdown, a table', () => {
  const lines = tableToMarkdown(serverTable).split('\n');

  test('has a numbered row for each rule, in their order', () => {
    expect(lines.slice(0, 3)).toEqual([
      '| # | if | choice | then | answer | clause |',
      '| ---: | --- | --- | --- | --- | --- |',
      '| 1 | pending limit is reached |  | refuse | 503<br>Connection: close | [rfc9110/15.6.4/overloaded](https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4 "RFC 9110 §15.6.4") |',
    ]);
    expect(lines[22]).toBe(
      '| 21 | upgrade is absent | plainHttp: upgradeRequired | refuse | 426<br>Upgrade: websocket<br>Sec-WebSocket-Version: 13<br>Connection: Upgrade, close | [rfc6455/4.2.1/upgrade-present](https://www.rfc-editor.org/rfc/rfc6455#section-4.2.1 "RFC 6455 §4.2.1") |',
    );
    expect(lines).toHaveLength(58 + 3);
  });

  test.each([
    ['client', clientTable, '| # | if | choice | then | clause |'],
    ['first message', firstMessageTable, '| # | if | then | answer | clause |'],
    ['tunnel', tunnelTable, '| # | if | then | clause |'],
    ['TLS', tlsTable, '| # | if | then | clause |'],
    ['intermediary', hopTable, '| # | if | then | clause |'],
  ])('of the %s has the columns in which there is something', (_name, table, head) => {
    expect(tableToMarkdown(table).split('\n')[0]).toBe(head);
  });

  test('tells the code of a Close frame', () => {
    expect(tableToMarkdown(firstMessageTable)).toContain('| 5 | validation threw | refused | Close 1011 |');
  });

  test('has a column for marks where there are any', () => {
    const text = tableToMarkdown(tlsTable, { overlay: { rules: new Map([[1, 'passed']]) } });
    expect(text).toContain('| # | if | then | result | clause |');
    expect(text).toContain('| 1 | plain HTTP is spoken | failed | ✓ passed | [');
  });
});

test('as DOT, a table has a port for each row', () => {
  const ports = tableToDot(tlsTable).match(/ PORT="rule\d+"/g);
  expect(ports).toHaveLength(12);
  expect(ports?.[11]).toBe(' PORT="rule12"');
});

test('as Markdown, a lifecycle is a table of its transitions', () => {
  const lines = toMarkdown(readDiagram(serverSession), {
    transitions: new Map([['serverSession.reading-HEAD__READ-0', 'failed']]),
  }).split('\n');
  expect(lines.slice(0, 3)).toEqual([
    '| from | event | then | to | result | description |',
    '| --- | --- | --- | --- | --- | --- |',
    '| reading | HEAD\\_READ |  | deciding | ✗ failed | rfc6455/4.2.1/method-get |',
  ]);
});

test('nothing in a cell of Markdown is markup', () => {
  const text = toMarkdown(readDiagram(names));
  expect(text).toContain('| \\[brackets\\] {braces} (parens) \\| pipe |');
  expect(text).toContain('| \\`code\\` \\*\\*bold\\*\\* \\_it\\_ |');
  expect(text).toContain('| a \\<b\\>\\&amp;\\</b\\> |');
  expect(text).toContain('| a line |');
});

test('as JSON, a diagram is what was read', () => {
  const diagram = readDiagram(serverSession);
  expect(JSON.parse(toJson(diagram))).toEqual(diagram);
});
