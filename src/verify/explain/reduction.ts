import type { Line, ReplyMessage, RequestMessage } from '../../arbitraries/index.ts';

/** Makes a message plainer; null where there is nothing to make plainer. */
export type Reduction<M> = (message: M) => M | null;

/**
 * What is tried to make a request plainer, the largest step first: each turns a part of it into that of an ordinary
 * opening.
 *
 * @param canonical an opening with nothing odd in it
 */
export function reduceRequest(
  message: RequestMessage,
  canonical: RequestMessage,
): readonly Reduction<RequestMessage>[] {
  return [
    () => canonical,
    (m) => ({ ...m, prefix: '' }),
    (m) => ({ ...m, method: canonical.method }),
    (m) => ({ ...m, target: canonical.target }),
    (m) => ({ ...m, version: canonical.version }),
    ...reduceLines<RequestMessage>(message, canonical),
    (m) => ({
      ...m,
      target: makePlain(m.target),
      lines: m.lines.map((line) => ({ ...line, value: makePlain(line.value) })),
    }),
  ];
}

/** A letter in the place of each octet that is no visible ASCII: any other octet may show the same. */
function makePlain(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, 'x');
}

/** What is tried to make a reply plainer, the largest step first; `canonical` has nothing odd in it. */
export function reduceReply(
  message: ReplyMessage,
  canonical: ReplyMessage,
): readonly Reduction<ReplyMessage>[] {
  return [
    (m) => ({ ...canonical, content: m.content }),
    (m) => ({ ...m, prefix: '' }),
    (m) => ({ ...m, statusLine: canonical.statusLine }),
    ...reduceLines<ReplyMessage>(message, canonical),
  ];
}

interface Lined {
  readonly lines: readonly Line[];
}

/** Steps from the lines of a message to those of a known-good one. */
function reduceLines<M extends Lined>(message: M, canonical: M): readonly Reduction<M>[] {
  // As many as there are when all that is missing has been put in its place.
  const most = message.lines.length + canonical.lines.length;
  return [
    ...canonical.lines.map((line) => restoreLine<M>(line, canonical)),
    // From the end, so that the lines before one that is left out keep their places.
    ...Array.from({ length: most }, (_, nth) => removeLine<M>(most - 1 - nth, canonical)),
    (m) => ({ ...m, lines: orderLines(m.lines, canonical) }),
  ];
}

/** Puts a line of a known-good message where others of its name stand, and behind those that go before it where none do. */
function restoreLine<M extends Lined>(line: Line, canonical: M): Reduction<M> {
  return (message) => {
    const isOwn = (other: Line) => isNamed(other, line.name);
    if (message.lines.some(isOwn))
      return { ...message, lines: message.lines.map((other) => (isOwn(other) ? line : other)) };
    const before = canonical.lines.slice(0, canonical.lines.indexOf(line));
    const at = message.lines.findLastIndex((other) => before.some(({ name }) => isNamed(other, name))) + 1;
    return { ...message, lines: message.lines.toSpliced(at, 0, line) };
  };
}

/** Leaves a line out, unless it is the one of its name that a known-good message has as well. */
function removeLine<M extends Lined>(at: number, canonical: M): Reduction<M> {
  return (message) => {
    const line = message.lines[at];
    if (line === undefined) return null;
    const isOnly = message.lines.filter((other) => isNamed(other, line.name)).length === 1;
    if (isOnly && canonical.lines.some((other) => isNamed(other, line.name))) return null;
    return { ...message, lines: message.lines.toSpliced(at, 1) };
  };
}

/** Lines in the order of a known-good message; what that does not have stands at the end. */
function orderLines(lines: readonly Line[], canonical: Lined): readonly Line[] {
  const placeOf = ({ name }: Line) => {
    const at = canonical.lines.findIndex((other) => isNamed(other, name));
    return at < 0 ? canonical.lines.length : at;
  };
  return lines.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function isNamed(line: Line, name: string): boolean {
  return line.name.toLowerCase() === name.toLowerCase();
}
