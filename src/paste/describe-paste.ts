import type { Paste, PasteKind } from './paste.ts';

const names: Readonly<Record<Exclude<PasteKind, 'octets'>, string>> = {
  trace: 'the output of curl -v',
  command: 'a command line of curl',
  fields: 'fields from the developer tools of a browser',
  har: 'an HTTP archive',
};

/** What a paste was taken for, and what was assumed, in sentences; none where its octets were taken as they are. */
export function describePaste({ kind, notes }: Paste): readonly string[] {
  return kind === 'octets' ? notes : [`Read as ${names[kind]}.`, ...notes];
}
