import { type ExploredCase, groupCases, searchCases } from '../case.ts';
import { find, make } from './element.ts';

/**
 * A combobox of cases: typing searches, arrows move, Enter picks, Escape closes.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ (editable, with a list that is filtered)
 */
export class CasePicker {
  readonly #input = find('case', HTMLInputElement);
  readonly #list = find('cases', HTMLElement);
  readonly #cases: () => readonly ExploredCase[];
  readonly #onPick: (picked: ExploredCase) => void;
  #shown: readonly ExploredCase[] = [];
  #active = -1;

  constructor(cases: () => readonly ExploredCase[], onPick: (picked: ExploredCase) => void) {
    this.#cases = cases;
    this.#onPick = onPick;
    this.#input.addEventListener('input', () => this.#open());
    this.#input.addEventListener('click', () => this.#open());
    this.#input.addEventListener('keydown', (event) => {
      if (this.#press(event.key)) event.preventDefault();
    });
    this.#input.addEventListener('blur', () => this.#close());
    // What is pressed must not take the focus away before it is released.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('[role=option]') : null;
      if (option) this.#pick(Number(option.id.replace('case-', '')));
    });
  }

  /** Forgets what was picked. */
  clear(): void {
    this.#input.value = '';
  }

  /** Whether a key is one of the picker's. */
  #press(key: string): boolean {
    const isOpen = !this.#list.hidden;
    const last = this.#shown.length - 1;
    switch (key) {
      case 'ArrowDown':
        if (isOpen) this.#activate(Math.min(this.#active + 1, last));
        else this.#open();
        return true;
      case 'ArrowUp':
        if (isOpen) this.#activate(Math.max(this.#active - 1, 0));
        return true;
      case 'PageDown':
        this.#activate(Math.min(this.#active + 10, last));
        return isOpen;
      case 'PageUp':
        this.#activate(Math.max(this.#active - 10, 0));
        return isOpen;
      case 'Enter':
        if (isOpen) this.#pick(Math.max(this.#active, 0));
        return true;
      case 'Escape':
        this.#close();
        return isOpen;
      default:
        return false;
    }
  }

  #open(): void {
    const groups = groupCases(searchCases(this.#cases(), this.#input.value));
    let number = 0;
    const items = [...groups].map(([group, cases], at) =>
      make(
        'div',
        { role: 'group', 'aria-labelledby': `group-${at}` },
        make('span', { id: `group-${at}`, class: 'group' }, group),
        ...cases.map(({ name }) =>
          make('div', { role: 'option', id: `case-${number++}`, 'aria-selected': 'false' }, name),
        ),
      ),
    );
    this.#shown = [...groups.values()].flat();
    this.#list.replaceChildren(
      ...(items.length > 0 ? items : [make('p', { class: 'soft' }, 'no case is like that')]),
    );
    this.#list.hidden = false;
    this.#input.setAttribute('aria-expanded', 'true');
    this.#activate(this.#input.value === '' ? -1 : Math.min(0, this.#shown.length - 1));
  }

  #activate(number: number): void {
    document.getElementById(`case-${this.#active}`)?.setAttribute('aria-selected', 'false');
    this.#active = number;
    const option = document.getElementById(`case-${number}`);
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.#input.setAttribute('aria-activedescendant', option.id);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  #close(): void {
    this.#list.hidden = true;
    this.#input.setAttribute('aria-expanded', 'false');
    this.#input.removeAttribute('aria-activedescendant');
  }

  #pick(number: number): void {
    const picked = this.#shown[number];
    if (!picked) return;
    this.#input.value = picked.name;
    this.#input.select();
    this.#close();
    this.#onPick(picked);
  }
}
