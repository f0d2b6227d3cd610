import type { Diagram } from './diagram.ts';

/** A diagram as JSON: what other programs draw from. */
export function toJson(diagram: Diagram): string {
  return `${JSON.stringify(diagram, null, 2)}\n`;
}
