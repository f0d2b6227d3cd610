import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decideReply } from '../../models/compiled/client.ts';
import { decideFirstMessage } from '../../models/compiled/first-message.ts';
import { decideRequest } from '../../models/compiled/server.ts';
import { decideTls } from '../../models/compiled/tls.ts';
import { decideTunnel } from '../../models/compiled/tunnel.ts';
import { createDecision, type DecisionMachine } from '../../models/decision.ts';
import { clientDecision } from '../../models/decisions/client.ts';
import { firstMessageDecision } from '../../models/decisions/first-message.ts';
import type { Row } from '../../models/decisions/row.ts';
import { serverDecision } from '../../models/decisions/server.ts';
import { tlsDecision } from '../../models/decisions/tls.ts';
import { tunnelDecision } from '../../models/decisions/tunnel.ts';
import { first } from '../../models/match.ts';
import { compiledDecisions } from '../../scripts/compile/compiled-decision.ts';
import { type CompiledDecision, writeDecision } from '../../scripts/compile/write-decision.ts';
import { runs } from '../property.ts';
import { anyClientChoices, clientSuite } from './decisions/client-expectation.ts';
import { firstMessageSuite } from './decisions/first-message-expectation.ts';
import { anyServerChoices, serverSuite } from './decisions/server-expectation.ts';
import { tlsSuite } from './decisions/tls-expectation.ts';
import { tunnelSuite } from './decisions/tunnel-expectation.ts';
import { anyFacts, type Expectation, noChoices, pairFaults, type Suite } from './expectation.ts';
import { decideByTransition } from './transition.ts';

const folder = 'models/compiled';
const remedy = '`npm run compile` writes it again';
const reproducibly = { seed: 20260101, numRuns: runs(400, 2_000) };

test.each(compiledDecisions.map((decision) => [decision.file, decision] as const))(
  '%s is what its table makes',
  (file, decision) => {
    expect(readFileSync(join(folder, file), 'utf8'), remedy).toBe(writeDecision(decision));
  },
);

test('nothing else is in the folder', () => {
  const files = compiledDecisions.map(({ file }) => file);
  expect(readdirSync(folder).sort(), remedy).toEqual(files.sort());
});

/** Holds what is compiled against the first row that holds, and against XState. */
function agreementOf<Facts extends object, Choices extends object, R extends Row<string, string, Choices>>(
  suite: Suite<Facts, Choices, R>,
  machine: DecisionMachine<Facts, Choices, R>,
  choices: fc.Arbitrary<Choices>,
  compiled: (facts: Facts, choices: Choices) => R,
) {
  const { table, faultless, faults, faultlessOnes } = suite;
  const agree = (facts: Facts, chosen: Choices): R => {
    const row = compiled(facts, chosen);
    expect(row).toBe(first(table, facts, chosen));
    expect(row).toBe(decideByTransition<Facts, Choices, R>(machine, facts, chosen));
    return row;
  };
  const agreeOn = (expectation: Expectation<Facts, Choices>): R =>
    agree({ ...faultless, ...expectation.facts }, { ...suite.choices, ...expectation.choices });
  return {
    everyRow() {
      const reached = new Set([...faults, ...faultlessOnes].map(agreeOn));
      expect(table.rows.filter((row) => !reached.has(row))).toEqual([]);
    },
    everyTwo: () => pairFaults(suite).forEach(agreeOn),
    anyNumber() {
      const property = fc.property(anyFacts(suite), choices, (facts, chosen) => void agree(facts, chosen));
      fc.assert(property, reproducibly);
    },
  };
}

describe.each([
  ['decideRequest', agreementOf(serverSuite, serverDecision, anyServerChoices, decideRequest)],
  ['decideFirstMessage', agreementOf(firstMessageSuite, firstMessageDecision, noChoices, decideFirstMessage)],
  ['decideReply', agreementOf(clientSuite, clientDecision, anyClientChoices, decideReply)],
  ['decideTunnel', agreementOf(tunnelSuite, tunnelDecision, noChoices, decideTunnel)],
  ['decideTls', agreementOf(tlsSuite, tlsDecision, noChoices, decideTls)],
] as const)('%s decides as its machine does', (_, { everyRow, everyTwo, anyNumber }) => {
  it('by every row of its table', everyRow);
  it('where two faults come together', everyTwo);
  it('where any number of faults come together', anyNumber);
});

interface Weather {
  readonly sky: 'clear' | 'overcast';
  readonly wind: 'none' | 'gale';
}

const clause = 'service/2.1/no-body';
const clear = { guard: 'isClear', about: 'head', clause, verdict: 'sail' } as const;
const always = { guard: 'otherwise', about: 'head', clause, verdict: 'stay' } as const;

interface Plan {
  readonly crew?: string;
  readonly boat?: string;
}

const outing = {
  ...{ id: 'outing', faultless: [], defaults: {} },
  guards: { isClear: { sky: 'clear' }, isFair: { sky: ['clear', 'overcast'], wind: 'none' }, otherwise: {} },
} as const;

function write(rows: readonly Row<'isClear' | 'isFair' | 'otherwise', string, Plan>[]): string {
  const decision: CompiledDecision = {
    machine: createDecision<Weather, Plan, (typeof rows)[number]>({ ...outing, rows }),
    file: 'outing.ts',
    imports: ["{ outingRows } from '../outing.ts'", "type { Plan, Weather } from '../weather.ts'"],
    docstring: 'Whether to go.',
    signature: 'decideOuting(facts: Weather, choices: Plan): Row',
    rows: 'outingRows',
  };
  return writeDecision(decision);
}

describe('a decision is written', () => {
  it('as one condition after the other', () => {
    const bold = { ...clear, when: { crew: 'bold', boat: 'small' } };
    const fair = { ...clear, guard: 'isFair' } as const;
    expect(
      write([bold, clear, fair, always]),
    ).toBe(`// Compiled from ../decisions/outing.ts by \`npm run compile\`.
import { outingRows } from '../outing.ts';
import type { Plan, Weather } from '../weather.ts';

/** Whether to go. */
export function decideOuting(facts: Weather, choices: Plan): Row {
  // isClear: service/2.1/no-body
  if (facts.sky === 'clear' && choices.crew === 'bold' && choices.boat === 'small') return outingRows[0];
  // isClear: service/2.1/no-body
  if (facts.sky === 'clear') return outingRows[1];
  // isFair: service/2.1/no-body
  if ((facts.sky === 'clear' || facts.sky === 'overcast') && facts.wind === 'none') return outingRows[2];
  // otherwise: service/2.1/no-body
  return outingRows[3];
}
`);
  });

  it.each([
    [110, ' '],
    [111, '\n    '],
  ])('so that a line of %i characters is as Biome has it', (length, space) => {
    const line = (choice: string) =>
      `  if (facts.sky === 'clear' && choices.crew === '${choice}') return outingRows[0];`;
    const crew = 'b'.repeat(length - line('').length);
    expect(write([{ ...clear, when: { crew } }, always])).toContain(
      `\n${line(crew).replace(/ (?=return)/, space)}\n`,
    );
  });
});

describe('a decision is not written', () => {
  it.each([
    ['does not hold always', [clear]],
    ['holds by choice', [clear, { ...always, when: { crew: 'bold' } }]],
    ['is out of reach', [always, clear, always]],
    ['is not there', []],
  ])('where the last row %s', (_, rows) => {
    expect(() => write(rows)).toThrow(
      'outing: the last row was expected to hold always, and no row before it',
    );
  });
});
