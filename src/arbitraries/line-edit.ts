import { equalsIgnoringCase } from '../wire/index.ts';
import { type Line, setField } from './message.ts';

/** A change of the field lines, which requests and replies have alike, as data. */
export type LineEdit =
  /** Puts the values, a line for each, where the lines of the name stood, or at the end; without values it goes. */
  | { readonly kind: 'setField'; readonly name: string; readonly values: readonly string[] }
  /** Puts lines before the line that has this place, counted from 0, or behind all of them. */
  | { readonly kind: 'addLines'; readonly at: number | 'end'; readonly lines: readonly Line[] }
  /** Puts lines behind all others, unless one of their names is there already. */
  | { readonly kind: 'addMissing'; readonly lines: readonly Line[] }
  /** Puts the lines of the name behind all others. */
  | { readonly kind: 'moveToEnd'; readonly name: string }
  | { readonly kind: 'reverseLines' }
  /** Sorts the lines by numbers, one for each; where there are too few of them, they begin anew. */
  | { readonly kind: 'sortLines'; readonly keys: readonly number[] }
  /**
   * Writes each letter of the names in upper case, or in lower case. What is said of a letter stands at its place in
   * the name plus the length of the name, so that names of different lengths differ; at the end it begins anew.
   */
  | { readonly kind: 'recaseNames'; readonly upper: readonly boolean[] }
  /** Puts this white space between the colon and each value, and behind the value; of these fields alone, if given. */
  | {
      readonly kind: 'spaceValues';
      readonly names?: readonly string[];
      readonly before: string;
      readonly after: string;
    }
  /** Writes every element of a list on a line of its own. */
  | { readonly kind: 'splitList'; readonly name: string }
  /** Writes a list on one line with these texts before, between and behind its elements, if it has any. */
  | {
      readonly kind: 'joinList';
      readonly name: string;
      readonly before: string;
      readonly between: string;
      readonly after: string;
    }
  /** Adds an element behind what the field has, all of it on one line, or takes it away again. */
  | {
      readonly kind: 'addElement' | 'removeElement';
      readonly name: string;
      readonly separator: string;
      readonly text: string;
    };

interface WithLines {
  readonly lines: readonly Line[];
}

/** The message with its lines changed. */
export function editLines<M extends WithLines>(message: M, edit: LineEdit): M {
  const { lines } = message;
  switch (edit.kind) {
    case 'setField':
      return setField(message, edit.name, ...edit.values);
    case 'addLines':
      return {
        ...message,
        lines: lines.toSpliced(edit.at === 'end' ? lines.length : edit.at, 0, ...edit.lines),
      };
    case 'addMissing':
      return edit.lines.some(({ name }) => linesOf(message, name).length > 0)
        ? message
        : { ...message, lines: [...lines, ...edit.lines] };
    case 'moveToEnd': {
      const moved = linesOf(message, edit.name);
      return { ...message, lines: [...lines.filter((each) => !moved.includes(each)), ...moved] };
    }
    case 'reverseLines':
      return { ...message, lines: lines.toReversed() };
    case 'sortLines':
      return { ...message, lines: sortLines(lines, edit.keys) };
    case 'recaseNames':
      return { ...message, lines: lines.map((l) => ({ ...l, name: recase(l.name, edit.upper) })) };
    case 'spaceValues': {
      const { names, before, after } = edit;
      const isOf = (l: Line) => names?.some((name) => equalsIgnoringCase(l.name, name)) ?? true;
      const space = (l: Line) => ({ ...l, colon: `:${before}`, value: `${l.value}${after}` });
      return { ...message, lines: lines.map((l) => (isOf(l) ? space(l) : l)) };
    }
    default:
      return editList(message, edit);
  }
}

type ListEdit = Extract<LineEdit, { readonly kind: `${string}List` | `${string}Element` }>;

function editList<M extends WithLines>(message: M, edit: ListEdit): M {
  const { kind, name } = edit;
  const values = linesOf(message, name).map(({ value }) => value);
  switch (kind) {
    case 'splitList':
      return setField(message, name, ...elementsOf(values));
    case 'joinList': {
      const elements = elementsOf(values);
      const text = `${edit.before}${elements.join(edit.between)}${edit.after}`;
      return elements.length === 0 ? message : setField(message, name, text);
    }
    case 'addElement':
      return setField(message, name, [...values, edit.text].join(edit.separator));
    case 'removeElement': {
      const kept = values
        .flatMap((value) => value.split(edit.separator))
        .filter((each) => each !== edit.text);
      return setField(message, name, ...(kept.length > 0 ? [kept.join(edit.separator)] : []));
    }
  }
}

function linesOf({ lines }: WithLines, name: string): readonly Line[] {
  return lines.filter((each) => equalsIgnoringCase(each.name, name));
}

function elementsOf(values: readonly string[]): readonly string[] {
  const elements = values.flatMap((value) => value.split(',')).map((element) => element.trim());
  return elements.filter((element) => element !== '');
}

function sortLines(lines: readonly Line[], keys: readonly number[]): readonly Line[] {
  const keyed = lines.map((l, at) => ({ l, key: keys[at % keys.length] ?? 0 }));
  return keyed.sort((a, b) => a.key - b.key).map(({ l }) => l);
}

function recase(name: string, upper: readonly boolean[]): string {
  return name.replace(/[a-z]/gi, (letter, at: number) =>
    upper[(at + name.length) % upper.length] ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
