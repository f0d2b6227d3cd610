import type { Finding } from './report.ts';

/** Findings by weight: what an RFC demands stands first, otherwise in the order of the register. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  const isOf = (level: Finding['level']) => findings.filter((finding) => finding.level === level);
  return [...isOf('MUST'), ...isOf('SHOULD')];
}

/** A time in seconds with one decimal. */
export function tellTime(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** What was learnt, in words: lists with commas, and `none` where there is nothing. */
export function tellPolicy(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(tellPolicy).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A sign for each verdict, beside its word and its colour. */
export const markOf = { pass: '✓', fail: '✗', warn: '!', untested: '–' } as const;
