import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { maxDelay } from '../clock.ts';
import { isToken } from '../wire/index.ts';
import { UsageError } from './usage-error.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxDelay));
const name = v.pipe(
  v.string(),
  v.check(isToken, ({ received }) => `${received} is no token (RFC 6455 §4.1)`),
);

/** What `ws101 serve --config` reads; every key is optional. */
const settings = v.strictObject({
  /** Paths that are served; every path when left out. */
  paths: v.exactOptional(v.array(v.pipe(v.string(), v.startsWith('/')))),
  /** Names that are supported. */
  subprotocols: v.exactOptional(
    v.pipe(
      v.array(name),
      v.check((names) => new Set(names).size === names.length, 'unique names were expected (RFC 6455 §4.1)'),
    ),
  ),
  subprotocolRequired: v.exactOptional(v.boolean()),
  subprotocolMismatch: v.exactOptional(v.picklist(['omit', 'refuse'])),
  /** What a request gets that asks for no WebSocket. */
  plainHttp: v.exactOptional(v.picklist(['badRequest', 'upgradeRequired'])),
  /** Milliseconds. */
  deadline: v.exactOptional(count),
  limits: v.exactOptional(
    v.strictObject({
      headOctets: v.exactOptional(count),
      targetOctets: v.exactOptional(count),
      fields: v.exactOptional(count),
      pending: v.exactOptional(count),
    }),
  ),
});

const schema = v.pipe(
  v.unknown(),
  v.check((json) => !Array.isArray(json), 'an object was expected'),
  settings,
);

export type ServeConfig = v.InferOutput<typeof schema>;

/** @throws UsageError that names the file, the key and what was expected there */
export function readConfig(file: string): ServeConfig {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${String(error)}`);
  }
  const result = v.safeParse(schema, json);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `  ${v.getDotPath(issue) ?? '(top)'}: ${issue.message}`);
  throw new UsageError(`${file} is no configuration of ws101 serve:\n${problems.join('\n')}`);
}
