import { expect, test } from 'vitest';
import { type ClauseId, isClauseId } from '../../models/clauses.ts';
import { acceptance } from '../../src/verify/judge/case.ts';
import { judgeAnswer } from '../../src/verify/judge/judgement.ts';
import { readTarget, type Target } from '../../src/verify/judge/target.ts';
import { AnswerReader } from '../../src/verify/peer/answer.ts';
import type { Result, ResultExchange, ResultFinding } from './result.ts';
import { readResults } from './run/store.ts';

/** The target that the command of a run names. */
function targetOf({ verify }: Result): Target {
  const words = verify.replaceAll("'", '').split(' ');
  const behind = (option: string) => words[words.indexOf(option) + 1]?.split(',') ?? [];
  const target = readTarget(words[3] ?? '', {
    ...(words.includes('--subprotocol') ? { subprotocols: behind('--subprotocol') } : {}),
    ...(words.includes('--subprotocol-required') ? { subprotocolRequired: true } : {}),
    ...(words.includes('--versions') ? { versions: behind('--versions').map(Number) } : {}),
  });
  if (!target.ok) throw new Error(target.problem);
  return target.value;
}

/**
 * The clauses that an exchange breaks, judged by its octets alone.
 *
 * @param refusedAs what is broken by who refuses it, where nothing is wrong with it
 */
function judgeAgain(
  exchange: ResultExchange,
  refusedAs: ClauseId,
  target: Target,
  clause = refusedAs,
): readonly ClauseId[] {
  const [request, response] = [exchange.request, exchange.response].map((text) =>
    Buffer.from(text, 'base64'),
  );
  const reader = new AnswerReader();
  if (response) reader.push(response);
  const answer = reader.answer('ended');
  const { faults } = judgeAnswer(request ?? Buffer.alloc(0), answer, target, clause, refusedAs);
  return faults.map((fault) => fault.clause);
}

/** Octets that are recorded of a request at most. */
const most = 4_096;

/** Whether octets tell it: frames that were sent with the request are not judged with it, and a long one is cut. */
const isJudged = ({ clause, request }: Pick<ResultFinding, 'clause' | 'request'>) =>
  clause !== 'rfc6455/4.1/early-frames-kept' && Buffer.from(request, 'base64').length < most;

const servers = readResults('server').map((result) => [result.name, result] as const);

test.each(servers)('%s: what was recorded is judged as it was', (_, result) => {
  const target = targetOf(result);
  const found = result.findings
    .filter(isJudged)
    .filter(
      ({ clause, also, ...exchange }) =>
        !judgeAgain(exchange, clause, target).some((each) => [clause, ...also].includes(each)),
    );
  const kept = Object.entries(result.kept).flatMap(([clause, at]) => {
    const exchange = result.exchanges[at];
    if (!exchange || !isClauseId(clause)) throw new RangeError(clause);
    return judgeAgain(exchange, acceptance, target, clause).includes(clause) ? [clause] : [];
  });
  expect({ found: found.map(({ clause, title }) => `${clause}: ${title}`), kept }).toEqual({
    found: [],
    kept: [],
  });
});
