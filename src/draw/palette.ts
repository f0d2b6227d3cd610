import type { Mark } from './overlay.ts';

/** The colours of a drawing on light ground, and what each becomes on dark. Text on its ground has a contrast of 4.5 : 1. */
export const palette = {
  ground: ['#ffffff', '#0d1117'],
  ink: ['#1f2328', '#e6edf3'],
  line: ['#59636e', '#9198a1'],
  box: ['#f6f8fa', '#151b23'],
  head: ['#eaeef2', '#262c36'],
  link: ['#0a58ca', '#78b0ff'],
  passed: ['#116329', '#7ee787'],
  passedBox: ['#dafbe1', '#12361f'],
  failed: ['#a40e26', '#ffa198'],
  failedBox: ['#ffebe9', '#4b1113'],
  warned: ['#7a4d00', '#e3b341'],
  warnedBox: ['#fff5cc', '#3b2e04'],
  untested: ['#57606a', '#b1bac4'],
  untestedBox: ['#f0f1f3', '#21262d'],
  path: ['#0a3fa8', '#8cc4ff'],
  pathBox: ['#dceeff', '#0c2d4d'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** The colour on light ground: what DOT and Mermaid are given. */
export function colour(name: keyof typeof palette): string {
  return palette[name][0];
}

/** The colours of what has a mark, or none. */
export function coloursOf(mark: Mark | undefined): {
  readonly ink: string;
  readonly line: string;
  readonly box: string;
} {
  if (mark === undefined) return { ink: colour('ink'), line: colour('line'), box: colour('box') };
  return { ink: colour(mark), line: colour(mark), box: colour(`${mark}Box`) };
}
