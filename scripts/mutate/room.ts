/** What is mutated at once, and by which tests it is held. */
export interface Room {
  readonly name: string;
  /** Folders of the sources; those in folders below one are not mutated, unless they are named as well. */
  readonly folders: readonly string[];
  /** Files that are not mutated, and why. */
  readonly spared: Readonly<Record<string, string>>;
  /** Files, and folders, of which those below them do not count. */
  readonly tests: readonly string[];
  /** Test files that are not played, and why. */
  readonly idle: Readonly<Record<string, string>>;
  /** Test files that are not played on mutants of rows, since they cannot notice them and take long. */
  readonly idleForRows?: readonly string[];
  /** Whether literals at the top of a file are tables, which are mutated as rows and not as code. */
  readonly hasTables: boolean;
}

const slowProperty = 'runs through everything at once, with anything at all';
const words = 'words that are shown, and no decision';

export const rooms: readonly Room[] = [
  {
    name: 'negotiation',
    folders: ['src/negotiation'],
    spared: { 'src/negotiation/known-subprotocol.ts': words },
    tests: ['test/negotiation'],
    idle: {},
    hasTables: false,
  },
  {
    name: 'wire',
    folders: ['src/wire'],
    spared: {},
    tests: ['test/wire'],
    idle: { 'test/wire/totality.test.ts': slowProperty },
    hasTables: false,
  },
  {
    name: 'facts',
    folders: ['src/facts'],
    spared: {},
    // What a hop owes is held by tests of who judges it, too.
    tests: [
      'test/facts',
      'test/clauses/hop-obligation.test.ts',
      'test/verify/judge/seen/passage.test.ts',
      'test/verify/judge/request-obligation.test.ts',
    ],
    idle: {},
    hasTables: false,
  },
  {
    name: 'judge',
    folders: ['src/verify/judge', 'src/verify/judge/seen', 'src/verify/judge/switch'],
    spared: {},
    tests: ['test/verify/judge', 'test/verify/judge/seen', 'test/verify/judge/switch'],
    idle: {
      'test/verify/judge/weight.test.ts':
        'weighs every breach of every clause, which takes seconds each time',
    },
    hasTables: false,
  },
  {
    name: 'decisions',
    folders: ['models', 'models/decisions', 'models/lifecycles'],
    spared: {
      'models/clauses.ts': 'a register of what the texts oblige to, which is read against the texts',
    },
    tests: [
      'test/models/compile.test.ts',
      'test/models/decisions',
      'test/models/graph.test.ts',
      'test/models/lifecycles',
      'test/models/match.test.ts',
      'test/models/topic.test.ts',
    ],
    idle: {
      'test/models/decisions/mutation.test.ts': 'changes tables itself',
      'test/models/decisions/row.test.ts':
        'has rows that must not compile, which no change of a table is about',
    },
    // Both hold what is compiled against XState, whatever the rows are.
    idleForRows: ['test/models/compile.test.ts', 'test/models/graph.test.ts'],
    hasTables: true,
  },
  {
    name: 'verdicts',
    folders: ['models/obligations', 'models/verdict'],
    spared: {},
    tests: [
      'test/models/obligations',
      'test/models/topic.test.ts',
      'test/models/verdict',
      // What an obligation is about shows where it is judged.
      'test/clauses/hop-obligation.test.ts',
      'test/verify/judge/judgement.test.ts',
      'test/verify/judge/request-obligation.test.ts',
    ],
    idle: {},
    hasTables: true,
  },
  {
    name: 'knowledge',
    folders: ['src/knowledge', 'src/knowledge/error-text', 'src/knowledge/remedy'],
    spared: {
      'src/knowledge/blocked-port.ts': 'a list of the Fetch Standard, which is read against it',
      'src/knowledge/browser-http2.ts': words,
      'src/knowledge/browser-message.ts': words,
      'src/knowledge/remedy/general.ts': words,
      'src/knowledge/remedy/hop.ts': words,
      'src/knowledge/remedy/server.ts': words,
      'src/knowledge/remedy/tls.ts': words,
    },
    // What pages, products and errors say is held by real ones where it is read.
    tests: [
      'test/knowledge',
      'test/knowledge/error-text',
      'test/knowledge/remedy',
      ...['error-text', 'product', 'said'].map((name) => `test/diagnosis/${name}.test.ts`),
    ],
    idle: {},
    hasTables: true,
  },
];

/**
 * Tables in which the first row that fits decides, so that their order is mutated as well. The decisions are not among
 * them: which of their rows can hold together is known to test/models/decisions/mutation.test.ts, which swaps all of these.
 */
export const orderedTables: ReadonlySet<string> = new Set([
  'clientWeightRules',
  'conditionRules',
  'diagnosisRows',
  'replyMirror',
  'requestMirror',
  'exemptionRules',
  'hopWeightRules',
  'weightRules',
]);
