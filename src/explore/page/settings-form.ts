import type { SettingField } from '../setting.ts';
import { make } from './element.ts';

/** A labelled control for each setting. */
export function showSettings(
  fields: Readonly<Record<string, SettingField>>,
  settings: Readonly<Record<string, string>>,
): readonly HTMLElement[] {
  return Object.entries(fields).map(([name, field]) => {
    const id = `setting-${name}`;
    const value = settings[name] ?? field.initial;
    const control = field.options.length > 0 ? makeSelect(field, value) : makeInput(value);
    control.id = id;
    control.name = name;
    if (field.hint !== undefined) control.setAttribute('aria-describedby', `${id}-hint`);
    return make(
      'div',
      { class: 'field' },
      make('label', { for: id }, field.label),
      control,
      field.hint === undefined ? null : make('span', { class: 'soft hint', id: `${id}-hint` }, field.hint),
    );
  });
}

function makeSelect({ options }: SettingField, chosen: string): HTMLSelectElement {
  const select = make('select', {}, ...options.map(([value, label]) => make('option', { value }, label)));
  select.value = chosen;
  return select;
}

function makeInput(value: string): HTMLInputElement {
  const input = make('input', {
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  });
  input.value = value;
  return input;
}

/** What the controls are set to. */
export function readSettings(form: HTMLElement): Readonly<Record<string, string>> {
  const controls = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  return Object.fromEntries([...controls].map(({ name, value }) => [name, value]));
}
