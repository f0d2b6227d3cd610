import { replaceControls, sizes } from './dot-text.ts';
import { dressSvg, escapeXml } from './dress-svg.ts';
import { escapeLines } from './mermaid-text.ts';
import { colour } from './palette.ts';
import { wrapText } from './text-width.ts';

/** Something that goes from one actor to another, or that one does by itself; its lines may be any text. */
export type LadderStep<Actor extends string> =
  | { readonly kind: 'message'; readonly from: Actor; readonly to: Actor; readonly lines: readonly string[] }
  | { readonly kind: 'note'; readonly over: Actor; readonly lines: readonly string[] };

/** What goes on between several actors, each of which is named by one word, in its order. */
export interface Ladder<Actor extends string> {
  readonly actors: readonly Actor[];
  readonly steps: readonly LadderStep<Actor>[];
}

/** A ladder in the language of Mermaid. */
export function ladderToMermaid<Actor extends string>({ actors, steps }: Ladder<Actor>): string {
  const body = [...actors.map((actor) => `participant ${actor}`), ...steps.map(writeStep)];
  return `${['sequenceDiagram', ...body.map((line) => `  ${line}`)].join('\n')}\n`;
}

function writeStep<Actor extends string>(step: LadderStep<Actor>): string {
  const text = escapeLines(step.lines);
  return step.kind === 'message' ? `${step.from}->>${step.to}: ${text}` : `Note over ${step.over}: ${text}`;
}

/** In points: between two actors, beside the outer ones, from line to line, and around a text. */
const spacing = 250;
const margin = 120;
const lineHeight = 13;
const room = 8;
const top = 30;

/** What a page has to know of a drawing in it. */
export interface LadderPlace {
  /** Begins the ids of the drawing; no other on the page has it. */
  readonly id: string;
  readonly title: string;
}

/** A ladder as SVG, for a page; its text is told to who does not see it. */
export function ladderToSvg<Actor extends string>(
  { actors, steps }: Ladder<Actor>,
  { id, title }: LadderPlace,
): string {
  const placeOf = (actor: Actor) => margin + spacing * actors.indexOf(actor);
  let bottom = top;
  const drawn = steps.flatMap((step) => {
    const lines = step.lines.flatMap((line) => wrapText(replaceControls(line), spacing - 40, sizes.text));
    const [from, bend] = [bottom, lines.length * lineHeight + 2 * room];
    bottom += bend + room;
    return step.kind === 'message'
      ? drawMessage(placeOf(step.from), placeOf(step.to), from, lines)
      : drawNote(placeOf(step.over), from, lines);
  });
  const width = 2 * margin + spacing * (actors.length - 1);
  const rails = actors.flatMap((actor) => [
    writeText(actor, placeOf(actor), 18, colour('ink'), ' font-weight="bold"'),
    `<path fill="none" stroke="${colour('line')}" stroke-dasharray="3 3" d="M${placeOf(actor)} ${top - 4}V${bottom}"/>`,
  ]);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${bottom + room}" viewBox="0 0 ${width} ${bottom + room}">`,
    ...rails,
    ...drawn,
    '</svg>',
  ].join('\n');
  return dressSvg(svg, { id, title, description: steps.map(tellStep).join('; '), titles: new Map() });
}

function drawMessage(from: number, to: number, y: number, lines: readonly string[]): readonly string[] {
  const [line, back] = [y + lines.length * lineHeight + room, from < to ? -7 : 7];
  const text = lines.map((each, at) =>
    writeText(each, (from + to) / 2, y + (at + 1) * lineHeight, colour('ink')),
  );
  return [
    ...text,
    `<path fill="none" stroke="${colour('ink')}" d="M${from} ${line}H${to}"/>`,
    `<path fill="${colour('ink')}" stroke="none" d="M${to} ${line}l${back} -4v8z"/>`,
  ];
}

function drawNote(at: number, y: number, lines: readonly string[]): readonly string[] {
  const [width, height] = [spacing - 24, lines.length * lineHeight + room];
  const looks = `fill="${colour('warnedBox')}" stroke="${colour('warned')}"`;
  return [
    `<rect ${looks} x="${at - width / 2}" y="${y}" width="${width}" height="${height}" rx="4"/>`,
    ...lines.map((each, nth) => writeText(each, at, y + (nth + 1) * lineHeight, colour('warned'))),
  ];
}

function writeText(text: string, x: number, y: number, fill: string, more = ''): string {
  return `<text text-anchor="middle" x="${x}" y="${y}" font-size="${sizes.text}" fill="${fill}"${more}>${escapeXml(text)}</text>`;
}

function tellStep<Actor extends string>(step: LadderStep<Actor>): string {
  const text = step.lines.join(' ');
  return step.kind === 'message' ? `${step.from} to ${step.to}: ${text}` : `${step.over}: ${text}`;
}
