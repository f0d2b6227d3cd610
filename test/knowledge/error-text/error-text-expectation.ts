import { readTextCases } from '../../text-case.ts';

/** A text as somebody pastes it, the row that has to be found, and what has to follow. */
export interface TextExpectation {
  readonly row: string;
  readonly text: string;
  readonly status: number | null;
  /** The names of the signs. */
  readonly signs: readonly string[];
}

/** Every text that has to be recognised, at least one for each row. */
export const textExpectations: readonly TextExpectation[] = [
  'browser',
  'program',
  'server',
  'network',
  'general',
].flatMap((name) =>
  readTextCases(new URL(`data/${name}.txt`, import.meta.url), ['status', 'signs']).map(
    ({ title: row, lists, text }) => {
      const [status] = lists.get('status') ?? [];
      return {
        row,
        text,
        status: status === undefined ? null : Number(status),
        signs: lists.get('signs') ?? [],
      };
    },
  ),
);
