import { formatNamed, formatValue, nameFunction } from './value-text.ts';

/** What `and()`, `or()`, `not()` and `stateIn()` of XState leave on the function that they give. */
interface Combined {
  readonly name: string;
  readonly guards?: readonly unknown[];
  readonly stateValue?: unknown;
}

/** A guard in words: `isOpen and not (isLocked or isBroken)`, `inline` for a function without a name. */
export function describeGuard(guard: unknown): string {
  return describe(guard, false);
}

function describe(guard: unknown, nested: boolean): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) {
    return formatNamed(guard as { type: string }); // what XState calls a parameterized object
  }
  const { name, guards, stateValue } = guard as Combined; // the one thing left is a function
  if (stateValue !== undefined) return `in ${formatValue(stateValue)}`;
  if (guards === undefined) return nameFunction(guard);
  const parts = guards.map((each) => describe(each, true));
  if (name === 'not') return `not ${parts.join('')}`;
  const text = parts.join(name === 'or' ? ' or ' : ' and ');
  return nested && parts.length > 1 ? `(${text})` : text;
}
