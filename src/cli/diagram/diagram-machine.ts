import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import { clientDecision, clientTable } from '../../../models/decisions/client.ts';
import { firstMessageDecision, firstMessageTable } from '../../../models/decisions/first-message.ts';
import { hopDecision, hopTable } from '../../../models/decisions/hop.ts';
import { serverDecision, serverTable } from '../../../models/decisions/server.ts';
import { tlsDecision, tlsTable } from '../../../models/decisions/tls.ts';
import { tunnelDecision, tunnelTable } from '../../../models/decisions/tunnel.ts';
import { connection } from '../../../models/lifecycles/connection.ts';
import { serverSession } from '../../../models/lifecycles/session.ts';
import type { Diagram } from '../../draw/diagram.ts';
import { readDiagram } from '../../draw/read-diagram.ts';
import type { DrawnTable } from '../../draw/rule-text.ts';
import { UsageError } from '../usage-error.ts';

interface Common {
  /** Names it on the command line, and its files. */
  readonly name: string;
  readonly about: string;
  readonly diagram: Diagram;
}

/** What can be drawn: a lifecycle, or a decision, of which the table is drawn rather than the machine. */
export type Drawable =
  | (Common & { readonly kind: 'lifecycle'; readonly machine: AnyStateMachine })
  | (Common & { readonly kind: 'table'; readonly table: DrawnTable });

/** All of ours. */
export function listOwn(): readonly Drawable[] {
  return [
    makeLifecycle(connection, "the client's connection"),
    makeLifecycle(serverSession, "the server's side of one connection"),
    makeTable(serverDecision, serverTable, "the server's decision on an opening"),
    makeTable(clientDecision, clientTable, "the client's decision on a reply"),
    makeTable(firstMessageDecision, firstMessageTable, "the server's decision on a first message"),
    makeTable(tunnelDecision, tunnelTable, "the client's decision on a proxy's reply to CONNECT"),
    makeTable(tlsDecision, tlsTable, "the client's decision on a TLS handshake"),
    makeTable(hopDecision, hopTable, 'what an intermediary was seen to do'),
  ];
}

function makeLifecycle(machine: AnyStateMachine, about: string, name = machine.id): Drawable {
  return { kind: 'lifecycle', name, about, diagram: readDiagram(machine), machine };
}

function makeTable(machine: AnyStateMachine, table: DrawnTable, about: string): Drawable {
  return { kind: 'table', name: table.id, about, diagram: readDiagram(machine), table };
}

/**
 * Finds one of ours by its name, which may lack `Decision`, or loads one from a file: `./door.machine.ts#door`. A file
 * that exports one machine alone needs no name after it.
 *
 * @throws UsageError that says what there is instead
 */
export async function loadDrawable(wanted: string, cwd: string): Promise<Drawable> {
  const own = listOwn();
  const found = own.find(({ name }) => name === wanted || name === `${wanted}Decision`);
  if (found) return found;
  const [file, name] = splitWanted(wanted, cwd);
  if (name === undefined && !/[./\\]/.test(file)) {
    const names = own.map((each) => each.name).join(', ');
    throw new UsageError(
      `no machine is called ${wanted}; the machines of ws101 are ${names}; to draw a file, give its name with the ending`,
    );
  }
  if (!isFile(file, cwd)) throw new UsageError(`there is no file ${file}`);
  const machine = pickMachine(file, await loadModule(file, cwd), name);
  const called = machine.id.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_') || '_';
  return makeLifecycle(machine, file, called);
}

/** A file may have a `#` in its own name. */
function splitWanted(wanted: string, cwd: string): readonly [file: string, name?: string] {
  const hash = wanted.lastIndexOf('#');
  return hash < 0 || isFile(wanted, cwd) ? [wanted] : [wanted.slice(0, hash), wanted.slice(hash + 1)];
}

function isFile(path: string, cwd: string): boolean {
  return statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** The oldest Node that we run on cannot import TypeScript. */
async function loadModule(file: string, cwd: string): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(cwd, file);
  const { createJiti } = await import('jiti');
  const options = { fsCache: false, interopDefault: false, alias: lendPackages(path) };
  try {
    return await createJiti(pathToFileURL(path).href, options).import(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} cannot be loaded: ${reason}`);
  }
}

/** Our XState for a file that has none of its own, by the names of its packages. */
function lendPackages(path: string): Readonly<Record<string, string>> {
  const own = createRequire(import.meta.url);
  const missing = ['xstate', '@xstate/graph'].filter((name) => !isInstalled(name, createRequire(path)));
  return Object.fromEntries(missing.map((name) => [name, dirname(own.resolve(`${name}/package.json`))]));
}

function isInstalled(name: string, { resolve: find }: NodeJS.Require): boolean {
  try {
    return find(name) !== '';
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND');
  }
}

function pickMachine(
  file: string,
  exported: Readonly<Record<string, unknown>>,
  name: string | undefined,
): AnyStateMachine {
  const machines = new Map(
    Object.entries(exported).flatMap(([key, value]) => (isMachine(value) ? [[key, value]] : [])),
  );
  const names = [...machines.keys()];
  if (name !== undefined) {
    const machine = machines.get(name);
    if (machine) return machine;
    const there = Object.hasOwn(exported, name);
    const problem = there ? `${name} of ${file} is not a machine of XState 5` : `${file} exports no ${name}`;
    throw new UsageError(`${problem}${names.length > 0 ? `; its machines are ${names.join(', ')}` : ''}`);
  }
  const [only, ...more] = new Set(machines.values());
  if (only && more.length === 0) return only;
  if (!only) throw new UsageError(`${file} exports no machine of XState 5`);
  const choices = names.map((each) => `${file}#${each}`).join(', ');
  throw new UsageError(`${file} exports several machines; name one of them: ${choices}`);
}

/** By what it has, since it may come from another copy of XState than ours. */
function isMachine(value: unknown): value is AnyStateMachine {
  if (typeof value !== 'object' || value === null || !('root' in value && 'implementations' in value))
    return false;
  const { root } = value;
  return (
    typeof root === 'object' && root !== null && 'transitions' in root && root.transitions instanceof Map
  );
}
