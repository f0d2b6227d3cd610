import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { serverTable } from '../../models/decisions/server.ts';
import { serverSession } from '../../models/lifecycles/session.ts';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import { toSvg } from '../../src/draw/svg.ts';
import { tableToSvg } from '../../src/draw/table-svg.ts';
import { everything, lengthy, names, smallCrowd } from './sample-machine.ts';

function textsOf(svg: string): readonly string[] {
  return [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = '']) =>
    text.replaceAll('&#45;', '-'),
  );
}

/** To draw takes long: what is asked for again was drawn before. */
function drawOnce(machine: AnyStateMachine): () => Promise<string> {
  let drawn: Promise<string> | undefined;
  return () => {
    drawn ??= toSvg(readDiagram(machine));
    return drawn;
  };
}

const drawSession = drawOnce(serverSession);

describe.each([
  ['serverSession', serverSession],
  ['everything', everything],
  ['names', names],
  ['lengthy', lengthy],
  ['crowd', smallCrowd],
])('%s as SVG', (_name, machine) => {
  const drawn = drawOnce(machine);

  test('is well-formed, and the same octets each time', async () => {
    const svg = await drawn();
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(await toSvg(readDiagram(machine))).toBe(svg);
  });

  test('has no script and no id twice', async () => {
    const svg = await drawn();
    const ids = [...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(svg).not.toMatch(/<script|<foreignObject|xlink:href="(?!https:)/);
  });
});

test('it says what it is to those who cannot see it', async () => {
  const svg = await drawSession();
  expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="serverSession-title serverSession-desc"/);
  expect(svg).toContain('<title id="serverSession-title">State diagram of serverSession</title>');
  expect(svg).toContain(
    '<desc id="serverSession-desc">8 states: reading, deciding, authorizing, awaitingFirstMessage, open, refused, passed, closed. 18 transitions.</desc>',
  );
  expect(svg).toContain(
    '<title>serverSession.reading → serverSession.deciding: HEAD_READ (rfc6455/4.2.1/method-get)</title>',
  );
});

test('text stays text, and has its width', async () => {
  const svg = await drawSession();
  expect(textsOf(svg)).toEqual(expect.arrayContaining(['HEAD_READ', 'entry / report, handOver', 'open']));
  expect(svg).toMatch(/textLength="61\.12" lengthAdjust="spacingAndGlyphs">HEAD_READ</);
});

test('it is dark where the reader is, but not on paper', async () => {
  const svg = await drawSession();
  expect(svg).toContain('@media screen and (prefers-color-scheme:dark){');
  expect(svg).toContain('.ws101-drawing [fill="#ffffff"]{fill:#0d1117}');
});

test('marks are classes and colours', async () => {
  const svg = await toSvg(readDiagram(serverSession), {
    states: new Map([['serverSession.open', 'path']]),
    transitions: new Map([['serverSession.reading-HEAD__READ-0', 'untested']]),
  });
  expect(svg).toContain('<g id="serverSession.open" class="node state final path">');
  expect(svg).toContain('<g id="serverSession.reading-HEAD__READ-0" class="node transition untested">');
  expect(textsOf(svg)).toEqual(expect.arrayContaining(['▶ open', '? HEAD_READ', '▶ path 1', '? untested 1']));
});

test('it grows down where a screen is too narrow for it', async () => {
  const wide = await toSvg(readDiagram(everything), {}, { direction: 'LR' });
  const chosen = await toSvg(readDiagram(everything));
  const down = await toSvg(readDiagram(everything), {}, { direction: 'TB' });
  expect(chosen).toBe(down);
  expect(chosen).not.toBe(wide);
});

test('a machine of one state can be drawn', async () => {
  expect(textsOf(await toSvg(readDiagram(createMachine({ id: 'alone' }))))).toEqual(['alone']);
});

describe('a rule table as SVG', () => {
  test('has each rule with its number, and links to the sections', async () => {
    const svg = await tableToSvg(serverTable);
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining(['1', '57', 'key is absent', 'plainHttp: badRequest', '426']),
    );
    expect(svg).toContain(
      'xlink:href="https://www.rfc-editor.org/rfc/rfc6455#section-4.2.1" xlink:title="RFC 6455 §4.2.1"',
    );
    expect(await tableToSvg(serverTable)).toBe(svg);
  });

  test('tells marks in words and colours', async () => {
    const svg = await tableToSvg(serverTable, { rules: new Map([[37, 'failed']]) });
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['result', '✗ failed']));
    expect(svg).toContain('fill="#ffebe9"');
  });
});
