import fc from 'fast-check';
import { fieldsOfMode, type PageState } from '../../src/explore/fragment.ts';
import type { SettingField } from '../../src/explore/setting.ts';

function settingsOf(fields: Readonly<Record<string, SettingField>>): fc.Arbitrary<Record<string, string>> {
  const values = Object.entries(fields).map(([name, { options }]) => [
    name,
    options.length === 0
      ? fc.string({ unit: 'grapheme' })
      : fc.constantFrom(...options.map(([value]) => value)),
  ]);
  return fc.record(Object.fromEntries(values));
}

/** Any text in the editor of either mode, and any settings. */
export const anyState: fc.Arbitrary<PageState> = fc.constantFrom('request', 'reply').chain((mode) =>
  fc.record({
    mode: fc.constant(mode),
    text: fc.string({ unit: 'binary' }),
    settings: settingsOf(fieldsOfMode[mode]),
  }),
);
