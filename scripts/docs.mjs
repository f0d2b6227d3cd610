// Writes docs/generated: drawings and tables of the machines and of what verification goes by, two handshakes as they are
// played, the clause matrix and a page of clauses for each text from what ran, why handshakes fail, and the API
// reference. It runs the sources themselves, so that nothing has to be built before.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'docs/generated');
const { import: load } = createJiti(import.meta.url, { fsCache: false });
const seed = 1;

/** @param {string} command @param {readonly string[]} args */
function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Error(`"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}`);
}

/** @param {string} name @param {string} text */
function write(name, text) {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), text);
}

/** The tests under the titles of clauses, of which all have to pass. */
async function runTests() {
  const { findPassed } = await load('./docs/clause-test.ts');
  const folder = mkdtempSync(join(tmpdir(), 'ws101-docs-'));
  try {
    const file = join(folder, 'tests.json');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    run(process.execPath, [vitest, 'run', 'test/clauses', '--reporter=json', `--outputFile=${file}`]);
    return findPassed(JSON.parse(readFileSync(file, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Cases by clause; a page of what holds is no place for findings. */
function countCases({ clauses, choices, findings, summary }) {
  if (findings.length > 0) throw new Error(`there are findings: ${JSON.stringify(findings, null, 2)}`);
  const shown = [...clauses, ...choices].filter(({ cases }) => cases > 0);
  return { played: summary.cases, cases: new Map(shown.map(({ id, cases }) => [id, cases])) };
}

async function verifyBoth() {
  const { verifySelf } = await load('../src/verify/self/self.ts');
  const { verifyServer } = await load('../src/verify/index.ts');
  const { listen, toWebSocket } = await load('../src/server/index.ts');
  const self = countCases(await verifySelf('', { seed }));
  const reference = await listen({
    subprotocols: ['chat'],
    onConnection(connection) {
      const webSocket = toWebSocket(connection);
      webSocket.on('message', (data, binary) => webSocket.send(data, { binary }));
      webSocket.on('error', () => {});
    },
  });
  try {
    const url = new URL('/', reference.url).href;
    return {
      self,
      server: countCases(await verifyServer(url, { seed, subprotocols: ['chat'], timeout: 10_000 })),
    };
  } finally {
    await reference.close();
  }
}

async function writeReference() {
  const { digest, readDeclarations, readPages } = await load('./docs/declaration.ts');
  const folder = join(root, 'scripts/docs/api');
  const installed = statSync(join(folder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
  const wanted = statSync(join(folder, 'package-lock.json'));
  if (!installed || installed.mtimeMs < wanted.mtimeMs) {
    run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']);
  }
  run(process.execPath, [join(folder, 'write-reference.mjs'), join(out, 'api')]);
  const digests = { declarations: digest(readDeclarations(root)), pages: digest(readPages(root)) };
  write('api/digest.json', `${JSON.stringify(digests, null, 2)}\n`);
}

const { drawMachines } = await load('./docs/machine-page.ts');
const { drawListings } = await load('./docs/verification-page.ts');
const { describeHandshake } = await load('./docs/handshake.ts');
const { writeIndex } = await load('./docs/index-page.ts');
const { writeMatrix } = await load('./docs/clause-matrix.ts');
const { writeClausePages } = await load('./docs/clause-page.ts');
const { writeFindings } = await load('./docs/finding-page.ts');
const { writeClientFindings, writeProxyFindings } = await load('./docs/peer-finding-page.ts');
const { writeSetUps } = await load('./docs/doctor-set-up-page.ts');
const { writeTroubleshooting } = await load('./docs/troubleshooting-page.ts');

const evidence = { tests: await runTests(), ...(await verifyBoth()) };
const pages = new Map([
  ...(await drawMachines()),
  ...(await drawListings()),
  ['handshake-ws.md', await describeHandshake(false)],
  ['handshake-wss.md', await describeHandshake(true)],
  ['index.md', writeIndex()],
  ['server-finding.md', writeFindings()],
  ['client-finding.md', writeClientFindings()],
  ['proxy-finding.md', writeProxyFindings()],
  ['doctor-set-up.md', writeSetUps()],
  ['troubleshooting.md', writeTroubleshooting()],
  ['clause-matrix.md', writeMatrix(evidence)],
  ...[...writeClausePages(evidence)].map(([name, text]) => [`clauses/${name}`, text]),
]);
mkdirSync(out, { recursive: true });
// The benchmark, the run of mutants and `npm run matrix` write folders of their own.
const others = ['benchmark', 'matrix', 'mutation'];
for (const name of readdirSync(out).filter((name) => !others.includes(name))) {
  rmSync(join(out, name), { recursive: true });
}
for (const [name, text] of pages) write(name, text);
await writeReference();
