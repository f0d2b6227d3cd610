import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clauseIds } from '../../models/clauses.ts';
import { clientTable } from '../../models/decisions/client.ts';
import { firstMessageTable } from '../../models/decisions/first-message.ts';
import { hopTable } from '../../models/decisions/hop.ts';
import { serverTable } from '../../models/decisions/server.ts';
import { tlsTable } from '../../models/decisions/tls.ts';
import { tunnelTable } from '../../models/decisions/tunnel.ts';
import { readSources, root } from './source.ts';

const sources = [...readSources()].filter(([path]) => !path.startsWith('models/compiled/'));
const models = sources.filter(([path]) => path.startsWith('models/')).map(([, text]) => text);

/** The interface behind the name of a type: a `WeightRule` is a `Rule`, and a `ServerRow` a `Row`. */
function resolve(name: string): string {
  const declared = new RegExp(
    `^export (?:type ${name}<.* = |interface ${name}<[^{]* extends )\\(?(\\w+)<`,
    'm',
  );
  const wider = models.flatMap((text) => declared.exec(text)?.[1] ?? [])[0];
  return wider === undefined ? name : resolve(wider);
}

const isInterface = (name: string) =>
  models.some((text) => new RegExp(`^export interface ${name}\\b`, 'm').test(text));

test('the tables of the models have few kinds of rows', () => {
  const lists = /^(?:export const \w+:|\] as const satisfies) readonly \(?(\w+)/gm;
  const elements = models.flatMap((text) => [...text.matchAll(lists)].map(([, name = '']) => name));
  const kinds = new Set(elements.map(resolve).filter(isInterface));
  expect([...kinds].sort()).toEqual(['DiagnosisRow', 'ObligationRow', 'Row', 'Rule', 'ShownRow']);
});

test('one name of a type is declared once', () => {
  const declared = sources.flatMap(([, text]) =>
    [...text.matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name = '']) => name),
  );
  expect(declared.length).toBeGreaterThan(700);
  expect(declared.filter((name, at) => declared.indexOf(name) !== at)).toEqual([]);
});

test('one function compares a pattern with facts', () => {
  const taking = /function (\w+)[^(]*\(\s*\w+: Pattern</g;
  const matchers = sources.flatMap(([, text]) => [...text.matchAll(taking)].map(([, name]) => name));
  expect(matchers).toEqual(['holds']);
});

test('a clause and a guard are named in no more files than they were', () => {
  const tests = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(`${root}test/${path}`, 'utf8'));
  const words = [...sources.map(([, text]) => text), ...tests].map(
    (text) => new Set(text.match(/[\w/.-]+/g)),
  );
  const mean = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + words.filter((each) => each.has(name)).length, 0) / names.length;
  const tables = [serverTable, clientTable, hopTable, tlsTable, tunnelTable, firstMessageTable];
  const guards = new Set(tables.flatMap((table) => Object.keys(table.guards)));
  guards.delete('otherwise');
  const files = { clause: mean(clauseIds), guard: mean([...guards]) };
  process.stdout.write(`files for each clause and each guard: ${JSON.stringify(files)}\n`);
  expect(files.clause).toBeLessThan(8);
  expect(files.guard).toBeLessThan(14);
});
