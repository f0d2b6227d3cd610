import { escapeLines } from '../../src/draw/mermaid-text.ts';

export type Side = 'client' | 'server';

/** Something that is sent, or that one side does by itself; its lines may be any text. */
export type Step =
  | { readonly kind: 'message'; readonly from: Side; readonly to: Side; readonly lines: readonly string[] }
  | { readonly kind: 'note'; readonly over: Side; readonly lines: readonly string[] };

/** What goes on between a client and a server, in the language of Mermaid. */
export function drawSequence(steps: readonly Step[]): string {
  const body = ['participant client', 'participant server', ...steps.map(drawStep)];
  return `${['sequenceDiagram', ...body.map((line) => `  ${line}`)].join('\n')}\n`;
}

function drawStep(step: Step): string {
  const text = escapeLines(step.lines);
  return step.kind === 'message' ? `${step.from}->>${step.to}: ${text}` : `Note over ${step.over}: ${text}`;
}
