import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { compileAllowlist } from '../auth/origin.ts';
import { isToken } from '../wire/index.ts';
import { authenticationConfig } from './authentication-config.ts';
import { parseJson, readOctets } from './file.ts';
import { tellIssues } from './json-issue.ts';
import { count } from './number-config.ts';
import { UsageError } from './usage-error.ts';

const name = v.pipe(
  v.string(),
  v.check(isToken, ({ received }) => `${received} is not a token (RFC 6455 §4.1)`),
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
  const result = v.safeParse(schema, parseJson(path, readOctets(path, cwd).toString('utf8')));
  if (!result.success) {
    // What stands where secrets do is not shown, whatever it is.
    const problems = tellIssues(schema, result.issues, (place) => place.startsWith('authentication'));
    throw new UsageError(`${path} is not a valid configuration of ws101 serve:\n${problems}`);
  }
  const { tls, ...others } = result.output;
  if (!tls) return others;
  const from = (name: string) => resolve(cwd, dirname(path), name);
  return { ...others, tls: { cert: from(tls.cert), key: from(tls.key) } };
}
