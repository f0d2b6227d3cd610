import { appendFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { collectTests, type File, getFn, type Task, type Test } from '@vitest/runner';
import fc from 'fast-check';
import { TestRunner, vi } from 'vitest';
import { type Entry, readPlan } from './plan.ts';
import { applyRowMutant, listRowMutants, nameRowMutant, type RowMutant } from './row-mutant.ts';

/** What instrumented code reads and writes; the name is Stryker's. */
interface Space {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount: number;
  hitLimit: number;
  mutantCoverage: {
    static: Record<string, number>;
    perTest: Record<string, Record<string, number>>;
  };
}

const plan = readPlan();
const done = new Set(plan.done);
const space: Space = { hitCount: 0, hitLimit: 0, mutantCoverage: { static: {}, perTest: {} } };
let activeRow: RowMutant | null = null;
/** The one test file of this process. */
let played: File | null = null;
const rowMutants = new Map<string, RowMutant>();

Object.assign(globalThis, {
  __stryker__: space,
  mutateRows(table: string, rows: unknown) {
    if (activeRow?.table === table) return applyRowMutant(rows, activeRow);
    const isOrdered = plan.orderedTables.includes(table.split('#')[1] ?? '');
    for (const mutant of listRowMutants(table, rows, isOrdered))
      rowMutants.set(nameRowMutant(mutant), mutant);
    return rows;
  },
});

// A property that fails is not made small.
fc.configureGlobal({ endOnFailure: true });

/** Plays the tests of a file as they are, and again with one mutant after the other. */
export default class MutationRunner extends TestRunner {
  override onBeforeTryTask(test: Test) {
    super.onBeforeTryTask(test);
    space.currentTestId = test.id;
    played = test.file;
  }

  override onAfterTryTask(test: Test) {
    space.currentTestId = undefined;
    super.onAfterTryTask(test);
  }

  override async onAfterRunFiles() {
    super.onAfterRunFiles();
    if (played !== null) await tryMutants(this, played);
  }
}

async function tryMutants(runner: TestRunner, file: File) {
  const path = relative(plan.root, file.filepath);
  const write = (entry: Entry) =>
    appendFileSync(
      join(plan.journal, `${path.replaceAll(/[\\/]/g, '+')}.jsonl`),
      `${JSON.stringify(entry)}\n`,
    );
  const loaded = new Set(Object.keys(space.mutantCoverage.static));
  write({ kind: 'loaded', rows: [...rowMutants.values()], code: plan.isTable ? [...loaded] : [] });

  const durations = new Map(listTests(file).map((test) => [test.id, test.result?.duration ?? 0]));
  const inTime = (tests: readonly Test[]) =>
    tests.toSorted((one, other) => (durations.get(one.id) ?? 0) - (durations.get(other.id) ?? 0));
  /** Tests that pass by themselves and pass again, without hooks and with no mutant. */
  const steady: string[] = [];
  for (const test of listTests(file)) {
    if (test.result?.state === 'pass' && !(await fails(test))) steady.push(test.id);
  }
  let tests = inTime(listTests(file).filter(({ id }) => steady.includes(id)));
  const unsteady = new Set(
    listTests(file).flatMap(({ id, fullName }) => (steady.includes(id) ? [] : [fullName])),
  );

  keepModules(runner);
  const load = async () => {
    vi.resetModules();
    const quiet = Object.assign(Object.create(runner), { onCollected: () => undefined });
    const [again] = await collectTests([file.filepath], quiet);
    return again?.result?.state === 'fail' || again === undefined
      ? null
      : inTime(listTests(again).filter(({ fullName }) => !unsteady.has(fullName)));
  };
  const isHere = (source: string) => {
    const stem = basename(source, '.ts');
    return !plan.isHome || basename(path).startsWith(stem);
  };

  for (const mutant of plan.mutants) {
    const { id } = mutant;
    if (done.has(id) || !isHere(mutant.file)) continue;
    const covering = tests.filter((test) => space.mutantCoverage.perTest[test.id]?.[id] !== undefined);
    if (covering.length === 0 || loaded.has(id)) continue;
    write({ kind: 'begun', id });
    const killer = await findFailing(covering, id);
    write(
      killer === null ? { kind: 'survived', id } : { kind: 'killed', id, test: `${path}: ${killer.name}` },
    );
    // What a mutant has left behind must not kill the next one.
    if (killer !== null && (await fails(killer))) {
      const fresh = await load();
      if (fresh === null) throw new Error(`${path} does not load again`);
      tests = fresh.filter((test) => steady.includes(test.id));
    }
  }

  const tryLoaded = async (id: string, activate: (isActive: boolean) => void) => {
    write({ kind: 'begun', id });
    activate(true);
    space.hitCount = 0;
    space.hitLimit = 1_000_000;
    const changed = await load();
    const killer = changed && (await findFailing(changed, id));
    activate(false);
    if (changed === null) write({ kind: 'killed', id, test: `${path}: it does not load` });
    else if (killer) write({ kind: 'killed', id, test: `${path}: ${killer.name}` });
    else write({ kind: 'survived', id });
  };
  if (!plan.isTable) {
    for (const { id, file: source } of plan.mutants) {
      if (done.has(id) || !loaded.has(id) || !isHere(source)) continue;
      await tryLoaded(id, (isActive) => {
        space.activeMutant = isActive ? id : undefined;
      });
    }
  }
  for (const [id, mutant] of plan.idleForRows.includes(path) ? [] : rowMutants) {
    if (done.has(id) || !isHere(mutant.table.split('#')[0] ?? '')) continue;
    await tryLoaded(id, (isActive) => {
      activeRow = isActive ? mutant : null;
    });
  }
}

interface ModuleRunner {
  readonly evaluatedModules: { getModuleByUrl(url: string): { readonly meta?: unknown } | undefined };
  cachedModule(url: string, importer?: string): Promise<unknown>;
}

/** No file changes while mutants are tried: what has been fetched once is not asked for again. */
function keepModules(runner: TestRunner) {
  const { moduleRunner } = runner as unknown as { readonly moduleRunner: ModuleRunner }; // private, and the only place for it
  const fetch = moduleRunner.cachedModule.bind(moduleRunner);
  moduleRunner.cachedModule = async (url, importer) => {
    const known = moduleRunner.evaluatedModules.getModuleByUrl(url);
    return known?.meta === undefined ? fetch(url, importer) : known;
  };
}

function listTests(task: Task): readonly Test[] {
  if (task.type === 'test') return task.mode === 'run' || task.mode === 'queued' ? [task] : [];
  return task.tasks.flatMap(listTests);
}

/** The first test that fails with the mutant. */
async function findFailing(tests: readonly Test[], id: string): Promise<Test | null> {
  for (const test of tests) {
    if (activeRow === null) space.activeMutant = id;
    const usual = space.mutantCoverage.perTest[test.id]?.[id] ?? 0;
    space.hitCount = 0;
    space.hitLimit = usual * 100 + 10_000;
    const hasFailed = await fails(test);
    space.activeMutant = undefined;
    if (hasFailed) return test;
  }
  return null;
}

async function fails(test: Test): Promise<boolean> {
  try {
    await getFn(test)();
    return false;
  } catch {
    return true;
  }
}
