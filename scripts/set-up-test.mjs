// Installs what some tests run and is not installed, where it may: later versions of Node from npm, and, as root and
// where there is apt-get, packages of Debian. Elsewhere it says what is missing, and those tests are skipped, or fail with
// CI=true. Runs before `npm run test:all`; asks nothing.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createJiti } from 'jiti';

const { import: load } = createJiti(import.meta.url, { fsCache: false });
const { findMissing } = await load('../test/debian.ts');
const { findLaterNode, laterNodes, nodeFolder, pinnedVersion } = await load('../test/node/binary.ts');
const { serverRecipes } = await load('../test/campaign/server-recipe.ts');
const { testedClients } = await load('../test/campaign/client-recipe.ts');

/** Debian's package of each program. The package `tinyproxy` would start a proxy on this machine, `apache2` a server. */
const packages = {
  chromium: 'chromium',
  tinyproxy: 'tinyproxy-bin',
  apache2: 'apache2-bin',
  // These start a service, and there is no package without one. Where systemd runs, as in hardly any container, it
  // would be started and stay.
  ...(existsSync('/run/systemd/system')
    ? {}
    : {
        ...{ nginx: 'nginx', haproxy: 'haproxy', caddy: 'caddy', varnishd: 'varnish' },
        ...{ lighttpd: 'lighttpd', squid: 'squid', h2o: 'h2o', nghttpx: 'nghttp2-proxy' },
      }),
};

/** What real servers and clients need, and what tests run besides. */
const otherPackages = [
  ...new Set([
    ...[...serverRecipes, ...testedClients].flatMap(({ debian }) => debian),
    ...['openssl', 'python3', 'zsh', 'fish', 'golang-go', 'golang-github-gorilla-websocket-dev', 'rustc'],
  ]),
];
if ('lighttpd' in packages) otherPackages.push('lighttpd-mod-openssl');

/** @param {string} program */
function isInstalled(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @param {readonly string[]} args */
function runApt(...args) {
  const settings = ['-qq', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Acquire::Retries=0'];
  const { status, stderr } = spawnSync('apt-get', [...settings, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const [reason = ''] = stderr.trim().split('\n');
  return { failed: status !== 0, reason };
}

/** @param {readonly string[]} names */
function install(...names) {
  return runApt('install', '-y', '--no-install-recommends', ...names);
}

/** The versions of Node that npm has for this platform; no script of a package is run. */
function installNodes() {
  const had = laterNodes.filter((/** @type {number} */ major) => pinnedVersion(major) !== null);
  const installed = statSync(join(nodeFolder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
  const isOld = !installed || installed.mtimeMs < statSync(join(nodeFolder, 'package-lock.json')).mtimeMs;
  // npm says nothing of an optional package that it could not get.
  if (!had.some((/** @type {number} */ major) => isOld || findLaterNode(major) === null)) return;
  console.error(`set-up: installing Node ${had.join(' and ')}`);
  const args = [
    'ci',
    '--prefix',
    nodeFolder,
    '--ignore-scripts',
    '--no-bin-links',
    '--no-audit',
    '--no-fund',
  ];
  const { status, error } = spawnSync('npm', [...args, '--loglevel=error'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) console.error(`set-up: npm failed${error ? `: ${error.message}` : ''}`);
}

/** What is missing, as tests ask for it: a program by its name, all else by that of its package. */
function listMissing() {
  const programs = Object.keys(packages).filter((program) => !isInstalled(program));
  return [...programs, ...findMissing(otherPackages)];
}

const missing = listMissing();
if (missing.length > 0 && process.getuid?.() === 0 && isInstalled('apt-get')) {
  console.error(`set-up: installing ${missing.join(' and ')}`);
  /** @type {Readonly<Record<string, string>>} */
  const packageOf = packages;
  const names = missing.map((name) => packageOf[name] ?? name);
  // The lists of an image may be older than what its packages were read by.
  const updating = runApt('update');
  if (install(...names).failed) {
    // One by one, so that one that cannot be had does not keep out the other.
    const attempts = [updating, ...names.map((name) => install(name))];
    for (const { failed, reason } of attempts) if (failed) console.error(`set-up: ${reason}`);
  }
}

installNodes();
const nodes = laterNodes.filter((/** @type {number} */ major) => findLaterNode(major) === null);
const absent = [...listMissing(), ...nodes.map((/** @type {number} */ major) => `Node ${major}`)];
if (absent.length > 0) {
  console.error(
    `set-up: ${absent.join(' and ')} not found, so the tests that need it ${process.env.CI === 'true' ? 'fail' : 'are skipped'}`,
  );
}
