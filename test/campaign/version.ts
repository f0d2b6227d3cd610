import { fileURLToPath } from 'node:url';

/** A command that prints the version of a package of Debian. */
export const versionOfDebian = (name: string): readonly string[] => [
  ...['dpkg-query', '--show', `--showformat=\${Version}`, name],
];

/** The same of one of npm. */
export const versionOfNpm = (name: string): readonly string[] => {
  const file = fileURLToPath(new URL(`../../node_modules/${name}/package.json`, import.meta.url));
  return [process.execPath, '-p', 'require(process.argv[1]).version', file];
};
