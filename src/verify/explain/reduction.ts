import type { Line, ReplyMessage, RequestMessage } from '../../arbitraries/index.ts';

/** Makes a message smaller; null where there is nothing to make smaller. */
export type Reduction<M> = (message: M) => M | null;

/** Fields that every opening has: without one of them the request would have a second fault. */
const essential: ReadonlySet<string> = new Set([
  ...['host', 'upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version'],
]);

/**
 * What is tried to make a request smaller, the largest step first.
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
    ...replaceLines<RequestMessage>(canonical.lines),
    // From the end, so that the lines before one that is left out keep their places.
    ...removeLines<RequestMessage>(Math.max(message.lines.length, canonical.lines.length), essential),
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

/** What is tried to make a reply smaller, the largest step first; `canonical` has nothing odd in it. */
export function reduceReply(
  message: ReplyMessage,
  canonical: ReplyMessage,
): readonly Reduction<ReplyMessage>[] {
  return [
    (m) => ({ ...canonical, content: m.content }),
    (m) => ({ ...m, prefix: '' }),
    (m) => ({ ...m, statusLine: canonical.statusLine }),
    ...replaceLines<ReplyMessage>(canonical.lines),
    ...removeLines<ReplyMessage>(message.lines.length, essentialInReply),
  ];
}

/** Fields that every 101 has, and the one without which some clients fail: to leave it out would be another matter. */
const essentialInReply: ReadonlySet<string> = new Set([
  ...['upgrade', 'connection', 'sec-websocket-accept', 'sec-websocket-protocol'],
]);

/** Puts the lines of a known-good message where others of the same name stand. */
function replaceLines<M extends { readonly lines: readonly Line[] }>(lines: readonly Line[]) {
  return lines.map(
    (line) =>
      (message: M): M => ({
        ...message,
        lines: message.lines.map((other) => (isNamed(other, line.name) ? line : other)),
      }),
  );
}

function removeLines<M extends { readonly lines: readonly Line[] }>(
  count: number,
  kept: ReadonlySet<string>,
): readonly Reduction<M>[] {
  return Array.from({ length: count }, (_, nth) => count - 1 - nth).map((at) => (message: M) => {
    const name = message.lines[at]?.name.toLowerCase();
    if (name === undefined || (kept.has(name) && isAlone(message.lines, name))) return null;
    return { ...message, lines: message.lines.toSpliced(at, 1) };
  });
}

function isAlone(lines: readonly Line[], name: string): boolean {
  return lines.filter((line) => isNamed(line, name)).length === 1;
}

function isNamed(line: Line, name: string): boolean {
  return line.name.toLowerCase() === name.toLowerCase();
}
