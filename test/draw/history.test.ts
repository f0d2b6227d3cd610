import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { toDot } from '../../src/draw/dot.ts';
import { toMermaid } from '../../src/draw/mermaid.ts';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import { toScxml } from '../../src/draw/scxml.ts';
import { toSvg } from '../../src/draw/svg.ts';
import { everything } from './sample-machine.ts';

/** A player that remembers where it was, and begins at the second track where it was nowhere. */
const told = readDiagram(
  createMachine({
    id: 'told',
    initial: 'off',
    states: {
      off: { on: { RESUME: 'on.shallow', RESTORE: 'on.deep' } },
      on: {
        initial: 'first',
        states: {
          first: {},
          second: { initial: 'quiet', states: { quiet: {}, loud: {} } },
          shallow: { type: 'history', target: 'second' },
          deep: { type: 'history', history: 'deep', target: 'second.loud' },
        },
      },
    },
  }),
);

/** The same without being told where to begin. */
const untold = readDiagram(
  createMachine({
    id: 'untold',
    initial: 'off',
    states: {
      off: { on: { RESUME: 'on.shallow', RESTORE: 'on.deep', BOTH: 'both.shallow' } },
      on: {
        initial: { target: 'first', actions: 'rewind' },
        states: {
          first: {},
          second: {},
          shallow: { type: 'history' },
          deep: { type: 'history', history: 'deep' },
        },
      },
      both: {
        type: 'parallel',
        states: { left: {}, right: {}, shallow: { type: 'history' } },
      },
    },
  }),
);

describe('where a history state leads that remembers nothing', () => {
  test.each([
    [told, 'told.on.shallow', ['told.on.second'], []],
    [told, 'told.on.deep', ['told.on.second.loud'], []],
    [untold, 'untold.on.shallow', ['untold.on.first'], ['rewind']],
    [untold, 'untold.on.deep', ['untold.on.first'], ['rewind']],
    [untold, 'untold.both.shallow', ['untold.both.left', 'untold.both.right'], []],
    [readDiagram(everything), 'everything.both.left.was', ['everything.both.left.one'], []],
  ])('%#: is one transition', (diagram, source, targets, actions) => {
    const own = diagram.transitions.filter((each) => each.source === source);
    expect(
      own.map((each) => [each.trigger.kind, each.targets, each.actions.map(({ text }) => text)]),
    ).toEqual([['default', targets, actions]]);
  });

  test('is an arrow of Mermaid', () => {
    expect(toMermaid(told)).toMatch(/ {2}s7 --> s4\n {2}s8 --> s6\n$/);
    expect(toMermaid(untold)).toMatch(/ {2}s5 --> s3 : \/ rewind\n {2}s6 --> s3 : \/ rewind\n/);
    expect(toMermaid(untold)).toMatch(/s10 --> (fork\d)\n {2}\1 --> s8\n {2}\1 --> s9\n$/);
  });

  test('is an arrow of DOT, and so of SVG', async () => {
    expect(toDot(told)).toMatch(/"told\.on\.deep" -> "told\.on\.deep-_\.-0"/);
    expect(toDot(told)).toMatch(/"told\.on\.deep-_\.-0" -> "told\.on\.second\.loud"/);
    expect(toDot(untold)).toMatch(/"untold\.on\.shallow-_\.-0" -> "untold\.on\.first"/);
    expect(toDot(untold)).toMatch(/"untold\.both\.shallow-_\.-0" -> "untold\.both\.right"/);
    expect(await toSvg(untold)).toContain('<title>untold.on.deep → untold.on.first: / rewind</title>');
  });

  test('is a transition of SCXML', () => {
    expect(toScxml(told)).toMatch(/type="deep">\s*<transition target="told\.on\.second\.loud"\/>/);
    expect(toScxml(untold)).toMatch(
      /type="shallow">\s*<transition target="untold\.on\.first">\s*<ws101:action kind="named">rewind/,
    );
    expect(toScxml(untold)).toMatch(/<transition target="untold\.both\.left untold\.both\.right"\/>/);
  });
});
