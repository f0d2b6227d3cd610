import 'virtual:report.css';
import './page.css';
import './rows.css';
import type { ExploredCase } from '../case.ts';
import {
  fieldsOfMode,
  hideSecrets,
  type Mode,
  type PageState,
  readFragment,
  writeFragment,
} from '../fragment.ts';
import { initialStates, listCases, viewMessage } from '../message-view.ts';
import { type PastedPage, readFile, readPasted } from '../pasted.ts';
import { settle } from '../setting.ts';
import type { View } from '../view.ts';
import { viewWords } from '../word-view.ts';
import { CasePicker } from './case-picker.ts';
import { showCauses, showWords } from './cause.ts';
import { drawPath } from './diagram.ts';
import { find, make } from './element.ts';
import { listenForFiles } from './file-input.ts';
import { hideResults, showProblem, showView } from './outcome.ts';
import { readSettings, showSettings } from './settings-form.ts';
import { showTable } from './table.ts';

const text = find('text', HTMLTextAreaElement);
const form = find('fields', HTMLElement);
const holding = find('holding', HTMLInputElement);
const finish = find('finish', HTMLButtonElement);
const copied = find('copied', HTMLElement);
const modes = [...document.querySelectorAll<HTMLInputElement>('input[name=mode]')];

/** What was last seen in each mode, so that switching loses nothing. */
const kept: Record<Mode, PageState> = { ...initialStates };
let state: PageState = kept.request;
let shown: View | null = null;
/** Counts what was begun: what is overtaken is not shown. */
let turn = 0;

const picker = new CasePicker(() => listCases(state), pick);

function pick({ text: picked, settings }: ExploredCase): void {
  const fields = fieldsOfMode[state.mode];
  load({ ...state, text: picked, settings: settle(fields, { ...state.settings, ...settings }) });
  pushLink();
}

/** Puts a state into the controls, and shows what comes of it. */
function load(next: PageState): void {
  const isRequest = next.mode === 'request';
  state = next;
  text.value = next.text;
  for (const mode of modes) mode.checked = mode.value === next.mode;
  find('text-label', HTMLElement).textContent = isRequest ? 'Request' : 'Reply';
  find('settings-summary', HTMLElement).textContent = isRequest ? 'The server' : 'The client';
  form.replaceChildren(...showSettings(fieldsOfMode[next.mode], next.settings));
  void show();
}

/** Takes what was edited. */
function edit(): void {
  state = {
    ...state,
    text: text.value,
    settings: settle(fieldsOfMode[state.mode], readSettings(form)),
  };
  replaceLink();
  void show();
}

function replaceLink(): void {
  try {
    history.replaceState(null, '', `#${writeFragment(hideSecrets(state))}`);
  } catch {
    // Some browsers count: whoever types fast has to wait until the control is left, when this is called again.
  }
}

async function show(): Promise<void> {
  turn += 1;
  const own = turn;
  kept[state.mode] = state;
  copied.textContent = '';
  const words = viewWords(state.text);
  if (words !== null) {
    shown = null;
    finish.hidden = true;
    hideResults();
    showWords(words);
    return;
  }
  const view = await viewMessage(state, new Date());
  if (own !== turn) return;
  shown = typeof view === 'string' ? null : view;
  finish.hidden = shown === null || !shown.isUnfinished;
  if (typeof view === 'string') {
    showProblem(view);
    return;
  }
  showView(view);
  showCauses(view);
  showRows();
  const diagram = find('diagram', HTMLElement);
  diagram.className = view.lifecycle;
  try {
    const svg = await drawPath(view);
    if (own === turn) diagram.replaceChildren(scrollable('diagram-heading', svg));
  } catch (error) {
    if (own !== turn) return;
    diagram.replaceChildren(make('p', { class: 'soft' }, `No diagram can be drawn: ${String(error)}`));
  }
}

/** A region that the keyboard can reach and scroll. */
function scrollable(heading: string, content: Element): HTMLElement {
  return make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-labelledby': heading }, content);
}

function showRows(): void {
  if (!shown) return;
  const name = state.mode === 'request' ? 'The server’s decision' : 'The client’s decision';
  const region = scrollable('table-heading', showTable(name, shown, holding.checked));
  find('table', HTMLElement).replaceChildren(region);
  const deciding = region.querySelector<HTMLElement>('.decides');
  // The rows before it are seen as well, where there are any; the page itself stays where it is.
  if (deciding) region.scrollTop = deciding.offsetTop - region.clientHeight / 2;
}

/** Puts what was pasted, or read from a file, in the place of what was there. */
function take({ mode, states, told }: PastedPage): void {
  picker.clear();
  Object.assign(kept, states);
  load(kept[mode]);
  pushLink();
  copied.textContent = told;
}

function pushLink(): void {
  try {
    history.pushState(null, '', `#${writeFragment(hideSecrets(state))}`);
  } catch {
    // What is too long for a link is shown all the same.
  }
}

function loadLink(): void {
  load(readFragment(location.hash.slice(1)) ?? initialStates.request);
}

text.addEventListener('input', () => {
  picker.clear();
  edit();
});
text.addEventListener('paste', (event) => {
  const isWhole = text.selectionEnd - text.selectionStart === text.value.length;
  const pasted = readPasted(event.clipboardData?.getData('text/plain') ?? '', isWhole, {
    ...kept,
    [state.mode]: state,
  });
  if (pasted === null) return;
  event.preventDefault();
  take(pasted);
});
listenForFiles(
  find('file', HTMLInputElement),
  (octets) => {
    const read = readFile(octets, { ...kept, [state.mode]: state });
    if ('problem' in read) copied.textContent = `The file has nothing to judge: ${read.problem}`;
    else take(read);
  },
  (problem) => {
    copied.textContent = problem;
  },
);
form.addEventListener('input', edit);
for (const control of [text, form]) control.addEventListener('change', replaceLink);
holding.addEventListener('change', showRows);
for (const mode of modes) {
  mode.addEventListener('change', () => {
    picker.clear();
    load(kept[mode.value === 'reply' ? 'reply' : 'request']);
    pushLink();
  });
}
finish.addEventListener('click', () => {
  // A line that has not ended needs one line end more.
  text.value += /(?:^|\n)$/.test(text.value) ? '\n' : '\n\n';
  text.focus();
  edit();
});
find('copy', HTMLButtonElement).addEventListener('click', async () => {
  replaceLink();
  try {
    await navigator.clipboard.writeText(location.href);
    copied.textContent = 'Copied.';
  } catch {
    copied.textContent = 'The browser lets nothing be copied here: the address bar has the link.';
  }
});
find('skip', HTMLAnchorElement).addEventListener('click', (event) => {
  // The fragment is the message's.
  event.preventDefault();
  find('verdict', HTMLElement).focus();
});
window.addEventListener('popstate', loadLink);
// Where the editor stands beside what comes of it, there is room for the settings as well.
find('settings', HTMLDetailsElement).open = matchMedia('(min-width: 60rem)').matches;
loadLink();
