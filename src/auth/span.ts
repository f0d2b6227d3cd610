/** A part of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Writes something else in the place of parts of a text: of those that overlap, of the first, and of the longest there. */
export function hideSpans<S extends TextSpan>(
  text: string,
  spans: readonly S[],
  write: (part: string, span: S) => string,
): string {
  let hidden = '';
  let done = 0;
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (span.start < done) continue;
    hidden += text.slice(done, span.start) + write(text.slice(span.start, span.end), span);
    done = span.end;
  }
  return hidden + text.slice(done);
}
