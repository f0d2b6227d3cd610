// Observes real implementations, one after the other, and writes what each was seen to do to test/campaign/result: all of
// the recipes of test/campaign, or those that are named. What has a result of the software and the code of now is left as
// it is. Installs packages of Debian, as root, and of npm; what cannot be had is told, and left out.
//
// npm run campaign -- [--role server|client|proxy] [--again] [--list] [--seeds 1,2,3] [--runs 2] [name …]
import { parseArgs } from 'node:util';
import { createJiti } from 'jiti';

const { import: load } = createJiti(import.meta.url, { fsCache: false });
const { campaignRecipes } = await load('../test/campaign/campaign-list.ts');
const { runCampaign } = await load('../test/campaign/run/campaign.ts');
const { defaultSettings } = await load('../test/campaign/run/observe.ts');

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    role: { type: 'string' },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    seeds: { type: 'string', default: defaultSettings.seeds.join(',') },
    runs: { type: 'string', default: String(defaultSettings.runs) },
  },
});
const seeds = values.seeds.split(',').map(Number);
const runs = Number(values.runs);
if (![runs, ...seeds].every(Number.isInteger)) throw new RangeError('--seeds and --runs take whole numbers');

/** @param {{ name: string, role: string }} recipe */
const isAsked = ({ name, role }) =>
  (values.role === undefined || values.role === role) && (names.length === 0 || names.includes(name));
const recipes = campaignRecipes.filter(isAsked);
const unknown = names.filter(
  (name) => !recipes.some((/** @type {{ name: string }} */ each) => each.name === name),
);
if (unknown.length > 0) throw new Error(`there is no recipe for ${unknown.join(', ')}; --list tells all`);

if (values.list) {
  for (const { role, name, debian, npm } of recipes)
    console.log([role, name, ...debian.map((/** @type {string} */ each) => `apt:${each}`), ...npm].join(' '));
} else {
  // What is started is ended when this process exits.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => process.exit(130));
  const { isTTY } = process.stderr;
  let shown = '';
  /** @param {string} text @param {boolean} isKept */
  const write = (text, isKept) => {
    if (isTTY) process.stderr.write(`\r\x1b[K${text}${isKept ? '\n' : ''}`);
    // Without a terminal a line now and then is enough: for each thing that it does, and not for each case.
    else if (isKept || text.replace(/[\d ]+of.*$/, '') !== shown) process.stderr.write(`${text}\n`);
    shown = text.replace(/[\d ]+of.*$/, '');
  };
  console.error(`seeds ${seeds.join(', ')} with ${runs} variants, and what is written down alone`);
  // What is named is asked for again.
  const again = values.again || names.length > 0;
  const outcome = await runCampaign(recipes, { ...defaultSettings, seeds, runs, again, write });
  const { observed, upToDate, leftOut } = outcome;
  console.error(`${observed.length} observed, ${upToDate.length} up to date, ${leftOut.length} left out`);
  if (leftOut.length > 0) process.exitCode = 1;
}
