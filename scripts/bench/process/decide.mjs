// One way to decide, alone in its process, so that what one teaches the compiler does not help or hinder another:
// node decide.mjs compiled|walked|interpreted
import { initialTransition, transition } from 'xstate';
import { decideRequest } from '../../../dist/models/compiled/server.js';
import { serverDecision, serverTable } from '../../../dist/models/decisions/server.js';
import { first } from '../../../dist/models/match.js';
import { answerLines } from './answer-lines.mjs';
import { repeat } from './repeat.mjs';
import { choices, lists } from './request-facts.mjs';

const [undecided] = initialTransition(serverDecision);
const ways = {
  compiled: decideRequest,
  walked: (facts, chosen) => first(serverTable, facts, chosen),
  interpreted(facts, chosen) {
    const [, [decideBy]] = transition(serverDecision, undecided, {
      type: 'FACTS_READ',
      facts,
      choices: chosen,
    });
    return decideBy.params;
  },
};

const decideBy = ways[process.argv[2]];
for (const facts of lists.mixed) {
  if (decideBy(facts, choices) !== ways.interpreted(facts, choices)) throw new Error(JSON.stringify(facts));
}

let verdicts = 0;
answerLines({}, ({ list, milliseconds }) => {
  const all = lists[list];
  const step = () => {
    for (const facts of all) verdicts += decideBy(facts, choices).verdict.length;
  };
  return { nanoseconds: repeat(milliseconds, step) / all.length, verdicts };
});
