import type { ClauseId } from '../../../models/clauses.ts';
import type { RequestCase } from '../../../src/verify/judge/case.ts';
import type { Fault, Judgement } from '../../../src/verify/judge/judgement.ts';
import { AnswerReader } from '../../../src/verify/peer/answer.ts';
import { plannedServers } from '../../../src/verify/self/planned-server.ts';
import {
  createReferenceSubject,
  describeReference,
  type ReferenceExchange,
} from '../../../src/verify/self/reference-server.ts';
import { startSetUp } from '../../../src/verify/self/set-up.ts';
import { serverCases } from '../../../src/verify/server/request-case.ts';

/** An exchange with a reference server, which can be judged again with another answer in its place. */
export interface Recorded {
  readonly current: RequestCase;
  readonly exchange: ReferenceExchange;
  readonly judge: (exchange: ReferenceExchange) => Judgement;
}

/** Plays the cases of every planned reference server once, with some variants of each. */
export async function recordExchanges(seed: number, variants: number): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  for (const [nth, plan] of plannedServers.entries()) {
    const server = await startSetUp(plan);
    try {
      const target = describeReference(plan, server.port);
      const subject = createReferenceSubject(server, target, 10_000);
      const { literals, drawn } = serverCases(target, seed + nth, variants, plan.scope);
      for (const current of [...literals, ...drawn]) {
        const exchange = await subject.play(current);
        recorded.push({ current, exchange, judge: (other) => subject.judge(current, other) });
      }
    } finally {
      await server.close();
    }
  }
  return recorded;
}

/** The exchange with other octets in its answer, given as text of one character for each of them. */
export function withAnswer(
  { current, exchange }: Pick<Recorded, 'current' | 'exchange'>,
  spoil: (text: string) => string,
): ReferenceExchange {
  const before = Buffer.from(exchange.answer.octets).toString('latin1');
  const after = spoil(before);
  if (after === before) return exchange;
  const isToHead = Buffer.concat(current.pieces).subarray(0, 5).toString('latin1') === 'HEAD ';
  const reader = new AnswerReader(isToHead);
  reader.push(Buffer.from(after, 'latin1'));
  const { end, content: waited, closing } = exchange.answer;
  const content = waited === null ? null : after.length - reader.headEnd;
  const answer = { ...reader.answer(after === '' ? 'late' : end), content, closing };
  return { ...exchange, answer };
}

/** What is found in the exchanges where answers are spoilt; of those that stay as they are nothing is asked. */
export function findFaults(
  recorded: readonly Recorded[],
  spoil: (text: string, recorded: Recorded) => string,
): readonly Fault[] {
  return recorded.flatMap((each) => {
    const spoilt = withAnswer(each, (text) => spoil(text, each));
    return spoilt === each.exchange ? [] : each.judge(spoilt).faults;
  });
}

/** The clauses of faults. */
export function clausesOf(faults: readonly Fault[]): ReadonlySet<ClauseId> {
  return new Set(faults.map(({ clause }) => clause));
}
