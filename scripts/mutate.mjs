// Changes models and src, one thing at a time, and sees whether a test of the same room turns red. What is changed, and by
// which tests it is held, stands in mutate/room.ts. `npm run mutate -- wire facts` does two rooms; `--write` writes
// docs/generated/mutation.md, for which the rooms that were not run now keep what they had.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createJiti } from 'jiti';

const root = fileURLToPath(new URL('..', import.meta.url));
const { import: load } = createJiti(import.meta.url, { fsCache: false });
const { orderedTables, rooms } = await load('./mutate/room.ts');
const { instrument } = await load('./mutate/code-mutant.ts');
const { noteStalls, readJournals } = await load('./mutate/journal.ts');
const { explain, writePage } = await load('./mutate/page.ts');
const { scoreRoom } = await load('./mutate/score.ts');

/** A worker that has written nothing for so long is stopped: the mutant that it has begun has no end. */
const patience = 120_000;

/** @param {string} folder */
function size(folder) {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** Those that are mutated. @param {any} room @returns {string[]} */
function sourcesOf({ folders, spared }) {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('/index.ts') && !(file in spared));
}

/** Plays the tests of a room once; false where they had to be stopped. @param {string} plan @param {string} journal */
function play(plan, journal) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'scripts/mutate/vitest.config.ts'], {
    cwd: root,
    env: { ...process.env, WS101_MUTATION_PLAN: plan, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  return new Promise((resolve, reject) => {
    let [written, since] = [-1, Date.now()];
    const watch = setInterval(() => {
      const now = size(journal);
      if (now !== written) [written, since] = [now, Date.now()];
      else if (Date.now() - since > patience) process.kill(-Number(child.pid), 'SIGKILL');
    }, 1000);
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      if (code !== 0 && signal === null) reject(new Error(`the tests fail as they are:\n${output}`));
      else resolve(signal === null);
    });
  });
}

/** @param {any} room */
async function mutate(room) {
  const cache = join(root, 'node_modules/.cache/ws101-mutate', room.name);
  const [journal, planFile] = [join(cache, 'journal'), join(cache, 'plan.json')];
  if (!given.again) rmSync(cache, { recursive: true, force: true });
  mkdirSync(journal, { recursive: true });
  const [code, mutants, tables] = [{}, [], []];
  for (const file of sourcesOf(room)) {
    const found = await instrument(file, readFileSync(join(root, file), 'utf8'), room.hasTables);
    code[file] = found.code;
    mutants.push(...found.mutants);
    tables.push(...found.tables);
  }
  const secondsFile = join(cache, 'seconds');
  const before = existsSync(secondsFile) ? Number(readFileSync(secondsFile, 'utf8')) : 0;
  const begun = Date.now();
  const done = () => {
    const { dispositions } = readJournals(journal);
    return [...dispositions].flatMap(([id, disposition]) => (disposition === 'survived' ? [] : [id]));
  };
  for (const isHome of [true, false]) {
    const plan = {
      ...{
        root,
        journal,
        tests: room.tests,
        idle: Object.keys(room.idle),
        isTable: room.hasTables,
        idleForRows: room.idleForRows ?? [],
      },
      ...{ orderedTables: [...orderedTables], code, mutants, isHome },
    };
    let isOver = false;
    while (!isOver) {
      writeFileSync(planFile, JSON.stringify({ ...plan, done: done() }));
      isOver = await play(planFile, journal);
      if (!isOver) noteStalls(journal);
    }
  }
  const seconds = before + Math.round((Date.now() - begun) / 1000);
  writeFileSync(secondsFile, String(seconds));
  return {
    ...{ date: new Date().toISOString().slice(0, 10), node: process.versions.node },
    processors: availableParallelism(),
    ...scoreRoom(mutants, tables, readJournals(journal), seconds),
  };
}

/** With `--again` what the last run has killed is not tried again: it is for who writes tests against what is left. */
const options = { again: { type: 'boolean' }, write: { type: 'boolean' } };
const { values: given, positionals: names } = parseArgs({ options, allowPositionals: true });
const unknown = names.find((name) => !rooms.some((room) => room.name === name));
if (unknown !== undefined) throw new Error(`no room is called ${unknown}`);

const out = join(root, 'docs/generated/mutation');
const kept = join(out, 'results.json');
const results = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
for (const room of rooms.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const result = await mutate(room);
  const left = result.survivors.filter((survivor) => explain(survivor) === null);
  for (const { file, line, what } of left) console.log(`${file}:${line} ${what}`);
  console.log(
    `${room.name}: ${result.killed} of ${result.mutants} killed, in ${result.seconds} s; ` +
      `${result.survivors.length - left.length} of those left are explained`,
  );
  results[room.name] = result;
  if (!given.write) continue;
  mkdirSync(out, { recursive: true });
  writeFileSync(kept, `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(join(out, 'index.md'), writePage(results));
}
