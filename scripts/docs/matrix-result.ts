import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ClauseId, clauseIds } from '../../models/clauses.ts';
import { serverRows } from '../../models/server-decision.ts';
import type { Result, ResultFinding, Role } from '../../test/campaign/result.ts';
import { isPublished, withheld } from '../../test/campaign/withheld.ts';
import { type NamedResult, roles } from './matrix.ts';

/** The results of the campaign below a folder, with what may be told of them alone. */
export function readResults(folder: string): readonly NamedResult[] {
  return roles.flatMap((role) =>
    namesIn(join(folder, role)).map((name) => {
      const text = readFileSync(join(folder, role, name), 'utf8');
      // as: the runner writes these files, and `test/docs/matrix.test.ts` looks at what is made of them
      return { slug: basename(name, '.json'), result: publish(JSON.parse(text) as Result) };
    }),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch {
    return [];
  }
}

/** What may be told of a result, whatever its runner has left in it. */
export function publish(result: Result): Result {
  const { findings, policy, role, seeds, verdicts } = result;
  const told = findings.filter((finding) => isTold(finding) && isConfirmed(finding, seeds));
  return {
    ...result,
    verdicts: Object.fromEntries(
      clauseIds.flatMap((id) => {
        const verdict = verdicts[id];
        return verdict === undefined || !isShown(id) ? [] : [[id, verdict] as const];
      }),
    ),
    findings: told.map((finding) => ({ ...finding, also: finding.also.filter(isShown) })),
    policy: publishPolicy(role, policy),
  };
}

/** What the service alone asks for is no matter of other people's software. */
const isShown = (id: ClauseId) => !withheld.has(id) && !id.startsWith('service/');

function isTold({ clause, sent, came, tags }: ResultFinding): boolean {
  return isShown(clause) && isPublished(clause, sent, came) && !tags.includes('smuggling');
}

/** Every seed has found it, or it was seen again alone on a process that was started anew. */
function isConfirmed({ seeds, replayed }: ResultFinding, all: readonly number[]): boolean {
  return replayed || (all.length > 0 && all.every((seed) => seeds.includes(seed)));
}

/** Choices that say nothing of limits, of ends or of what a message is. */
const toldPolicy: Readonly<Record<Role, readonly string[]>> = {
  server: [
    ...['plainHttp', 'subprotocolMismatch', 'subprotocolsKnown', 'foreignOrigin', 'unknownPath'],
    ...['permessageDeflate', 'statuses'],
  ],
  client: [
    ...['permessageDeflate', 'origin', 'userAgent', 'subprotocolNotChosen', 'errorMessage'],
    ...['redirects', 'challenges', 'credentialsInUrl'],
  ],
  proxy: ['host', 'handshake', 'readsHttp', 'path', 'addsToRequest', 'addsToReply'],
};

function publishPolicy(role: Role, policy: Result['policy']): Result['policy'] {
  const told = toldPolicy[role].flatMap((name) => {
    const value = name === 'statuses' ? publishStatuses(policy[name]) : publishAnswer(policy[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(told);
}

/** What came in the place of an answer is told of nobody, nor is a failure. */
function publishAnswer(value: unknown): unknown {
  const isFailure = typeof value === 'number' && value >= 500;
  const isEnd = value === 'closed' || value === 'no answer' || value === 'unreadable';
  return isFailure || isEnd ? undefined : value;
}

/** The guards of the server's rows that are about what may be told; among lines that are none are some with CR in them. */
const toldGuards: ReadonlySet<string> = new Set(
  serverRows
    .filter(({ clause, guard }) => !withheld.has(clause) && guard !== 'requestLineIsMalformed')
    .map(({ guard }): string => guard),
);

function publishStatuses(statuses: unknown): unknown {
  if (typeof statuses !== 'object' || statuses === null) return undefined;
  const told = Object.entries(statuses).flatMap(([guard, answers]) => {
    const kept = Array.isArray(answers)
      ? answers.filter((each) => typeof each === 'number' && each < 500)
      : [];
    return toldGuards.has(guard) && kept.length > 0 ? [[guard, kept] as const] : [];
  });
  return Object.fromEntries(told);
}
