import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** A part of a schema, as far as it is written in this one. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

export const doctorSchema = JSON.parse(
  readFileSync(new URL('../../src/doctor/doctor.schema.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
const validate = ajv.compile(doctorSchema);

/** What the schema finds wrong with a report, and keys that it does not have, once the report was JSON. */
export function findFaults(report: unknown): readonly string[] {
  const parsed: unknown = JSON.parse(JSON.stringify(report));
  validate(parsed);
  const wrong = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const declared = new Set(findDeclared());
  const unknown = findKeys(parsed).filter((key) => !declared.has(key));
  return [...wrong, ...unknown.map((key) => `${key} is not declared`)];
}

/** Every key that the schema has, with those above it: `/steps/name`. */
export function findDeclared(schema: Schema = doctorSchema, above = ''): readonly string[] {
  const { properties = {}, items } = schema;
  return [
    ...Object.entries(properties).flatMap(([key, part]) => [
      `${above}/${key}`,
      ...findDeclared(part, `${above}/${key}`),
    ]),
    ...(items ? findDeclared(items, above) : []),
  ];
}

/** Every key that a value has, named in the same way. */
export function findKeys(value: unknown, above = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => findKeys(each, above)))];
  return Object.entries(value).flatMap(([key, part]) => [
    `${above}/${key}`,
    ...findKeys(part, `${above}/${key}`),
  ]);
}
