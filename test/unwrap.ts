/**
 * The value of what has to be right.
 *
 * @throws Error with what is wrong with it
 */
export function unwrap<Value>(
  read: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string },
): Value {
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}
