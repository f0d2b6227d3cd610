import { type ClauseId, clauses } from '../../../models/clauses.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../usage-error.ts';

const names = { server: 'server', intermediary: 'hop' } as const;

/** @throws UsageError where nothing is asked for that the actor can show; what else it cannot is told */
export function checkAsked(only: readonly ClauseId[], actor: keyof typeof names, { stderr }: Io): void {
  const foreign = only.filter((id) => clauses[id].actor !== actor);
  if (foreign.length === 0) return;
  const told = foreign.map((id) => `${id} binds the ${clauses[id].actor}`).join(', ');
  const problem = `--only: ${told}. A ${names[actor]} cannot show this; use ws101 verify self`;
  if (foreign.length === only.length) throw new UsageError(problem);
  stderr.write(`ws101: ${problem}\n`);
}
