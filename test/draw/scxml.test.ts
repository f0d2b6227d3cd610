import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { createMachine, raise } from 'xstate';
import { connection } from '../../models/lifecycles/connection.ts';
import { serverSession } from '../../models/lifecycles/session.ts';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import { toScxml } from '../../src/draw/scxml.ts';
import { crowd, everything, lengthy, names } from './sample-machine.ts';

const scxml = toScxml(readDiagram(everything));

/** What W3C State Chart XML 1.0 lets stand in what, §3 and §4, as far as we write it. */
const mayHold: Readonly<Record<string, readonly string[]>> = {
  '': ['scxml'],
  scxml: ['state'],
  state: ['onentry', 'onexit', 'transition', 'initial', 'state', 'parallel', 'final', 'history', 'invoke'],
  parallel: ['onentry', 'onexit', 'transition', 'state', 'parallel', 'history', 'invoke'],
  final: ['onentry', 'onexit', 'donedata'],
  history: ['transition'],
  initial: ['transition'],
  transition: ['raise', 'ws101:action'],
  onentry: ['raise', 'send', 'ws101:action'],
  onexit: ['raise', 'cancel', 'ws101:action'],
  donedata: ['content'],
};

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly inside: readonly Element[];
}

function parse(text: string): Element {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    ignoreDeclaration: true,
  });
  type Raw = Readonly<Record<string, unknown>>;
  const read = (raw: Raw): Element => {
    const [tag = ''] = Object.keys(raw).filter((key) => key !== ':@');
    const inside = Array.isArray(raw[tag]) ? (raw[tag] as readonly Raw[]) : []; // the parser's own form
    const attributes = (raw[':@'] ?? {}) as Readonly<Record<string, string>>; // as above
    return { tag, attributes, inside: inside.filter((each) => !('#text' in each)).map(read) };
  };
  return { tag: '', attributes: {}, inside: (parser.parse(text) as readonly Raw[]).map(read) }; // as above
}

function list(element: Element): readonly Element[] {
  return [element, ...element.inside.flatMap(list)];
}

describe.each([
  ['connection', connection],
  ['serverSession', serverSession],
  ['everything', everything],
  ['names', names],
  ['lengthy', lengthy],
  ['crowd', crowd],
])('%s as SCXML', (_name, machine) => {
  const text = toScxml(readDiagram(machine));
  const all = list(parse(text));

  test('is well-formed, in the namespace of the W3C', () => {
    expect(XMLValidator.validate(text)).toBe(true);
    expect(all[1]?.attributes).toMatchObject({ xmlns: 'http://www.w3.org/2005/07/scxml', version: '1.0' });
  });

  test('has each element where SCXML lets it stand', () => {
    const wrong = all.flatMap(({ tag, inside }) =>
      inside.filter((each) => !mayHold[tag]?.includes(each.tag)).map((each) => `${each.tag} in ${tag}`),
    );
    expect(wrong).toEqual([]);
  });

  test('has ids that are names, each once, and targets that are there', () => {
    const ids = all
      .filter(({ tag }) => ['state', 'parallel', 'final', 'history'].includes(tag))
      .map(({ attributes }) => attributes['id'] ?? '');
    expect(ids.filter((id) => !/^[A-Za-z_][\w.-]*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = all.flatMap(({ attributes: { target = '', initial = '' } }) =>
      `${target} ${initial}`.split(' '),
    );
    expect(targets.filter((target) => target !== '' && !ids.includes(target))).toEqual([]);
  });
});

describe('a transition', () => {
  test.each([
    [
      'a guard in words',
      '<transition event="START" cond="isOpen and not (isLocked or in working)" target="everything.working"/>',
    ],
    ['no target where its state is not left', '<transition event="STAY"/>'],
    ['a target where it is', '<transition event="AGAIN" target="everything.idle"/>'],
    [
      'several targets',
      '<transition event="BOTH" target="everything.both.left.two everything.both.right.two"/>',
    ],
    ['no event where it needs none', '<transition cond="isLocked" target="everything.working.second"/>'],
    [
      'the end of what was invoked',
      '<transition event="done.invoke._30_.everything.working" target="finished">',
    ],
    ['the end of its state', '<transition event="done.state.everything.working" target="everything.both"/>'],
    ['an inner one', 'target="everything.working.second" type="internal"/>'],
    ['an event of its own', '<raise event="AGAIN"/>'],
  ])('has %s', (_what, line) => {
    const raising = createMachine({ id: 'r', entry: raise({ type: 'AGAIN' }) });
    expect(scxml + toScxml(readDiagram(raising))).toContain(line);
  });
});

test('a delay is an event that is sent on entry and cancelled on exit', () => {
  expect(scxml).toContain(
    '<send event="after.500.everything.idle" id="after.500.everything.idle" delay="500ms"/>',
  );
  expect(scxml).toContain('<cancel sendid="after.500.everything.idle"/>');
  expect(scxml).toContain('<transition event="after.500.everything.idle" target="everything.working"/>');
  expect(scxml).toContain('delayexpr="LONG_ENOUGH"');
});

test('a history state leads to where its parent begins, if nowhere else', () => {
  expect(scxml).toMatch(
    /<history id="everything\.both\.left\.was" type="shallow">\s*<transition target="everything\.both\.left\.one"\/>/,
  );
  expect(scxml).toMatch(
    /<history id="everything\.working\.before" type="deep">\s*<transition target="everything\.working\.second"\/>/,
  );
});

test('events with spaces in them stay one, and are escaped', () => {
  const text = toScxml(readDiagram(names));
  expect(text).toContain('event="a_20_&quot;quoted&quot;_20_event"');
  expect(text).toContain('ws101:name="&lt;b&gt;bold&lt;/b&gt; &amp; &quot;co&quot;"');
});
