import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { applyEdits, type EditOf } from './edit.ts';
import type { ReplyMessage, RequestMessage } from './message.ts';

/** A fault to be put into a message of type `M`. */
interface Deviation<M, Guard> {
  readonly part: string;
  readonly guard: Guard;
  readonly clause: ClauseId;
  readonly edits: readonly EditOf<M>[];
}

/** A message with faults, the guards that hold for it, and the clauses that it breaks. */
export interface Deviated<M, Guard> {
  readonly message: M;
  readonly guards: readonly Guard[];
  readonly clauses: readonly ClauseId[];
}

/**
 * A valid message with some deviations, no two in the same part, so that it shrinks to the single one that
 * matters.
 *
 * @param messages valid messages
 * @param deviations what may be put into them; of an empty list every message stays as it is
 */
export function deviatedMessage<M extends RequestMessage | ReplyMessage, Guard>(
  messages: fc.Arbitrary<M>,
  deviations: readonly fc.Arbitrary<Deviation<M, Guard>>[],
  count: { readonly min: number; readonly max: number } = { min: 0, max: 3 },
): fc.Arbitrary<Deviated<M, Guard>> {
  const some =
    deviations.length === 0
      ? fc.constant([])
      : fc.uniqueArray(fc.oneof(...deviations), {
          selector: ({ part }) => part,
          minLength: count.min,
          maxLength: count.max,
        });
  return fc.tuple(messages, some).map(([message, faults]) => ({
    message: faults.reduce((spoilt, { edits }) => applyEdits(spoilt, edits), message),
    guards: faults.map(({ guard }) => guard),
    clauses: faults.map(({ clause }) => clause),
  }));
}
