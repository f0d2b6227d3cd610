import type * as v from 'valibot';

/** An issue, and the names and places that lead to what it is about. */
export interface Located {
  readonly issue: v.BaseIssue<unknown>;
  readonly way: readonly unknown[];
}

/** Of what may be one of several things, the issue with the one that got furthest. */
export function locateIssue(issue: v.BaseIssue<unknown>, above: readonly unknown[] = []): Located {
  const way = [...above, ...(issue.path ?? []).map(({ key }) => key)];
  const deeper = issue.issues?.find(({ path }) => path !== undefined);
  return deeper ? locateIssue(deeper, way) : { issue, way };
}

/** The names that are known, where the issue is with one that is not; else null. */
export function listKnown({ expected, message }: v.BaseIssue<unknown>): readonly string[] | null {
  return expected === 'never' ? message.split(' ') : null;
}
