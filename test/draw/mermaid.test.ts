import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { tlsTable } from '../../models/decisions/tls.ts';
import { connection } from '../../models/lifecycles/connection.ts';
import { toMermaid } from '../../src/draw/mermaid.ts';
import { escapeMermaid } from '../../src/draw/mermaid-text.ts';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import { tableToMermaid } from '../../src/draw/table-mermaid.ts';
import { everything } from './sample-machine.ts';

const diagram = readDiagram(connection);

test('a lifecycle is a state diagram, with names of its own', () => {
  expect(toMermaid(diagram)).toBe(`---
title: "connection"
---
stateDiagram-v2
  direction LR
  state "connecting" as s1
  state "open<br/>entry / stopDeadline, emitOpen" as s2
  state "failed<br/>entry / stopDeadline, destroySocket,<br/>emitError, emitClose" as s3
  state "closed<br/>entry / stopDeadline, destroySocket,<br/>emitError, emitClose" as s4
  [*] --> s1
  s2 --> [*]
  s3 --> [*]
  s4 --> [*]
  s1 --> s3 : CONNECT_FAILED
  s1 --> s3 : TUNNEL_REFUSED
  s1 --> s3 : TLS_FAILED
  s1 --> s3 : SOCKET_CLOSED
  s1 --> s3 : TIMED_OUT
  s1 --> s3 : ABORTED
  s1 --> s1 : INTERIM_RECEIVED
  s1 --> s3 : REPLY_FAILED
  s1 --> s4 : REPLY_DISPROVED
  s1 --> s2 : ESTABLISHED
`);
});

test('marked states have classes', () => {
  const text = toMermaid(diagram, { states: new Map([['connection.open', 'passed']]) });
  expect(text).toContain('stateDiagram-v2');
  expect(text).toContain('  classDef passed fill:#dafbe1,stroke:#116329,color:#116329,stroke-width:2px\n');
  expect(text).toContain('  class s2 passed\n');
  expect(text).toContain('state "✓ open<br/>');
});

test('marked transitions make it a flowchart, whose arrows have colours', () => {
  const text = toMermaid(diagram, {
    transitions: new Map([
      ['connection.connecting-INTERIM__RECEIVED-0', 'untested'],
      ['connection.connecting-ESTABLISHED-0', 'failed'],
    ]),
  });
  expect(text).toContain('flowchart LR\n  s0initial((" "))\n');
  // The first arrow is from the beginning.
  expect(text).toContain(
    '  linkStyle 7 stroke:#57606a,color:#57606a,stroke-width:2px,stroke-dasharray:4 3\n',
  );
  expect(text).toContain('  linkStyle 10 stroke:#a40e26,color:#a40e26,stroke-width:2px\n');
  expect(text).toContain('  s1 -->|"✗ ESTABLISHED"| s2\n');
});

test('no arrow leads from a state into itself, or from inside to the state around', () => {
  const text = toMermaid(readDiagram(everything));
  expect(text).toMatch(/^ *s2any --> s4 : ONWARD \(reenter\)$/m);
  expect(text).toMatch(/^ *s4 --> s3 : REDO \(reenter\)$/m);
  expect(text).toMatch(/^ *s2 --> s7 : PAUSE$/m);
});

test('several targets are entered by a fork, and loops of one state are one arrow', () => {
  const text = toMermaid(readDiagram(everything));
  expect(text).toMatch(/state (fork\d+) <<fork>>\n *s1 --> \1 : BOTH\n *\1 --> s10\n *\1 --> s14\n/);
  expect(text).toMatch(/^ *s1 --> s1 : AGAIN \(reenter\)<br\/>STAY$/m);
});

test('an initial transition tells its actions', () => {
  const machine = createMachine({
    id: 'm',
    initial: { target: 'a', actions: 'greet' },
    states: { a: {} },
  } as never); // XState reads it, its types do not
  expect(toMermaid(readDiagram(machine))).toMatch(/^ *\[\*\] --> s1 : \/ greet$/m);
});

test.each([
  ['HEAD_READ', 'HEAD_READ'],
  ['da-sh', 'da-sh'],
  ['- list', '#45; list'],
  ['12. list', '12#46; list'],
  ['-->', '#45;#45;#62;'],
  ['a "b" #c; d:e', 'a #34;b#34; #35;c#59; d#58;e'],
  ['_it_ **b** `c`', '#95;it#95; #42;#42;b#42;#42; #96;c#96;'],
  ['<b>&amp;', '#60;b#62;#38;amp#59;'],
  ['[a] {b} |c| %%', '#91;a#93; #123;b#125; #124;c#124; #37;#37;'],
  ['état 状態 🎉', 'état 状態 🎉'],
  ['two\nlines', 'two<br/>lines'],
])('%j is written as %s', (text, escaped) => {
  expect(escapeMermaid(text)).toBe(escaped);
});

test('a rule table is a chain of questions', () => {
  const text = tableToMermaid(tlsTable, { rules: new Map([[3, 'path']]) });
  expect(text).toContain(
    'flowchart TD\n  r1["1 · plain HTTP is spoken<br/>rfc6455/4.1/tls-failure"]\n  v1(["failed"])\n',
  );
  expect(text).toContain('  r1 -->|yes| v1\n  r1 -->|no| r2\n');
  expect(text).toContain('  r12 -->|yes| v12\n');
  expect(text).not.toContain('r12 -->|no|');
  expect(text).toContain('  class r3,v3 path\n  linkStyle 4 ');
});
