import type { ClauseId } from '../../../models/clauses.ts';
import type { Case } from '../../../src/verify/judge/case.ts';
import type { Fault } from '../../../src/verify/judge/judgement.ts';
import { textPhrase } from '../../../src/verify/judge/seen/phrase.ts';
import { Unreachable } from '../../../src/verify/peer/probe.ts';
import type { Subject } from '../../../src/verify/run/subject.ts';

/** A message that is a list of words, and a change adds one. Words that begin with `!` are faults. */
export type WordCase = Case<readonly string[], string>;

/** What is answered: 101 opens; `late` is no answer, and `reset` a lost one; 503 is too busy; `gone` is the end. */
export type Said = 101 | 400 | 503 | 'late' | 'reset' | 'gone' | 'odd';

/** What the subject was sent and has said, the first time it is played or a later one. */
export interface WordExchange {
  readonly said: Said;
}

export interface Asked {
  readonly words: readonly string[];
  readonly isCut: boolean;
  readonly patience: number;
  /** How many were played before. */
  readonly nth: number;
}

/** What is said of what was asked. */
export type Script = (asked: Asked) => Said;

/** The clauses of words that are faults, and of what must change nothing. */
export const wordClauses = {
  '!key': 'rfc6455/4.2.1/key-present',
  '!short': 'rfc6455/4.2.1/key-16-octets',
  '!host': 'rfc9112/3.2/host-present',
  list: 'rfc9110/7.8/upgrade-list',
  lines: 'rfc9110/5.3/split-lines',
} as const satisfies Readonly<Record<string, ClauseId>>;
export type Word = keyof typeof wordClauses;
export const valid: ClauseId = 'service/1/valid-request-accepted';
export const owed: ClauseId = 'rfc6455/4.2.2/reply-upgrade';
const unanswered: ClauseId = 'rfc6455/4.2.1/error-status';

/** A case of some words, each added to `ws` by a change. */
export function caseOf(number: number, words: readonly Word[], more: Partial<WordCase> = {}): WordCase {
  const changes = words.map((word) => {
    const clause = wordClauses[word];
    const isFault = word.startsWith('!');
    return { clause, refusedAs: clause, guard: isFault ? word : null, part: partOf(word), edits: [word] };
  });
  return {
    ...{ number, clause: changes[0]?.clause ?? valid, title: words.join(' ') || 'plain' },
    ...{ group: changes[0]?.part ?? 'valid', isLiteral: true, base: ['ws'], changes, isCut: false },
    ...more,
  };
}

function partOf(word: string): string {
  return word === '!key' || word === '!short' ? 'key' : word;
}

/** A subject in memory: what it says is computed from what it is sent. */
export function scriptSubject(
  answer: Script,
  comesBack = true,
): Subject<WordCase, WordExchange> & { readonly played: readonly string[] } {
  const played: string[] = [];
  let isGone = false;
  return {
    played,
    acceptance: valid,
    timeout: 100,
    async play(current, patience = 1) {
      if (isGone) throw new Unreachable('nobody listens');
      const words = wordsOf(current);
      const nth = played.push(words.join(' ')) - 1;
      const said = answer({ words, isCut: current.isCut, patience, nth });
      isGone = said === 'gone';
      return { said };
    },
    async isAlive() {
      const wasGone = isGone;
      isGone &&= !comesBack;
      return !wasGone;
    },
    judge(current, { said }) {
      const words = wordsOf(current);
      const wrong = words.filter((word) => word.startsWith('!'));
      const told = faultOf(current.clause, wrong, said);
      return { shown: said === 'late' ? [] : [current.clause], faults: told ? [told] : [] };
    },
    reactionOf: ({ said }) => ({
      answer: said,
      hasSpoken: typeof said === 'number' || said === 'odd',
      isOpen: said === 101 || said === 'odd',
      isReset: said === 'reset',
      isLate: said === 'late',
      isUnfinished: said === 'late',
      isBusy: said === 503,
    }),
    renew: (current) => current,
    remake: (current, base, changes) => ({ ...current, base, changes, isCut: false }),
    traitOf: () => null,
    messageOf: wordsOf,
    resend: (current, message) => ({ ...current, base: message, changes: [], isCut: false }),
    reductionsOf: (message) =>
      message.map((word) => (smaller) => (word === 'ws' ? null : smaller.filter((each) => each !== word))),
    likenessOf: (_, { said }, { severity }) => `${severity} ${said}`,
    signsOf: (_, { said }, odd) => [
      ...(said === 'odd' ? ['replyIsHixie76'] : []),
      ...(odd?.guard === '!key' ? [`keyIsAbsent ${said === 101 ? 'accepted' : 'refused'}`] : []),
    ],
  };
}

function wordsOf({ base, changes }: WordCase): readonly string[] {
  return [...base, ...changes.flatMap(({ edits }) => edits)];
}

function faultOf(clause: ClauseId, wrong: readonly string[], said: Said): Fault | null {
  const of = (kind: Fault['kind'], broken: ClauseId): Fault => ({
    ...{
      kind,
      clause: broken,
      expected: textPhrase('other'),
      observed: textPhrase(String(said)),
      about: 'status',
      seen: [],
    },
    ...{ severity: 'MUST', tags: [], guard: null },
  });
  if (said === 'odd') return of('reply', owed);
  if (said === 'late') return of('unanswered', unanswered);
  if (wrong.length > 0) return said === 101 ? of('accepted', clause) : null;
  return said === 101 ? null : of('refused', clause);
}
