import { spawnSync } from 'node:child_process';

/** Which of these packages of Debian are not installed: all of them where there is no dpkg. */
export function findMissing(packages: readonly string[]): readonly string[] {
  if (packages.length === 0) return [];
  const format = `--showformat=\${Package} \${db:Status-Status}\\n`;
  const { stdout } = spawnSync('dpkg-query', ['--show', format, ...packages], { encoding: 'utf8' });
  const lines = (stdout ?? '').split('\n');
  return packages.filter((name) => !lines.includes(`${name} installed`));
}
