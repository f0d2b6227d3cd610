/** What is mutated at once, and by which tests it is held. */
export interface Room {
  readonly name: string;
  /** Folder of the sources; those in folders below it are not mutated. */
  readonly folder: string;
  /** Those of the folder that are mutated, where not all of them are. */
  readonly files?: readonly string[];
  /** Files that are not mutated, and why. */
  readonly spared: Readonly<Record<string, string>>;
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
    folder: 'src/negotiation',
    spared: { 'known-subprotocol.ts': words },
    tests: ['test/negotiation'],
    idle: {},
    hasTables: false,
  },
  {
    name: 'wire',
    folder: 'src/wire',
    spared: {},
    tests: ['test/wire'],
    idle: { 'test/wire/totality.test.ts': slowProperty },
    hasTables: false,
  },
  {
    name: 'facts',
    folder: 'src/facts',
    spared: {},
    // What a hop owes is held by tests of who judges it, too.
    tests: [
      'test/facts',
      'test/clauses/hop-obligation.test.ts',
      'test/verify/judge/passage.test.ts',
      'test/verify/judge/request-obligation.test.ts',
    ],
    idle: {},
    hasTables: false,
  },
  {
    name: 'judge',
    folder: 'src/verify/judge',
    spared: {},
    tests: ['test/verify/judge'],
    idle: {
      'test/verify/judge/weight.test.ts':
        'weighs every breach of every clause, which takes seconds each time',
    },
    hasTables: false,
  },
  {
    ...{ name: 'decisions', folder: 'models', hasTables: true, spared: {} },
    files: [
      ...[
        'client-decision.ts',
        'compile.ts',
        'connection.ts',
        'decide.ts',
        'decision.ts',
        'first-message.ts',
      ],
      ...['graph.ts', 'intermediary.ts', 'server-decision.ts', 'server-session.ts', 'tls-decision.ts'],
      ...['match.ts', 'topic.ts', 'tunnel-decision.ts'],
    ],
    tests: [
      'client-decision',
      'compile',
      'connection',
      'first-message',
      'graph',
      'intermediary',
      'match',
      'permits',
      'server-decision',
      'server-session',
      'tls-decision',
      'topic',
      'tunnel-decision',
    ].map((name) => `test/models/${name}.test.ts`),
    idle: {
      'test/models/compiled.test.ts': 'compares with `models/compiled`, and a copy would notice every change',
      'test/models/mutation.test.ts': 'changes tables itself',
    },
    // Both hold what is compiled against XState, whatever the rows are.
    idleForRows: ['test/models/compile.test.ts', 'test/models/graph.test.ts'],
  },
  {
    ...{ name: 'weights', folder: 'models', hasTables: true },
    files: [
      ...['breach.ts', 'client-latitude.ts', 'condition.ts', 'exemption.ts', 'hop-latitude.ts'],
      ...['hop-obligation.ts', 'implication.ts', 'latitude.ts', 'mirror.ts', 'moot.ts', 'obligation.ts'],
      ...['reply-obligation.ts', 'request-obligation.ts', 'shown.ts'],
    ],
    spared: {
      'clauses.ts': 'a register of what the texts oblige to, which is read against the texts',
    },
    tests: [
      'test/models/breach.test.ts',
      'test/models/client-latitude.test.ts',
      'test/models/condition.test.ts',
      'test/models/exemption.test.ts',
      'test/models/hop-latitude.test.ts',
      'test/models/implication.test.ts',
      'test/models/latitude.test.ts',
      'test/models/mirror.test.ts',
      'test/models/obligation.test.ts',
      'test/models/tag.test.ts',
      // What an obligation is about shows where it is judged.
      'test/clauses/hop-obligation.test.ts',
      'test/verify/judge/judgement.test.ts',
      'test/verify/judge/request-obligation.test.ts',
      'test/models/topic.test.ts',
    ],
    idle: {},
  },
  {
    ...{ name: 'diagnoses', folder: 'models', hasTables: true },
    files: [
      ...[
        'conclude.ts',
        'contrary-sign.ts',
        'diagnose.ts',
        'diagnosis.ts',
        'error-text-browser.ts',
        'error-text-network.ts',
      ],
      ...['error-text-program.ts', 'error-text-row.ts', 'error-text-server.ts', 'error-text.ts'],
      ...['failure-sign.ts', 'failure.ts', 'mend.ts', 'product.ts', 'remedy.ts', 'reply-head.ts', 'said.ts'],
    ],
    spared: {
      'browser-http2.ts': words,
      'browser-word.ts': words,
      'general-remedy.ts': words,
      'hop-remedy.ts': words,
      'server-remedy.ts': words,
      'tls-remedy.ts': words,
    },
    tests: [
      ...['conclude', 'diagnosis', 'error-text', 'failure', 'product', 'remedy', 'said'].map(
        (name) => `test/models/${name}.test.ts`,
      ),
      // What pages, products and errors say is held by real ones where it is read.
      ...['error-text', 'product', 'said'].map((name) => `test/diagnosis/${name}.test.ts`),
    ],
    idle: {},
  },
];

/**
 * Tables in which the first row that fits decides, so that their order is mutated as well. The decisions are not among
 * them: which of their rows can hold together is known to test/models/mutation.test.ts, which swaps all of these.
 */
export const orderedTables: ReadonlySet<string> = new Set([
  'clientLatitudeRows',
  'conditionRows',
  'diagnosisRows',
  'exemptionRows',
  'hopLatitudeRows',
  'latitudeRows',
]);
