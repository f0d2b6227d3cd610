import * as v from 'valibot';
import { parseJson, readText } from '../file.ts';
import { tellIssues } from '../json-issue.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Reads JSON that says how a command runs.
 *
 * @param what as in `configuration of ws101 serve`
 * @param isSecret whether a value that stands at a path is shown nowhere, whatever it is
 * @throws UsageError that names the file, the keys and what was expected there
 */
export function readConfigFile<T>(
  path: string,
  cwd: string,
  schema: v.GenericSchema<unknown, T>,
  what: string,
  isSecret: (path: string) => boolean,
): T {
  const json = parseJson(path, readText(path, cwd));
  const result = v.safeParse(schema, json, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw new UsageError(`${path} is not a valid ${what}:\n${tellIssues(result.issues, isSecret)}`);
}
