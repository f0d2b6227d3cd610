import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { clientTable } from '../../models/decisions/client.ts';
import { firstMessageTable } from '../../models/decisions/first-message.ts';
import { hopTable } from '../../models/decisions/hop.ts';
import { serverTable } from '../../models/decisions/server.ts';
import { tlsTable } from '../../models/decisions/tls.ts';
import { tunnelTable } from '../../models/decisions/tunnel.ts';
import { connection } from '../../models/lifecycles/connection.ts';
import { serverSession } from '../../models/lifecycles/session.ts';
import { toMermaid } from '../../src/draw/mermaid.ts';
import type { Mark } from '../../src/draw/overlay.ts';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import type { DrawnTable } from '../../src/draw/rule-text.ts';
import { toSvg } from '../../src/draw/svg.ts';
import { tableToMermaid } from '../../src/draw/table-mermaid.ts';
import { tableToSvg } from '../../src/draw/table-svg.ts';
import { busy, crowd, deep, everything, lengthy, names, thin } from '../draw/sample-machine.ts';
import { describeWith } from '../system.ts';
import { useChromium } from './watched-page.ts';

/** Marks of every kind on whatever can have one. */
function markAll<Key>(keys: readonly Key[]): ReadonlyMap<Key, Mark> {
  const all: readonly Mark[] = ['passed', 'failed', 'untested', 'path'];
  return new Map(keys.map((key, place) => [key, all[place % 4] ?? 'path']));
}

function drawMarked(machine: AnyStateMachine): Promise<string> {
  const diagram = readDiagram(machine);
  const states = markAll(diagram.root.states.map(({ id }) => id));
  return toSvg(diagram, { states, transitions: markAll(diagram.transitions.map(({ id }) => id)) });
}

function drawTable(table: DrawnTable): Promise<string> {
  return tableToSvg(table, { rules: markAll(table.rows.map((_, place) => place + 1)) });
}

/** Runs in the page: texts that leave their box, texts over one another, and labels of transitions that overlap. */
const findTrouble = `(() => {
  const svg = document.querySelector('svg');
  const round = ({ x, y, width, height }) => ({ left: x, top: y, right: x + width, bottom: y + height });
  const within = (a, b) => a.left >= b.left - 0.5 && a.top >= b.top - 0.5 && a.right <= b.right + 0.5 && a.bottom <= b.bottom + 0.5;
  const over = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 2.5 && b.top < a.bottom - 2.5;
  const boxOf = (each) => round(each.getBBox());
  const trouble = [];
  const whole = boxOf(svg.querySelector('.graph > polygon'));
  const texts = [...svg.querySelectorAll('text')].map((each) => ({ each, box: boxOf(each), text: each.textContent }));
  for (const { box, text } of texts) if (!within(box, whole)) trouble.push('outside: ' + text);
  for (const group of svg.querySelectorAll('.node, .cluster')) {
    const shapes = [...group.querySelectorAll('polygon, path, ellipse')].map(boxOf).filter(({ bottom, top }) => bottom - top > 2);
    for (const text of group.querySelectorAll('text')) {
      const box = boxOf(text);
      // In a table the cell is the smallest shape around the middle of the text.
      const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
      const around = shapes.filter((s) => s.left <= middle.x && s.right >= middle.x && s.top <= middle.y && s.bottom >= middle.y);
      const areaOf = (s) => (s.right - s.left) * (s.bottom - s.top);
      const [cell] = around.sort((a, b) => areaOf(a) - areaOf(b));
      if (shapes.length > 0 && !(cell && within({ ...box, top: box.top + 2, bottom: box.bottom - 2 }, cell))) trouble.push('overflows: ' + text.textContent);
    }
  }
  texts.forEach((a, place) => {
    for (const b of texts.slice(place + 1)) if (over(a.box, b.box)) trouble.push('overlap: ' + a.text + ' and ' + b.text);
  });
  return trouble;
})()`;

/** Runs in the page: the colours that are painted on the ground, and of the first text. */
const readColours = `(() => {
  const fill = (selector) => getComputedStyle(document.querySelector(selector)).fill;
  return [fill('.graph > polygon'), fill('text')];
})()`;

describeWith('chromium', 'Chromium and a drawing', (executablePath) => {
  const openPage = useChromium(executablePath);

  async function open(content: string, colorScheme: 'light' | 'dark' = 'light') {
    const { page } = await openPage({ colorScheme });
    await page.setContent(content);
    return page;
  }

  test.each([
    ['connection', () => toSvg(readDiagram(connection))],
    ['connection, marked', () => drawMarked(connection)],
    ['serverSession', () => toSvg(readDiagram(serverSession))],
    ['serverSession, marked', () => drawMarked(serverSession)],
    ['a machine of everything', () => toSvg(readDiagram(everything))],
    ['a machine of everything, to the right', () => toSvg(readDiagram(everything), {}, { direction: 'LR' })],
    ['a machine of everything, marked', () => drawMarked(everything)],
    ['odd names', () => toSvg(readDiagram(names))],
    ['long names', () => toSvg(readDiagram(lengthy))],
    ['200 states', () => toSvg(readDiagram(crowd))],
    ['many transitions between two states', () => toSvg(readDiagram(busy))],
    ['regions in regions', () => toSvg(readDiagram(deep))],
    ['the server table', () => tableToSvg(serverTable)],
    ['the server table, marked', () => drawTable(serverTable)],
    ['the client table', () => drawTable(clientTable)],
    ['the table on first messages', () => drawTable(firstMessageTable)],
    ['the table on tunnels', () => drawTable(tunnelTable)],
    ['the table on TLS', () => drawTable(tlsTable)],
    ['the table on intermediaries', () => drawTable(hopTable)],
  ])('%s: no text leaves its box, and none lies over another', async (_what, draw) => {
    const page = await open(await draw());
    expect(await page.evaluate(findTrouble)).toEqual([]);
  });

  // Liberation Sans is as wide as Helvetica; where it is missing, as any other of these, the browser takes another font.
  describe.each(['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono', 'Liberation Sans', 'serif'])(
    'in %s',
    (font) => {
      test.each([
        ['connection, marked', () => drawMarked(connection)],
        ['serverSession', () => toSvg(readDiagram(serverSession))],
        ['a machine of everything, marked', () => drawMarked(everything)],
        ['odd names', () => drawMarked(names)],
        ['long names', () => toSvg(readDiagram(lengthy))],
        ['thin letters', () => toSvg(readDiagram(thin))],
        ['thin letters, marked', () => drawMarked(thin)],
        ['many transitions between two states', () => drawMarked(busy)],
        ['regions in regions', () => drawMarked(deep)],
        ['the server table, marked', () => drawTable(serverTable)],
      ])('%s: text fits', async (_what, draw) => {
        const family = font === 'serif' ? font : `"${font}"`;
        const page = await open(
          `${await draw()}<style>svg text { font-family: ${family} !important }</style>`,
        );
        expect(await page.evaluate(findTrouble)).toEqual([]);
      });
    },
  );

  test.each([
    ['connection', () => toSvg(readDiagram(connection))],
    ['serverSession', () => toSvg(readDiagram(serverSession))],
    ['the server table', () => tableToSvg(serverTable)],
    ['the client table', () => tableToSvg(clientTable)],
  ])('%s is no wider than a laptop', async (_what, draw) => {
    const page = await open(`<body style="margin:0">${await draw()}`);
    expect(await page.evaluate('document.querySelector("svg").getBoundingClientRect().width')).toBeLessThan(
      1280,
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
  });

  test('is light or dark as its reader is, and light on paper', async () => {
    const svg = await toSvg(readDiagram(connection));
    const light = ['rgb(255, 255, 255)', 'rgb(31, 35, 40)'];
    expect(await (await open(svg)).evaluate(readColours)).toEqual(light);
    const dark = await open(svg, 'dark');
    expect(await dark.evaluate(readColours)).toEqual(['rgb(13, 17, 23)', 'rgb(230, 237, 243)']);
    await dark.emulateMedia({ media: 'print' });
    expect(await dark.evaluate(readColours)).toEqual(light);
  });

  test('has text that is found and selected', async () => {
    const page = await open(await toSvg(readDiagram(serverSession)));
    expect(await page.evaluate('window.find("MESSAGE_REFUSED") && getSelection().toString()')).toBe(
      'MESSAGE_REFUSED',
    );
  });

  describe('Mermaid', () => {
    const mermaid = readFileSync(new URL(import.meta.resolve('@mermaid-js/tiny')), 'utf8');

    /** The texts that Mermaid itself draws, each once. */
    async function render(text: string): Promise<unknown> {
      const page = await open('<div id="drawn"></div>');
      await page.addScriptTag({ content: mermaid });
      return page.evaluate(`(async () => {
        mermaid.initialize({ startOnLoad: false });
        const { svg } = await mermaid.render('drawing', ${JSON.stringify(text)});
        const drawn = document.getElementById('drawn');
        drawn.innerHTML = svg;
        const labels = [...drawn.querySelectorAll('span.nodeLabel, span.edgeLabel')];
        return [...new Set(labels.map(({ innerText }) => innerText.replace(/\\s+/g, ' ').trim()))].filter(Boolean);
      })()`);
    }

    test('draws our machines with every event', async () => {
      const drawn = await render(toMermaid(readDiagram(serverSession)));
      const events = serverSession.events.map((event) => expect.stringMatching(`^${event}\\b`));
      expect(drawn).toEqual(expect.arrayContaining(events));
    });

    test('draws a machine of everything', async () => {
      const drawn = await render(toMermaid(readDiagram(everything)));
      expect(drawn).toEqual(
        expect.arrayContaining([
          ...[
            'everything',
            'both (parallel)',
            'any state',
            'H',
            'H*',
            'key.* [inline]',
            'after 500 ms',
            'BOTH',
          ],
          ...[
            'AGAIN (reenter) STAY',
            'REDO (reenter)',
            'About everything. entry / warn (level: 1, text: "it begins") PING / send PONG to parent, log pinged',
          ],
        ]),
      );
    });

    test('draws names of any kind as they are', async () => {
      const drawn = await render(toMermaid(readDiagram(names)));
      expect(drawn).toEqual(
        expect.arrayContaining([
          ...[
            'default',
            'note',
            'class',
            'end',
            'state',
            'with space',
            'da-sh',
            'quote"d',
            '状態',
            '1. list',
            '- list',
          ],
          ...[
            '<b>bold</b> & "co"',
            'two lines',
            '🎉 👩‍👩‍👧 é',
            '-->',
            "it's",
            '[*]',
            'constructor',
            '__proto',
          ],
          ...['a "quoted" event', 'a <b>&amp;</b>', 'back\\slash \\N \\l', '%% comment; # hash : colon', '$'],
          ...[
            '`code` **bold** _it_',
            '[brackets] {braces} (parens) | pipe',
            '日本語のイベント',
            'Ünïcödé → 🎉',
          ],
        ]),
      );
    });

    test.each([
      ['our machines', connection],
      ['a machine of everything', everything],
      ['odd names', names],
      ['200 states', crowd],
      ['regions in regions', deep],
    ])('draws %s with their marks', async (_what, machine) => {
      const diagram = readDiagram(machine);
      const transitions = markAll(diagram.transitions.map(({ id }) => id));
      const drawn = await render(
        toMermaid(diagram, { transitions, states: markAll([diagram.root.states[0]?.id ?? '']) }),
      );
      expect(drawn).toEqual(
        expect.arrayContaining([expect.stringMatching(/^✓ /), expect.stringMatching(/^✗ /)]),
      );
    });

    test('draws a rule table with every rule', async () => {
      const drawn = await render(tableToMermaid(serverTable, { rules: new Map([[38, 'failed']]) }));
      expect(drawn).toEqual(
        expect.arrayContaining([
          '✗ failed 38 · key is absent rfc6455/4.2.1/key-present',
          '58 · otherwise rfc6455/4.2.2/status-101',
          'accept 101 Upgrade: websocket Connection: Upgrade',
        ]),
      );
    });
  });
});
