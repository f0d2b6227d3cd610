import { expect, test } from 'vitest';
import { type ClauseId, isClauseId } from '../../models/clauses.ts';
import { clientRows } from '../../models/decisions/client.ts';
import { offerOf, writeRequestMessage } from '../../src/arbitraries/index.ts';
import { readSeenReplies } from '../../src/facts/hop-sight.ts';
import { sha1 } from '../../src/sha1.ts';
import { judgeExchange } from '../../src/verify/client/reply/judgement.ts';
import { silent } from '../../src/verify/connector/connector.ts';
import { acceptance } from '../../src/verify/judge/case.ts';
import { type Fault, judgeAnswer } from '../../src/verify/judge/judgement.ts';
import { canonicalMessage, readTarget, sampleKey, type Target } from '../../src/verify/judge/target.ts';
import { AnswerReader } from '../../src/verify/peer/answer.ts';
import { knownGood, pairCases } from '../../src/verify/proxy/case/case-list.ts';
import { judgePair } from '../../src/verify/proxy/judgement.ts';
import { titleOfAnswer } from '../../src/verify/report/title/server.ts';
import { parseRequest } from '../../src/wire/index.ts';
import type { Result, ResultExchange, ResultFinding } from './result.ts';
import { readResults } from './run/store.ts';

const octetsOf = (text = '') => Buffer.from(text, 'base64');

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
 * The faults that an exchange shows, judged by its octets alone.
 *
 * @param refusedAs what is broken by who refuses it, where nothing is wrong with it
 */
function judgeAgain(
  exchange: ResultExchange,
  refusedAs: ClauseId,
  target: Target,
  clause = refusedAs,
): readonly Fault[] {
  const [request, response] = [octetsOf(exchange.request), octetsOf(exchange.response)];
  const reader = new AnswerReader();
  reader.push(response);
  const answer = reader.answer('ended');
  return judgeAnswer(request, answer, target, clause, refusedAs).faults;
}

/** Octets that are recorded of a request at most. */
const most = 4_096;

/** Whether octets tell it: frames that were sent with the request are not judged with it, and a long one is cut. */
const isJudged = ({ clause, request }: Pick<ResultFinding, 'clause' | 'request'>) =>
  clause !== 'rfc6455/4.1/early-frames-kept' && Buffer.from(request, 'base64').length < most;

const servers = readResults('server').map((result) => [result.name, result] as const);

test.each(servers)('%s: what was recorded is judged and told as it was', (_, result) => {
  const target = targetOf(result);
  const canonical = writeRequestMessage(canonicalMessage(target, sampleKey));
  const found = result.findings.filter(isJudged).filter(({ clause, also, title, ...exchange }) => {
    const faults = judgeAgain(exchange, clause, target);
    const fault = [clause, ...also].flatMap((id) => faults.find((each) => each.clause === id) ?? [])[0];
    const [request, response] = [octetsOf(exchange.request), octetsOf(exchange.response)];
    return !fault || titleOfAnswer(fault, { request, response, canonical }) !== title;
  });
  const kept = Object.entries(result.kept).flatMap(([clause, at]) => {
    const exchange = result.exchanges[at];
    if (!exchange || !isClauseId(clause)) throw new RangeError(clause);
    return judgeAgain(exchange, acceptance, target, clause).some((each) => each.clause === clause)
      ? [clause]
      : [];
  });
  expect({ found: found.map(({ clause, title }) => `${clause}: ${title}`), kept }).toEqual({
    found: [],
    kept: [],
  });
});

/** Findings that octets of one opening do not show: those of several, of frames, of a URL, of what a client says. */
const beyondOctets: ReadonlySet<ClauseId> = new Set<ClauseId>([
  'rfc6455/4.1/one-connecting',
  'rfc6455/4.1/key-fresh',
  'rfc6455/4.1/key-random',
  'rfc6455/4.1/request-uri',
  'rfc6455/4.1/subprotocol-in-use',
  'rfc6455/5.1/masked-frame-closes',
  'rfc9110/3.7/blind-relay',
]);

/** The clauses that a client breaks, judged by its opening and its reply, and by whether it has opened. */
function judgeClient({ clause, came, ...exchange }: ResultFinding, rules: 'rfc6455' | 'whatwg') {
  const requested = octetsOf(exchange.request);
  const parsed = parseRequest(requested);
  if (!parsed.ok) throw new Error('a request that can be read was expected');
  const offer = offerOf(parsed.value, sha1);
  const isOpen = came === 'an open connection';
  const outcome = isOpen ? 'opened' : came === 'a connection that failed' ? 'failed' : 'undecided';
  const row = outcome === 'failed' ? undefined : clientRows.find((each) => each.clause === clause);
  const change = { clause, refusedAs: clause, guard: row?.guard ?? null, part: clause };
  const { faults } = judgeExchange(
    { changes: [change], prefix: 0 },
    {
      nonce: '',
      client: null,
      server: null,
      asked: { authority: '127.0.0.1:9001', resourceName: parsed.value.target },
      request: parsed.value,
      fault: null,
      requested,
      reply: octetsOf(exchange.response),
      early: 0,
      behind: octetsOf(),
      outcome,
      hasPonged: isOpen,
      word: silent,
      connections: 1,
    },
    {
      choices: { rules },
      subprotocols: offer.subprotocols,
      offer,
      signs: { exit: false },
      origin: null,
      needsChoice: false,
    },
  );
  return faults.map((fault) => fault.clause);
}

const pairs = pairCases({ seed: 1, runs: 1 }).literals;
const hop = { mapped: null, reads: 'http', handshake: 'passed', frames: 'passed' } as const;

/** The clauses that a hop breaks, judged by the heads at both of its sides. */
function judgeHop({ request, response, forwarded, answered, sent: title }: ResultFinding) {
  const returned = octetsOf(response);
  const exchange = {
    sent: octetsOf(request),
    arrived: octetsOf(forwarded),
    replied: octetsOf(answered),
    returned,
    status: readSeenReplies(returned).final?.status ?? null,
    isLate: false,
    connections: 1,
    isDirect: false,
    beyond: 'unseen',
    outlived: null,
    endDisposition: null,
    forth: null,
    back: null,
    early: null,
  } as const;
  const current = pairs.find((each) => each.title === title) ?? knownGood;
  return judgePair(current, exchange, hop).faults.map((fault) => fault.clause);
}

test.each(
  [...readResults('client'), ...readResults('proxy')].map((result) => [result.name, result] as const),
)('%s: what was found is found in its octets', (_, { findings, role, verify }) => {
  const rules = verify.includes('whatwg') ? 'whatwg' : 'rfc6455';
  const judge = (finding: ResultFinding) =>
    role === 'client' ? judgeClient(finding, rules) : judgeHop(finding);
  const lost = findings
    .filter(({ clause }) => !beyondOctets.has(clause))
    .filter((finding) => !judge(finding).some((each) => [finding.clause, ...finding.also].includes(each)));
  expect(lost.map(({ clause, title }) => `${clause}: ${title}`)).toEqual([]);
});
