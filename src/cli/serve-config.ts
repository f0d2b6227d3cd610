import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { compileAllowlist } from '../auth/origin.ts';
import { isToken } from '../wire/index.ts';
import { authenticationConfig } from './authentication-config.ts';
import { count } from './number-config.ts';
import { UsageError } from './usage-error.ts';

const name = v.pipe(
  v.string(),
  v.check(isToken, ({ received }) => `${received} is no token (RFC 6455 §4.1)`),
);
const windowBits = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(15));
const file = v.pipe(v.string(), v.minLength(1));

/** What `ws101 serve --config` reads; every key is optional. docs/serve.md tells of each. */
const settings = v.strictObject({
  paths: v.exactOptional(v.array(v.pipe(v.string(), v.startsWith('/')))),
  subprotocols: v.exactOptional(
    v.pipe(
      v.array(name),
      v.check((names) => new Set(names).size === names.length, 'unique names were expected (RFC 6455 §4.1)'),
    ),
  ),
  preference: v.exactOptional(v.picklist(['client', 'server'])),
  subprotocolRequired: v.exactOptional(v.boolean()),
  subprotocolMismatch: v.exactOptional(v.picklist(['omit', 'refuse'])),
  origins: v.exactOptional(
    v.pipe(
      v.array(v.string()),
      v.rawCheck(({ dataset, addIssue }) => {
        const compiled = compileAllowlist(dataset.typed ? dataset.value : []);
        if (!compiled.ok) addIssue({ message: compiled.problem });
      }),
    ),
  ),
  originRequired: v.exactOptional(v.boolean()),
  authentication: v.exactOptional(v.array(authenticationConfig)),
  answerDeadline: v.exactOptional(count),
  permessageDeflate: v.exactOptional(
    v.union([
      v.boolean(),
      v.strictObject({
        serverNoContextTakeover: v.exactOptional(v.boolean()),
        clientNoContextTakeover: v.exactOptional(v.boolean()),
        serverMaxWindowBits: v.exactOptional(windowBits(9)),
        clientMaxWindowBits: v.exactOptional(windowBits(8)),
      }),
    ]),
  ),
  frames: v.exactOptional(
    v.strictObject({
      maxPayload: v.exactOptional(count),
      threshold: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      level: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9))),
      memLevel: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9))),
      pingInterval: v.exactOptional(count),
      idleLimit: v.exactOptional(count),
    }),
  ),
  plainHttp: v.exactOptional(v.picklist(['badRequest', 'upgradeRequired'])),
  deadline: v.exactOptional(count),
  limits: v.exactOptional(
    v.strictObject({
      headOctets: v.exactOptional(count),
      targetOctets: v.exactOptional(count),
      fields: v.exactOptional(count),
      pending: v.exactOptional(count),
    }),
  ),
  tls: v.exactOptional(v.strictObject({ cert: file, key: file })),
});

const schema = v.pipe(
  v.unknown(),
  v.check((json) => !Array.isArray(json), 'an object was expected'),
  settings,
);

export type ServeConfig = v.InferOutput<typeof schema>;

/**
 * Reads a configuration; paths of files in it are from where it stands.
 *
 * @throws UsageError that names the file, the key and what was expected there
 */
export function readConfig(path: string, cwd: string): ServeConfig {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(resolve(cwd, path), 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} cannot be read as JSON: ${explainJson(error)}`);
  }
  const result = v.safeParse(schema, json);
  if (!result.success) {
    const problems = result.issues.map(
      (issue) => `  ${v.getDotPath(issue) ?? '(top)'}: ${explainIssue(issue)}`,
    );
    throw new UsageError(`${path} is no configuration of ws101 serve:\n${problems.join('\n')}`);
  }
  const { tls, ...others } = result.output;
  if (!tls) return others;
  const from = (name: string) => resolve(cwd, dirname(path), name);
  return { ...others, tls: { cert: from(tls.cert), key: from(tls.key) } };
}

/** What stands where secrets do is not shown, whatever it is. */
function explainIssue(issue: v.BaseIssue<unknown>): string {
  const isSecret = v.getDotPath(issue)?.startsWith('authentication') ?? false;
  return isSecret && issue.expected !== null ? `${issue.expected} was expected` : issue.message;
}

/** Without the excerpt that the engine shows: it may be a secret. */
function explainJson(error: unknown): string {
  if (!(error instanceof SyntaxError)) return String(error);
  const [, position] = /position ([0-9]+)/.exec(error.message) ?? [];
  return position === undefined ? 'a syntax error' : `a syntax error at position ${position}`;
}
