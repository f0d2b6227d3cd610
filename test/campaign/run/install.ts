import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findMissing } from '../../debian.ts';
import type { CampaignRecipe } from '../campaign-recipe.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Where the packages of npm are that the campaign alone needs. */
export const npmFolder = fileURLToPath(new URL('../npm', import.meta.url));

/** What keeps a package of Debian from starting its service while it is installed. */
const policyFile = '/usr/sbin/policy-rc.d';

let isUpdated = false;

/**
 * Installs what a recipe needs, as root and where there is apt-get.
 *
 * @returns why it cannot be had; null where it is there
 */
export function install({ debian, npm }: Pick<CampaignRecipe, 'debian' | 'npm'>): string | null {
  return installNpm(npm) ?? installDebian(debian);
}

function installDebian(names: readonly string[]): string | null {
  const missing = findMissing(names);
  if (missing.length === 0) return null;
  const told = `${missing.join(' and ')} not installed`;
  if (process.getuid?.() !== 0) return `${told}, and only root can`;
  const hadPolicy = existsSync(policyFile);
  if (!hadPolicy) writeFileSync(policyFile, '#!/bin/sh\nexit 101\n');
  if (!hadPolicy) chmodSync(policyFile, 0o755);
  try {
    if (!isUpdated) runApt('update');
    isUpdated = true;
    const said = runApt('install', '-y', '--no-install-recommends', ...missing);
    const absent = findMissing(names);
    return absent.length === 0 ? null : `${absent.join(' and ')} cannot be installed: ${said}`;
  } finally {
    if (!hadPolicy) rmSync(policyFile, { force: true });
  }
}

/** @returns the first line of what it said of a failure */
function runApt(...args: readonly string[]): string {
  const settings = ['-qq', '-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=0'];
  const { stderr, error } = spawnSync('apt-get', [...settings, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return error?.message ?? stderr.trim().split('\n', 1)[0] ?? '';
}

function installNpm(names: readonly string[]): string | null {
  const isThere = (folder: string, name: string) => existsSync(join(folder, 'node_modules', name));
  const own = names.filter((name) => !isThere(root, name));
  if (own.length === 0) return null;
  const installed = statSync(join(npmFolder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
  const wanted = statSync(join(npmFolder, 'package-lock.json'), { throwIfNoEntry: false });
  if (wanted && (!installed || installed.mtimeMs < wanted.mtimeMs)) {
    const args = ['ci', '--prefix', npmFolder, '--no-audit', '--no-fund', '--loglevel=error'];
    spawnSync('npm', args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  }
  const absent = own.filter((name) => !isThere(npmFolder, name));
  return absent.length === 0 ? null : `${absent.join(' and ')} cannot be installed by npm`;
}
