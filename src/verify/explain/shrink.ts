import type { RequestMessage } from '../../arbitraries/index.ts';

/**
 * Takes away from a request whatever can be missing, and puts what every opening has where that can be, while it
 * still shows the same.
 *
 * @param canonical an opening with nothing odd in it
 * @param shows sends a request and tells whether it does
 */
export async function shrinkMessage(
  message: RequestMessage,
  canonical: RequestMessage,
  shows: (message: RequestMessage) => Promise<boolean>,
): Promise<RequestMessage> {
  let smallest = message;
  const attempts: readonly ((m: RequestMessage) => RequestMessage)[] = [
    () => canonical,
    (m) => ({ ...m, prefix: '' }),
    (m) => ({ ...m, method: canonical.method }),
    (m) => ({ ...m, target: canonical.target }),
    (m) => ({ ...m, version: canonical.version }),
    ...canonical.lines.map((line) => (m: RequestMessage) => ({
      ...m,
      lines: m.lines.map((other) => (isNamed(other, line.name) ? line : other)),
    })),
  ];
  for (const change of attempts) {
    const smaller = change(smallest);
    if (JSON.stringify(smaller) !== JSON.stringify(smallest) && (await shows(smaller))) smallest = smaller;
  }
  for (let at = smallest.lines.length - 1; at >= 0; at -= 1) {
    const name = smallest.lines[at]?.name.toLowerCase() ?? '';
    // What every opening has stays: without it the request would have a second fault.
    if (essential.has(name) && isAlone(smallest, name)) continue;
    const smaller = { ...smallest, lines: smallest.lines.toSpliced(at, 1) };
    if (await shows(smaller)) smallest = smaller;
  }
  return smallest;
}

const essential: ReadonlySet<string> = new Set([
  ...['host', 'upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version'],
]);

function isAlone({ lines }: RequestMessage, name: string): boolean {
  return lines.filter((line) => isNamed(line, name)).length === 1;
}

function isNamed(line: { readonly name: string }, name: string): boolean {
  return line.name.toLowerCase() === name.toLowerCase();
}
