import { writeRequestMessage } from '../../src/arbitraries/index.ts';
import { canonicalMessage, sampleKey, type TargetDeclaration } from '../../src/verify/judge/target.ts';
import type { Finding } from '../../src/verify/report/report.ts';
import { targetOf } from '../verify/target.ts';

/** Characters of a line that are shown at most. */
const shown = 200;

/** Any key that is as it should be. */
const validKey = /^Sec-WebSocket-Key: [A-Za-z0-9+/]{21}[AQgw]==$/;

/** What was sent to a server at a URL, and what came, in words. */
export function describeFinding(
  { request, response, observed }: Pick<Finding, 'request' | 'response' | 'observed'>,
  url: string,
  declared: TargetDeclaration = {},
): { readonly sent: string; readonly came: string } {
  const valid = linesOf(Buffer.from(writeOpening(url, declared)).toString('latin1'));
  return {
    sent: describeSent(octetsOf(request), valid),
    came: describeCame(octetsOf(response), observed),
  };
}

const octetsOf = (base64: string) => Buffer.from(base64, 'base64').toString('latin1');

/** An opening with nothing odd in it, for a server of which this was declared. */
export function writeOpening(url: string, declared: TargetDeclaration = {}): Uint8Array {
  return writeRequestMessage(canonicalMessage(targetOf(url, declared), sampleKey));
}

const linesOf = (message: string) => message.replace(/\r\n\r\n.*$/s, '').split('\r\n');

/** What a line is compared with: the request line, or all lines of a field. */
const nameOf = (line: string, at: number) => (at === 0 ? '' : line.replace(/:.*$/s, '').toLowerCase());

/** The lines in which a request differs from a valid one: those of a field all together, and the name of what is missing. */
export function describeSent(request: string, valid: readonly string[]): string {
  const [known, had] = [groupLines(valid), groupLines(linesOf(request))];
  const missing = [...known].flatMap(([name, [line = '']]) =>
    had.has(name) ? [] : [`no ${line.replace(/:.*$/, '')}`],
  );
  const differing = [...had].flatMap(([name, lines]) => {
    const isValid = lines.length === 1 && validKey.test(lines[0] ?? '');
    return isValid || lines.join('\n') === known.get(name)?.join('\n') ? [] : lines.map(showLine);
  });
  const all = [...missing, ...differing, ...describeBehind(request.replace(/^.*?\r\n\r\n/s, ''))];
  return all.length === 0 ? 'the canonical opening' : all.join('; ');
}

function groupLines(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  lines.forEach((line, at) => {
    groups.set(nameOf(line, at), [...(groups.get(nameOf(line, at)) ?? []), line]);
  });
  return groups;
}

/** Spaces that would not be seen, and octets that are none of ASCII, are told. */
function showLine(line: string): string {
  const seen = line
    .replace(/^ +| {2,}| +$/g, (spaces) => '\\x20'.repeat(spaces.length))
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replace(/[^ -~]/g, (octet) => `\\x${octet.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return seen.length <= shown ? seen : `${seen.slice(0, 40)}… (${line.length} octets)`;
}

/** What follows a head without content is a ping, where it is anything. */
function describeBehind(behind: string): readonly string[] {
  if (behind === '') return [];
  return [behind.startsWith('\x89') ? 'a masked ping right behind the opening' : 'content'];
}

/** The status and the reason, and what was seen besides. */
export function describeCame(response: string, observed: string): string {
  const [, status] = /^HTTP\/\d\.\d (\d\d\d[^\r\n]*)/.exec(response) ?? [];
  if (status === undefined || status.trim() === observed) return observed;
  return `${status.trim()}; ${observed}`;
}
