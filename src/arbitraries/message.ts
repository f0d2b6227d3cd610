import { encodeLatin1, equalsIgnoringCase } from '../wire/index.ts';

/** A field line before it is octets; `colon` holds what stands between name and value. */
export interface Line {
  readonly name: string;
  readonly colon: string;
  readonly value: string;
}

/** A request before it is octets. Nothing of it needs to be valid. */
export interface RequestMessage {
  /** What comes before the request line. */
  readonly prefix: string;
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly separator: string;
  readonly lines: readonly Line[];
  /** What comes behind the head. */
  readonly content: string;
}

/** A reply before it is octets. Nothing of it needs to be valid. */
export interface ReplyMessage {
  /** What comes before the status line. */
  readonly prefix: string;
  readonly statusLine: string;
  readonly lines: readonly Line[];
  /** What comes behind the head. */
  readonly content: string;
}

export function line(name: string, value: string): Line {
  return { name, colon: ': ', value };
}

/** Puts other lines where those of the name stood, or at the end. */
export function replaceLines<M extends { readonly lines: readonly Line[] }>(
  message: M,
  name: string,
  lines: readonly Line[],
): M {
  const isNamed = (candidate: Line) => equalsIgnoringCase(candidate.name, name);
  const at = message.lines.findIndex(isNamed);
  const others = message.lines.filter((candidate) => !isNamed(candidate));
  const place = at < 0 ? others.length : at;
  return { ...message, lines: [...others.slice(0, place), ...lines, ...others.slice(place)] };
}

/** Puts one value where the lines of the name stood, or at the end. */
export function setField<M extends { readonly lines: readonly Line[] }>(
  message: M,
  name: string,
  ...values: readonly string[]
): M {
  return replaceLines(
    message,
    name,
    values.map((value) => line(name, value)),
  );
}

/** The octets of a request as it stands, one octet per character. */
export function writeRequestMessage(message: RequestMessage): Uint8Array {
  const startLine = [message.method, message.target, message.version]
    .filter((part) => part !== '')
    .join(message.separator);
  const { prefix, lines, content } = message;
  return encodeLatin1(`${prefix}${startLine}\r\n${writeLines(lines)}\r\n${content}`);
}

/** The octets of a reply as it stands, one octet per character. */
export function writeReplyMessage(message: ReplyMessage): Uint8Array {
  const { prefix, statusLine, lines, content } = message;
  return encodeLatin1(`${prefix}${statusLine}\r\n${writeLines(lines)}\r\n${content}`);
}

function writeLines(lines: readonly Line[]): string {
  let text = '';
  for (const { name, colon, value } of lines) text += `${name}${colon}${value}\r\n`;
  return text;
}
