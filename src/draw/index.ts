export type {
  Diagram,
  DiagramAction,
  DiagramInvoke,
  DiagramState,
  DiagramTransition,
  DiagramTrigger,
} from './diagram.ts';
export { type Direction, type DrawOptions, toDot } from './dot.ts';
export { toJson } from './json.ts';
export { type Cell, type Listing, listingToDot, listingToMarkdown, listingToSvg } from './listing.ts';
export { toMarkdown } from './markdown.ts';
export { toMermaid } from './mermaid.ts';
export type { Mark, Overlay } from './overlay.ts';
export { readDiagram } from './read-diagram.ts';
export type { DrawnTable } from './rule-text.ts';
export { toScxml } from './scxml.ts';
export { toSvg } from './svg.ts';
export { tableToDot } from './table-dot.ts';
export { type TableOptions, tableToMarkdown } from './table-markdown.ts';
export { tableToMermaid } from './table-mermaid.ts';
export { tableToSvg } from './table-svg.ts';
export { type TracedPath, tracePath } from './trace-path.ts';
