import { type Severity, weights } from '../../../models/breach.ts';
import type { ClauseId } from '../../../models/clauses.ts';
import { type Among, implicationRows, listImplied } from '../../../models/implication.ts';
import { type Failure, isSwitch } from '../run/failure.ts';
import type { Found } from './explanation.ts';

/** A defect, and the other clauses that it breaks. */
export interface Defect extends Found {
  readonly also: readonly { readonly clause: ClauseId; readonly severity: Severity }[];
}

/**
 * Joins what is one defect: a part of the request that nobody looks at breaks every clause about it, and some clauses
 * are broken along with another.
 *
 * @param ignored parts of the request of which every fault was accepted
 */
export function joinDefects(found: readonly Found[], ignored: ReadonlySet<string>): readonly Defect[] {
  const leaders = new Map<Found, Found>();
  for (const each of found) {
    const leader = found.find((other) => other !== each && leads(other, each, ignored));
    if (leader) leaders.set(each, leader);
  }
  const top = (each: Found): Found => {
    const leader = leaders.get(each);
    return leader === undefined ? each : top(leader);
  };
  return found
    .filter((each) => !leaders.has(each))
    .map((each) => {
      const led = found.filter((other) => other !== each && top(other) === each);
      const part = partOf(each);
      const isIgnored = led.length > 0 && part !== null && ignored.has(part);
      return {
        ...each,
        verdict: isIgnored && isSwitch(each) ? { ...each.verdict, hint: tellIgnored(part) } : each.verdict,
        also: led.map(({ clause, verdict }) => ({ clause, severity: verdict.severity })),
      };
    });
}

/** Where one failure may show another, by what both are. */
function amongOf(one: Found, other: Found): readonly Among[] {
  const isOfPart = one.verdict.kind === other.verdict.kind && partOf(one) === partOf(other);
  if (other.verdict.kind === 'reply') return ['replies'];
  if (!isOfPart) return [];
  return other.verdict.kind === 'refused' ? ['refusals'] : ['acceptedFaults'];
}

function implies(one: Found, other: Found): boolean {
  return listImplied(implicationRows, one.clause, amongOf(one, other)).includes(other.clause);
}

function leads(one: Found, other: Found, ignored: ReadonlySet<string>): boolean {
  const isHeavier =
    weights[one.verdict.severity] - weights[other.verdict.severity] ||
    other.current.number - one.current.number;
  const part = partOf(one);
  const isImplied = implies(other, one);
  if (part !== null && part === partOf(other) && ignored.has(part) && isHeavier > 0 && !isImplied)
    return true;
  if (weights[one.verdict.severity] < weights[other.verdict.severity]) return false;
  return implies(one, other);
}

/** What stands for a part that is more or less than a field. */
const names: Readonly<Record<string, string>> = {
  version: 'the version of HTTP',
  method: 'the method',
  target: 'the target',
  content: 'what is said of content',
  'odd line': 'the grammar of field lines',
};

function tellIgnored(part: string): string {
  return `${names[part] ?? part} may not be looked at`;
}

/** What a failure is about: the field, or the part of the start-line; null where the reply is. */
function partOf({ current, verdict }: Failure): string | null {
  if (verdict.kind !== 'accepted' && verdict.kind !== 'refused') return null;
  return current.changes.at(-1)?.part ?? null;
}
