import { createHash } from 'node:crypto';

/**
 * The only script of a report: it filters the tables of clauses. It brings its controls to light itself, so that a page
 * without scripts has everything and no dead control. A group is opened while it has what is looked for, and has its
 * own state again when nothing is.
 */
export const script = `
'use strict';
(() => {
  const find = (id) => document.getElementById(id);
  const [verdict, text, count] = ['filter-verdict', 'filter-text', 'filter-count'].map(find);
  const groups = [...document.querySelectorAll('#clauses details.fold')].map((group) => ({
    group,
    wasOpen: null,
    rows: [...group.querySelectorAll('tr[data-verdict]')].map((row) => ({ row, words: row.textContent.toLowerCase() })),
  }));
  const filter = () => {
    const words = text.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    const isOn = verdict.value !== '' || words.length > 0;
    const shown = { clauses: 0, choices: 0 };
    const all = { clauses: 0, choices: 0 };
    for (const each of groups) {
      const fits = each.rows.filter(({ row, words: own }) => {
        const isShown =
          (verdict.value === '' || row.dataset.verdict === verdict.value) && words.every((word) => own.includes(word));
        row.hidden = !isShown;
        return isShown;
      });
      all[each.group.dataset.of] += each.rows.length;
      shown[each.group.dataset.of] += fits.length;
      each.group.hidden = isOn && fits.length === 0;
      if (isOn) each.wasOpen ??= each.group.open;
      if (isOn) each.group.open = fits.length > 0;
      else if (each.wasOpen !== null) {
        each.group.open = each.wasOpen;
        each.wasOpen = null;
      }
    }
    count.textContent = isOn
      ? shown.clauses + ' of ' + all.clauses + ' clauses' +
        (all.choices === 0 ? '' : ', ' + shown.choices + ' of ' + all.choices + ' choices')
      : '';
  };
  verdict.addEventListener('change', filter);
  text.addEventListener('input', filter);
  document.querySelector('.filter').hidden = false;
  filter();
})();
`;

/** What a content security policy names the script by, so that it allows no other. */
export const scriptSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
