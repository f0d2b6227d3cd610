import type { ClauseId } from '../../../models/clauses.ts';
import type { Case } from '../judge/case.ts';
import { type Severity, weights } from '../judge/severity.ts';
import type { Played } from '../run/player.ts';
import type { Subject } from '../run/subject.ts';
import { type Cause, describeLoss, findCauses } from './cause.ts';

/** A cause of faults, and the other clauses that it breaks. */
export interface Defect<C extends Case = Case, Exchange = unknown> extends Cause<C, Exchange> {
  readonly also: readonly { readonly clause: ClauseId; readonly severity: Severity }[];
}

/** What a reply owes, and is broken along with another clause; any case may show it, in whatever shard. */
export const impliedReplies: Readonly<Partial<Record<ClauseId, readonly ClauseId[]>>> = {
  'rfc6455/4.2.2/version-unsupported': ['service/9/version-13-only'],
  'service/9/drafts-refused': ['service/9/version-13-only'],
  'rfc6455/9/parameters-by-specification': [
    'rfc7692/5/answered-once',
    'rfc7692/7/parameter-invalid',
    'rfc7692/7/parameter-repeated',
    'rfc7692/7/parameter-undefined',
  ],
};

/** What is broken along with another where requests are accepted: who takes every method takes `get`, too. */
export const impliedFaults: Readonly<Partial<Record<ClauseId, readonly ClauseId[]>>> = {
  'rfc6455/4.2.1/method-get': ['rfc9110/9.1/method-case'],
  'rfc6455/4.2.2/version-unsupported': ['service/9/drafts-refused'],
  'rfc6455/4.3/version-grammar': ['rfc6455/11.3.5/version-once'],
  'rfc6455/4.3/key-grammar': ['rfc4648/3.3/alphabet', 'rfc6455/4.2.1/key-16-octets'],
  'rfc6455/9.1/extension-grammar': ['rfc6455/9.1/extension-quoted-token'],
};

/** What is broken along with another where openings are refused. */
const impliedRefusals: Readonly<Partial<Record<ClauseId, readonly ClauseId[]>>> = {
  'rfc6455/1.3/field-order': ['rfc6455/4.2.1/unknown-fields'],
  'rfc6455/4.2.1/connection-token': ['rfc9110/5.3/split-lines', 'rfc9110/5.6.1/empty-elements'],
  'rfc9110/7.8/upgrade-list': ['rfc9110/5.3/split-lines', 'rfc9110/5.6.1/empty-elements'],
  'service/4/query-accepted': ['rfc9112/3/line-length'],
  'service/7/extension-unsupported-omitted': [
    'rfc2616/2.1/null-elements',
    'rfc2616/2.1/implied-space',
    'rfc9110/5.3/split-lines',
  ],
};

/** The defects behind what was played: each with one cause, and the smallest case that shows it. */
export async function findDefects<C extends Case, Exchange>(
  { tally, losses }: Played<C, Exchange>,
  subject: Subject<C, Exchange>,
): Promise<readonly Defect<C, Exchange>[]> {
  const causes = [...losses.map(describeLoss), ...(await findCauses(tally.faulty, subject))];
  return joinDefects(causes, tally.ignoredParts);
}

/**
 * Joins what is one defect: a part of the request that nobody looks at breaks every clause about it, and some clauses
 * are broken along with another.
 *
 * @param ignored parts of the request of which every fault was accepted
 */
export function joinDefects<C extends Case, Exchange>(
  found: readonly Cause<C, Exchange>[],
  ignored: ReadonlySet<string>,
): readonly Defect<C, Exchange>[] {
  type Each = Cause<C, Exchange>;
  const leaders = new Map<Each, Each>();
  for (const each of found) {
    const leader = found.find((other) => other !== each && leads(other, each, ignored));
    if (leader) leaders.set(each, leader);
  }
  const top = (each: Each): Each => {
    const leader = leaders.get(each);
    return leader === undefined ? each : top(leader);
  };
  return found
    .filter((each) => !leaders.has(each))
    .map((each) => {
      const led = found.filter((other) => other !== each && top(other) === each);
      const { part } = each;
      const isIgnored = led.length > 0 && part !== null && ignored.has(part);
      return {
        ...each,
        fault: isIgnored && each.isOpen ? { ...each.fault, hint: describeIgnored(part) } : each.fault,
        also: led.map(({ clause, fault }) => ({ clause, severity: fault.severity })),
      };
    });
}

function implies(one: Cause, other: Cause): boolean {
  const all = [impliedFaults, impliedRefusals, impliedReplies];
  return all.some((each) => each[one.clause]?.includes(other.clause));
}

function leads(one: Cause, other: Cause, ignored: ReadonlySet<string>): boolean {
  const isHeavier =
    weights[one.fault.severity] - weights[other.fault.severity] || other.current.number - one.current.number;
  const part = one.part;
  const isImplied = implies(other, one);
  if (part !== null && part === other.part && ignored.has(part) && isHeavier > 0 && !isImplied) return true;
  if (weights[one.fault.severity] < weights[other.fault.severity]) return false;
  if (!implies(one, other)) return false;
  if (other.fault.kind === 'reply') return true;
  return one.fault.kind === other.fault.kind && part === other.part;
}

/** What stands for a part that is more or less than a field. */
const names: Readonly<Record<string, string>> = {
  version: 'the version of HTTP',
  method: 'the method',
  target: 'the target',
  content: 'what is said of content',
  'odd line': 'the grammar of field lines',
};

function describeIgnored(part: string): string {
  return `${names[part] ?? part} may not be looked at`;
}
