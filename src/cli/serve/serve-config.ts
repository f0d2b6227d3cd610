import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { compileAllowlist } from '../../auth/origin.ts';
import { flag, object, oneOf, strictObject, wholeFrom } from '../../option/kind.ts';
import { authenticationConfig } from './authentication-config.ts';
import { readConfigFile } from './config-file.ts';
import { count, filled, name } from './config-kind.ts';

/** What `ws101 serve --config` reads; every key is optional. docs/serve.md tells of each. */
const settings = strictObject({
  paths: v.exactOptional(v.array(v.pipe(v.string(), v.startsWith('/', 'a path that begins with /')))),
  subprotocols: v.exactOptional(
    v.pipe(
      v.array(name),
      v.check((names) => new Set(names).size === names.length, 'unique names were expected (RFC 6455 §4.1)'),
    ),
  ),
  preference: v.exactOptional(oneOf('client', 'server')),
  subprotocolRequired: v.exactOptional(flag),
  subprotocolMismatch: v.exactOptional(oneOf('omit', 'refuse')),
  origins: v.exactOptional(
    v.pipe(
      v.array(v.string()),
      v.rawCheck(({ dataset, addIssue }) => {
        const compiled = compileAllowlist(dataset.typed ? dataset.value : []);
        if (!compiled.ok) addIssue({ message: compiled.problem });
      }),
    ),
  ),
  originRequired: v.exactOptional(flag),
  authentication: v.exactOptional(v.array(authenticationConfig)),
  answerDeadline: v.exactOptional(count),
  permessageDeflate: v.exactOptional(
    v.union([
      flag,
      strictObject({
        serverNoContextTakeover: v.exactOptional(flag),
        clientNoContextTakeover: v.exactOptional(flag),
        serverMaxWindowBits: v.exactOptional(wholeFrom(9, 15)),
        clientMaxWindowBits: v.exactOptional(wholeFrom(8, 15)),
      }),
    ]),
  ),
  frames: v.exactOptional(
    strictObject({
      maxPayload: v.exactOptional(count),
      threshold: v.exactOptional(wholeFrom(0)),
      level: v.exactOptional(wholeFrom(1, 9)),
      memLevel: v.exactOptional(wholeFrom(1, 9)),
      pingInterval: v.exactOptional(count),
      idleLimit: v.exactOptional(count),
    }),
  ),
  plainHttp: v.exactOptional(oneOf('badRequest', 'upgradeRequired')),
  deadline: v.exactOptional(count),
  limits: v.exactOptional(
    strictObject({
      headOctets: v.exactOptional(count),
      targetOctets: v.exactOptional(count),
      fields: v.exactOptional(count),
      pending: v.exactOptional(count),
    }),
  ),
  tls: v.exactOptional(strictObject({ cert: filled, key: filled })),
});

const schema = v.pipe(object, settings);

export type ServeConfig = v.InferOutput<typeof schema>;

/**
 * Reads a configuration; paths of files in it are from where it stands.
 *
 * @throws UsageError that names the file, the key and what was expected there
 */
export function readConfig(path: string, cwd: string): ServeConfig {
  const isSecret = (place: string) => place.startsWith('authentication');
  const { tls, ...others } = readConfigFile(path, cwd, schema, 'configuration of ws101 serve', isSecret);
  if (!tls) return others;
  const from = (name: string) => resolve(cwd, dirname(path), name);
  return { ...others, tls: { cert: from(tls.cert), key: from(tls.key) } };
}
