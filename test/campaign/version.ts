import { fileURLToPath } from 'node:url';

/** A command that prints the version of a package of Debian. */
export const versionOfDebian = (name: string): readonly string[] => [
  ...['dpkg-query', '--show', `--showformat=\${Version}`, name],
];

/** The same of one of npm. */
export const versionOfNpm = (name: string): readonly string[] => versionIn('../../', name);

/** The same of one that the campaign alone has. */
export const versionOfCampaignNpm = (name: string): readonly string[] => versionIn('npm/', name);

function versionIn(folder: string, name: string): readonly string[] {
  const file = fileURLToPath(new URL(`${folder}node_modules/${name}/package.json`, import.meta.url));
  return [process.execPath, '-p', 'JSON.parse(fs.readFileSync(process.argv[1], "utf8")).version', file];
}
