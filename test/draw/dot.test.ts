import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { toDot } from '../../src/draw/dot.ts';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import { everything, names } from './sample-machine.ts';

const door = readDiagram(
  createMachine({
    id: 'door',
    initial: 'closed',
    states: {
      closed: { on: { OPEN: { target: 'open', guard: 'isFree', actions: 'creak' } } },
      open: { type: 'final' },
    },
  }),
);

/** The lines about nodes, clusters and edges, without their looks. */
function outline(dot: string): readonly string[] {
  return dot.split('\n').flatMap((line) => {
    const [, name, , to] = /^ *("[^"]+")( -> ("[^"]+"))? \[/.exec(line) ?? [];
    const [, cluster] = /subgraph ("[^"]+")/.exec(line) ?? [];
    return cluster ? [cluster] : name ? [to ? `${name} -> ${to}` : name] : [];
  });
}

test('a small machine is a few lines, the same each time', () => {
  expect(outline(toDot(door))).toEqual([
    '"door-initial"',
    '"door.closed"',
    '"door.open"',
    '"door.closed-OPEN-0"',
    '"door-initial" -> "door.closed"',
    '"door.closed" -> "door.closed-OPEN-0"',
    '"door.closed-OPEN-0" -> "door.open"',
  ]);
  expect(toDot(door)).toBe(toDot(door));
  expect(toDot(door)).toMatch(/>OPEN<.*>\[isFree\]<.*>\/ creak</);
});

test('every font is the one that Graphviz can measure', () => {
  const fonts = new Set(toDot(readDiagram(everything)).match(/fontname="[^"]*"/g));
  expect([...fonts]).toEqual(['fontname="Helvetica"']);
});

test('nodes and labels have an id and a class, with their mark', () => {
  const dot = toDot(door, {
    states: new Map([['door.open', 'passed']]),
    transitions: new Map([['door.closed-OPEN-0', 'failed']]),
  });
  expect(dot).toContain('"door.open" [id="door.open", class="state final passed"');
  expect(dot).toContain('"door.closed-OPEN-0" [id="door.closed-OPEN-0", class="transition failed"');
  expect(dot).toContain('"door.closed" [id="door.closed", class="state atomic"');
  expect(dot).toMatch(/✓ passed 1.*✗ failed 1/);
  expect(dot).toContain('color="#a40e26"');
  expect(toDot(door)).not.toContain('#a40e26');
});

test.each(['LR', 'TB'] as const)('it grows to %s if told so', (direction) => {
  expect(toDot(door, {}, { direction })).toContain(`rankdir=${direction}`);
});

describe('states with states inside', () => {
  const dot = toDot(readDiagram(everything));

  test('are clusters, entered and left at their borders', () => {
    expect(dot).toContain('subgraph "cluster-everything.both.left" {');
    expect(dot).toMatch(/"everything\.working-PAUSE-0" -> .*lhead="cluster-everything\.both"/);
    expect(dot).toMatch(/-> "everything\.working-PAUSE-0" .*ltail="cluster-everything\.working"/);
  });

  test('are left from any state inside where a transition leads inside again', () => {
    expect(outline(dot)).toEqual(
      expect.arrayContaining([
        '"everything.working-any" -> "everything.working-ONWARD-0"',
        '"everything.working-ONWARD-0" -> "everything.working.second"',
        '"everything-any" -> "everything-RESET-0"',
      ]),
    );
  });

  test('are entered where they begin by what leads there from inside', () => {
    expect(outline(dot)).toContain('"everything.working.second-REDO-0" -> "everything.working-initial"');
  });

  test('several targets are several arrows from one label', () => {
    expect(outline(dot)).toEqual(
      expect.arrayContaining([
        '"everything.idle" -> "everything.idle-BOTH-0"',
        '"everything.idle-BOTH-0" -> "everything.both.left.two"',
        '"everything.idle-BOTH-0" -> "everything.both.right.two"',
      ]),
    );
  });

  test('what does not leave its state stands in the box', () => {
    expect(outline(dot)).not.toContain('"everything.idle-NEVER-0"');
    expect(dot).toContain('>NEVER (ignored)</FONT>');
  });
});

test('text is escaped wherever it stands', () => {
  const dot = toDot(readDiagram(names));
  expect(dot).toContain('>a &lt;b&gt;&amp;amp;&lt;/b&gt;<');
  expect(dot).toContain('>quote&quot;d<');
  expect(dot).toContain('>back&#92;slash &#92;N &#92;l<');
  expect(dot).toContain('>\ufffdbell<');
  expect(dot).toContain('"names._72b6__614b_" [');
  expect(dot).not.toMatch(/\\[^n"\\]/);
});
