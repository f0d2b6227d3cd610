import * as v from 'valibot';
import { isClauseId } from '../../../models/clauses.ts';
import { flag, object, oneOf, strictObject, wholeFrom } from '../../option/kind.ts';
import type { Waiver } from '../../verify/report/report.ts';
import { isToken, type NewField } from '../../wire/index.ts';
import { tellNoClause } from '../near.ts';
import { readConfigFile } from '../serve/config-file.ts';
import { filled, name, notEmpty } from '../serve/config-kind.ts';

/** A list as the command line has it, with commas, or as JSON has it. */
const list = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.union([
      v.pipe(
        v.string(),
        v.transform((names): readonly unknown[] => names.split(',').map((name) => name.trim())),
      ),
      v.array(v.unknown()),
    ]),
    v.array(item),
    notEmpty(),
  );

/** A number, or as the command line has it its digits. */
const version = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]),
  wholeFrom(0, 255),
);

const field = v.pipe(
  v.string(),
  v.check((line) => isToken(line.slice(0, Math.max(line.indexOf(':'), 0))), "'Name: value' was expected"),
  v.transform((line): NewField => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }),
);

const clauseId = v.pipe(
  v.string(),
  v.guard(isClauseId, ({ input }) => tellNoClause(String(input))),
);

const waiver = v.pipe(
  strictObject({ clause: v.exactOptional(clauseId), tag: v.exactOptional(filled), reason: filled }),
  v.check(
    ({ clause, tag }) => (clause === undefined) !== (tag === undefined),
    'either a clause or a tag was expected',
  ),
  v.transform(
    ({ clause, tag = '', reason }): Waiver => (clause === undefined ? { tag, reason } : { clause, reason }),
  ),
);

const settings = {
  subprotocol: v.exactOptional(list(name)),
  subprotocolRequired: v.exactOptional(flag),
  origin: v.exactOptional(list(filled)),
  auth: v.exactOptional(filled),
  header: v.exactOptional(
    v.pipe(
      v.union([
        v.array(v.string()),
        v.pipe(
          v.string(),
          v.transform((line) => [line]),
        ),
      ]),
      v.array(field),
    ),
  ),
  versions: v.exactOptional(list(version)),
  insecure: v.exactOptional(flag),
  keyCheck: v.exactOptional(oneOf('strict', 'length', 'presence')),
  waivers: v.exactOptional(v.array(waiver)),
};

/** The keys of a profile, and nothing else. */
const profileOf = <K extends v.ObjectEntries>(entries: K) => v.pipe(object, strictObject(entries));

const ofServer = profileOf(settings);
const { subprotocol, waivers } = settings;
const rules = v.exactOptional(oneOf('rfc6455', 'whatwg'));
const ofClient = profileOf({ subprotocol, rules, waivers });

/** What `verify server --profile` reads; every key is optional. */
export type Profile = v.InferOutput<typeof ofServer>;
/** What `verify client --profile` reads; every key is optional. */
export type ClientProfile = v.InferOutput<typeof ofClient>;

/** @throws UsageError that names the file, the key and what was expected there */
export function readProfile(path: string, cwd: string): Profile {
  return read(path, cwd, ofServer, 'server');
}

/** @throws UsageError that names the file, the key and what was expected there */
export function readClientProfile(path: string, cwd: string): ClientProfile {
  return read(path, cwd, ofClient, 'client');
}

function read<T>(path: string, cwd: string, schema: v.GenericSchema<unknown, T>, whose: string): T {
  const isSecret = (place: string) => /^(?:auth|header)\b/.test(place);
  return readConfigFile(path, cwd, schema, `profile of ws101 verify ${whose}`, isSecret);
}
