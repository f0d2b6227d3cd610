import { readFileSync } from 'node:fs';

/** A text of a data file, and what is expected of it. */
export interface TextCase<Name extends string> {
  readonly title: string;
  /** What the lines between title and text list, by their names. */
  readonly lists: ReadonlyMap<Name, readonly string[]>;
  /** The text as it is, with its own line ends. */
  readonly text: string;
}

/**
 * Reads the cases of a data file such as this one. What stands above the first title is about the file.
 *
 * ```text
 * # Replies as manuals have them.
 *
 * ### Envoy, no server
 * # products: Envoy hop own
 * # says: saysBackendIsDown
 * 503 Service Unavailable
 * server: envoy
 *
 * no healthy upstream
 *
 * ### the next title
 * ```
 *
 * The empty line above a title does not belong to the text before it, and neither does the line end at the end of the file.
 * So a text that ends with a line end has two empty lines below it.
 *
 * @param names those that a list may have
 * @throws SyntaxError where the file does not have this form
 */
export function readTextCases<Name extends string>(file: URL, names: readonly Name[]): TextCase<Name>[] {
  return parseTextCases(readFileSync(file, 'utf8'), names);
}

/**
 * The texts of such a file by their titles.
 *
 * @returns what throws a RangeError where nothing has the title
 */
export function readTexts(file: URL): (title: string) => string {
  const texts = new Map(readTextCases(file, []).map((each) => [each.title, each.text]));
  return (title) => {
    const text = texts.get(title);
    if (text === undefined) throw new RangeError(`no text of ${file.href} has the title "${title}"`);
    return text;
  };
}

/** Parses the content of such a file. */
export function parseTextCases<Name extends string>(
  content: string,
  names: readonly Name[],
): TextCase<Name>[] {
  const [about = '', ...cases] = content.replace(/\n$/, '').split('\n\n### ');
  if (!about.startsWith('# ')) throw new SyntaxError(`no comment, but ${JSON.stringify(about.slice(0, 80))}`);
  return cases.map((each) => parseTextCase(each, names));
}

function parseTextCase<Name extends string>(content: string, names: readonly Name[]): TextCase<Name> {
  const [, title = '', above = '', text = ''] = /^(.*)\n((?:# .*\n)*)([\s\S]*)$/.exec(content) ?? [];
  if (title === '' || text === '' || text.startsWith('# '))
    throw new SyntaxError(`no title with a text: ${JSON.stringify(content.slice(0, 80))}`);
  const lists = new Map<Name, readonly string[]>();
  for (const line of above.split('\n').slice(0, -1)) {
    const name = names.find((known) => line.startsWith(`# ${known}: `));
    if (name === undefined || lists.has(name)) throw new SyntaxError(`"${line}" below "${title}"`);
    lists.set(name, line.slice(`# ${name}: `.length).split(', '));
  }
  return { title, lists, text };
}
