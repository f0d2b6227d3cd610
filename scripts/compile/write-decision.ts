import type { AnyStateMachine } from 'xstate';
import type { Compared } from '../../models/decision.ts';
import type { Row } from '../../models/decisions/row.ts';

/** The machine of a decision, and what its compiled file says besides: names that a check of types finds wrong there. */
export interface CompiledDecision {
  readonly machine: AnyStateMachine;
  /** The table's file in `models/decisions`, and the name of the compiled one in `models/compiled`. */
  readonly file: string;
  /** What stands behind each `import`. */
  readonly imports: readonly string[];
  readonly docstring: string;
  /** The function's name, parameters and type. */
  readonly signature: string;
  /** The name under which the rows are imported. */
  readonly rows: string;
}

/** One transition out of `undecided`: what its guard compares, and the row that its action is given. */
interface Decided {
  readonly compared: Compared<object, object>;
  readonly row: Row;
}

const lineWidth = 110;

/** The source of a decision as it stands in `models/compiled`, formatted as Biome has it. */
export function writeDecision({
  machine,
  file,
  imports,
  docstring,
  signature,
  rows,
}: CompiledDecision): string {
  return `// Compiled from ../decisions/${file} by \`npm run compile\`.
${imports.map((what) => `import ${what};\n`).join('')}
/** ${docstring} */
export function ${signature} {
${writeRows(machine, rows)}}
`;
}

function writeRows(machine: AnyStateMachine, name: string): string {
  const decided = readTransitions(machine);
  const conditions = decided.map(({ compared }) => writeCondition(compared));
  if (conditions.at(-1) !== '' || conditions.indexOf('') < decided.length - 1)
    throw new Error(`${machine.id}: the last row was expected to hold always, and no row before it`);
  return decided
    .map(({ row }, at) => {
      const comment = `  // ${row.guard}: ${row.clause}\n`;
      return comment + writeReturn(conditions[at] ?? '', `return ${name}[${at}];`);
    })
    .join('');
}

/** The transitions of a decision's machine, in the order in which XState takes the first that it may. */
export function readTransitions(machine: AnyStateMachine): readonly Decided[] {
  const transitions = Object.values(machine.root.states).flatMap((state) =>
    [...state.transitions.values()].flat(),
  );
  return transitions.map(({ guard, actions }) => {
    const { params: compared } = guard as { params: Decided['compared'] }; // as createDecision makes them
    const { params: row } = actions[0] as { params: Decided['row'] };
    return { compared, row };
  });
}

/** When a row decides, as an expression; empty where it always does. */
function writeCondition({ facts, choices = {} }: Decided['compared']): string {
  return [...writePattern('facts', facts), ...writePattern('choices', choices)].join(' && ');
}

function writePattern(of: string, pattern: object): readonly string[] {
  return Object.entries(pattern).map(([name, wanted]) => {
    const values: readonly string[] = Array.isArray(wanted) ? wanted : [wanted];
    const compared = values.map((value) => `${of}.${name} === '${value}'`).join(' || ');
    return values.length > 1 ? `(${compared})` : compared;
  });
}

function writeReturn(condition: string, statement: string): string {
  if (condition === '') return `  ${statement}\n`;
  const line = `  if (${condition}) ${statement}`;
  return line.length <= lineWidth ? `${line}\n` : `  if (${condition})\n    ${statement}\n`;
}
