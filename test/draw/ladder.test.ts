import { expect, test } from 'vitest';
import { type Ladder, ladderToMermaid, ladderToSvg } from '../../src/draw/ladder.ts';

const ladder: Ladder<'client' | 'server'> = {
  actors: ['client', 'server'],
  steps: [
    { kind: 'note', over: 'server', lines: ['a; b', 'c#'] },
    { kind: 'message', from: 'client', to: 'server', lines: ['GET /?<b>&"\u0001 HTTP/1.1'] },
  ],
};

test('in Mermaid it has its steps in their order, whatever is in their lines', () => {
  expect(ladderToMermaid(ladder)).toBe(`sequenceDiagram
  participant client
  participant server
  Note over server: a#59; b<br/>c#35;
  client->>server: GET /#63;#60;b#62;#38;#34;\ufffd HTTP/1.1
`);
});

test('as SVG it has every text, each below the one before, and tells them in a description', () => {
  const svg = ladderToSvg(ladder, { id: 'one', title: 'A title' });
  const texts = [...svg.matchAll(/<text [^>]*? y="(\d+)"[^>]*>([^<]*)<\/text>/g)];
  const shown = ['client', 'server', 'a; b', 'c#', 'GET /?&lt;b&gt;&amp;&quot;\ufffd HTTP/1.1'];
  expect(texts.map(([, , text]) => text)).toEqual(shown);
  const places = texts.slice(1).map(([, y]) => Number(y));
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
  expect(svg).toContain('<title id="one-title">A title</title>');
  expect(svg).toContain(
    'server: a; b c#; client to server: GET /?&lt;b&gt;&amp;&quot;\ufffd HTTP/1.1</desc>',
  );
});
