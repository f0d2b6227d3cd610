import { readSeenReplies, readSeenRequest } from '../../facts/hop-sight.ts';
import {
  type Carried,
  compareFields,
  compareReplyFields,
  type FieldFates,
} from '../../facts/passage-facts.ts';
import { decodeLatin1, type Field, fieldValues, type ReplyHead, type RequestHead } from '../../wire/index.ts';
import type { PairExchange } from './exchange.ts';

/** What is told of a breach: what was due, and what was seen. */
export interface Told {
  readonly expected: string;
  readonly observed: string;
}

export type Sight = Pick<
  PairExchange,
  'sent' | 'arrived' | 'replied' | 'returned' | 'forth' | 'back' | 'early' | 'status' | 'connections'
>;

/** How a row that was not kept is told. */
export interface Word {
  /** What the hop did, in a line. */
  readonly deed: string;
  readonly tell: (sight: Sight) => Told;
}

export const say =
  (expected: string, observed: string): Word['tell'] =>
  () => ({ expected, observed });

export const requests = ({ sent, arrived }: Sight) =>
  [readSeenRequest(sent), readSeenRequest(arrived)] as const;
export const replies = ({ replied, returned }: Sight) =>
  [readSeenReplies(replied).final, readSeenReplies(returned).final] as const;

type Head = RequestHead | ReplyHead | null;

export function tellField(name: string, [before, behind]: readonly [Head, Head]): Told {
  const show = (head: Head) => {
    const values = fieldValues(head?.fields ?? [], name);
    return values.length === 0 ? `no ${name}` : values.map((value) => `${name}: ${value}`).join(' and ');
  };
  return { expected: show(before), observed: show(behind) };
}

export const ofRequest = (name: string): Word => ({
  deed: `Changes ${name}`,
  tell: (sight) => tellField(name, requests(sight)),
});
export const ofReply = (name: string): Word => ({
  deed: `Changes ${name} of the reply`,
  tell: (sight) => tellField(name, replies(sight)),
});

const tellFates = (
  fates: FieldFates,
  before: readonly Field[],
  behind: readonly Field[],
  wanted: string,
): Told => {
  const names = [...fates].filter(([, fate]) => fate === wanted).map(([name]) => name);
  const show = (fields: readonly Field[]) =>
    names.map((name) => tellField(name, [null, { fields } as RequestHead]).observed).join('; '); // it looks at fields alone
  return { expected: show(before), observed: show(behind) };
};
export const ofFields =
  (wanted: 'altered' | 'reordered'): Word['tell'] =>
  (sight) => {
    const [sent, arrived] = requests(sight);
    if (!sent || !arrived) return { expected: 'a request', observed: 'none' };
    return tellFates(compareFields(sent, arrived), sent.fields, arrived.fields, wanted);
  };
export const ofReplyFields =
  (wanted: 'altered' | 'reordered'): Word['tell'] =>
  (sight) => {
    const [replied, returned] = replies(sight);
    if (!replied || !returned) return { expected: 'a reply', observed: 'none' };
    return tellFates(compareReplyFields(replied, returned), replied.fields, returned.fields, wanted);
  };

export const firstLine = (octets: Uint8Array) =>
  decodeLatin1(octets.subarray(0, 200)).split('\r\n', 1)[0] ?? '';
export const tellLine =
  (side: 'request' | 'reply'): Word['tell'] =>
  ({ sent, arrived, replied, returned }) => {
    const [before, behind] = side === 'request' ? [sent, arrived] : [replied, returned];
    return { expected: firstLine(before), observed: firstLine(behind) || 'nothing' };
  };
export const statusLine = (head: ReplyHead | null) =>
  head ? `${head.status} ${head.reason}`.trim() : 'no reply';

export const tellCarried =
  (part: 'forth' | 'back' | 'early'): Word['tell'] =>
  (sight) => {
    const carried: Carried | null = sight[part];
    const count = (octets: Uint8Array | undefined) => `${octets?.length ?? 0} octets`;
    const isLess = (carried?.came.length ?? 0) !== carried?.sent.length;
    return {
      expected: count(carried?.sent),
      observed: isLess ? count(carried?.came) : `${count(carried?.came)}, others than were sent`,
    };
  };

export function tellNominated([sent, arrived]: readonly [RequestHead | null, RequestHead | null]): Told {
  const options = fieldValues(sent?.fields ?? [], 'connection').join(', ');
  const names = (arrived?.fields ?? []).map(({ name }) => name);
  const named = options.split(',').map((option) => option.trim());
  const found = names.filter((name) => named.some((option) => option.toLowerCase() === name.toLowerCase()));
  return {
    expected: `none of what Connection names: ${options}`,
    observed: found.filter((name) => !/^(?:upgrade|connection)$/i.test(name)).join(', '),
  };
}
