import type { RuleTable } from '../../models/decision.ts';
import type { Row } from '../../models/vocabulary.ts';

/** Any rule table: what is compared in it is read from the guards. */
export type AnyTable = Pick<RuleTable<never, object, Row>, 'id' | 'guards' | 'rows'>;

/** A table, and what its compiled file says besides: names that a check of types finds wrong in that file. */
export interface CompiledDecision {
  readonly table: AnyTable;
  /** The table's file in `models`, and the name of the compiled one in `models/compiled`. */
  readonly file: string;
  /** What stands behind each `import`. */
  readonly imports: readonly string[];
  readonly docstring: string;
  /** The function's name, parameters and type. */
  readonly signature: string;
  /** The name under which the rows are imported. */
  readonly rows: string;
}

/** What one guard compares: a fact with one of its values; null where it always holds. */
type Comparison = { readonly fact: string; readonly value: string } | null;

type Guard = AnyTable['guards'][string];

const lineWidth = 110;
const always = '() => true';
/** Which quotes there are is up to what took the types off. */
const oneFact = /^\(facts\) => facts\.(\w+) === (['"])([^'"\\]+)\2$/;

/** The source of a decision as it stands in `models/compiled`, formatted as Biome has it. */
export function writeDecision(decision: CompiledDecision): string {
  const { table, file, imports, docstring, signature, rows } = decision;
  return `// Compiled from ../${file} by \`npm run compile\`.
${imports.map((what) => `import ${what};\n`).join('')}
/** ${docstring} */
export function ${signature} {
${writeRows(table, rows)}}
`;
}

function writeRows({ id, guards, rows }: AnyTable, name: string): string {
  const conditions = rows.map((row) => conditionOf(row, guards[row.guard]));
  if (conditions.at(-1) !== '' || conditions.indexOf('') < rows.length - 1) {
    throw new Error(`${id}: the last row was expected to hold always, and no row before it`);
  }
  return rows
    .map(({ guard, clause }, at) => {
      const comment = `  // ${guard}: ${clause}\n`;
      return comment + writeReturn(conditions[at] ?? '', `return ${name}[${at}];`);
    })
    .join('');
}

function writeReturn(condition: string, statement: string): string {
  if (condition === '') return `  ${statement}\n`;
  const line = `  if (${condition}) ${statement}`;
  return line.length <= lineWidth ? `${line}\n` : `  if (${condition})\n    ${statement}\n`;
}

/** When a row decides, as an expression; empty where it always does. */
function conditionOf({ guard, when = {} }: Row, holds: Guard | undefined): string {
  if (!holds) throw new Error(`there is no guard ${guard}`);
  const compared = readGuard(guard, holds);
  const facts = compared ? [`facts.${compared.fact} === '${compared.value}'`] : [];
  const choices = Object.entries(when).map(([choice, value]) => `choices.${choice} === '${value}'`);
  return [...facts, ...choices].join(' && ');
}

/** Reads a guard's own source, and runs the guard to see that it does what was read. */
function readGuard(name: string, holds: Guard): Comparison {
  const source = String(holds);
  const [, fact = '', , value = ''] = oneFact.exec(source) ?? [];
  if (source !== always && fact === '') {
    const expected = `\`(facts) => facts.<fact> === '<value>'\` or \`${always}\``;
    throw new Error(`the guard ${name} was expected to be ${expected}, and is \`${source}\``);
  }
  const comparison = source === always ? null : { fact, value };
  if (!doesAsRead(holds, comparison))
    throw new Error(`the guard ${name} does not do what \`${source}\` says`);
  return comparison;
}

function doesAsRead(holds: Guard, comparison: Comparison): boolean {
  const on = (facts: object) => holds(facts as never); // what else a guard takes, it ignores
  if (!comparison) return on({});
  const { fact, value } = comparison;
  return on({ [fact]: value }) && !on({ [fact]: `${value}, not` }) && !on({});
}
