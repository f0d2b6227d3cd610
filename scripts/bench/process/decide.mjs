// One way to decide, alone in its process, so that what one teaches the compiler does not help or hinder another:
// node decide.mjs compiled|interpreted|hand-written
import { createJiti } from 'jiti';
import { decideRequest } from '../../../dist/models/compiled/server-decision.js';
import { decide } from '../../../dist/models/decide.js';
import { serverDecision, serverRows } from '../../../dist/models/server-decision.js';
import { answerLines } from './answer-lines.mjs';
import { repeat } from './repeat.mjs';
import { choices, lists } from './request-facts.mjs';

const ways = {
  compiled: () => decideRequest,
  interpreted: () => (facts, chosen) => decide(serverDecision, facts, chosen),
  async 'hand-written'() {
    // Its types are taken off before anything is measured.
    const { writeDecision } = await createJiti(import.meta.url, { fsCache: false }).import(
      '../hand-written-decision.ts',
    );
    return writeDecision(serverRows);
  },
};

const decideBy = await ways[process.argv[2]]();
for (const facts of lists.mixed) {
  if (decideBy(facts, choices) !== decide(serverDecision, facts, choices))
    throw new Error(JSON.stringify(facts));
}

let verdicts = 0;
answerLines({}, ({ list, milliseconds }) => {
  const all = lists[list];
  const step = () => {
    for (const facts of all) verdicts += decideBy(facts, choices).verdict.length;
  };
  return { nanoseconds: repeat(milliseconds, step) / all.length, verdicts };
});
