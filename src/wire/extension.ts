import { readQuotedString } from './quoted-string.ts';
import { fail, failAt, type Parsed } from './span.ts';
import { endOfToken, isToken } from './token.ts';
import { skipOws } from './white-space.ts';

/** A parameter; `value` is unescaped, and `null` when the parameter has none. */
export interface ExtensionParameter {
  readonly name: string;
  readonly value: string | null;
}

export interface Extension {
  readonly name: string;
  readonly parameters: readonly ExtensionParameter[];
}

/** What was read, and the offset of the first octet behind it that is no white space. */
interface Read<T> {
  readonly item: T;
  readonly end: number;
}

/**
 * Reads `extension-list = 1#extension` by the rules of RFC 2616, which imply white space between any two
 * words and let empty list elements be. Spans count from the value.
 *
 * @returns the extensions in order, one at least; on failure the octet at fault, or the end of the value
 *   where something is missing.
 * @see RFC 6455 §4.3, §9.1
 */
export function parseExtensionList(value: string): Parsed<readonly Extension[]> {
  const extensions: Extension[] = [];
  for (let at = skipOws(value, 0); at < value.length; ) {
    if (value.charAt(at) !== ',') {
      const extension = readExtension(value, at);
      if (!extension.ok) return extension;
      extensions.push(extension.value.item);
      at = extension.value.end;
    }
    if (at < value.length && value.charAt(at) !== ',')
      return failAt('no comma after an extension', value, at);
    at = skipOws(value, at + 1);
  }
  return extensions.length > 0 ? { ok: true, value: extensions } : fail('no extension', 0, value.length);
}

// extension = extension-token *( ";" extension-param )
function readExtension(value: string, at: number): Parsed<Read<Extension>> {
  const name = readToken(value, at);
  if (name === null) return failAt('no extension name', value, at);
  const parameters: ExtensionParameter[] = [];
  let { end } = name;
  while (value.charAt(end) === ';') {
    const parameter = readParameter(value, skipOws(value, end + 1));
    if (!parameter.ok) return parameter;
    parameters.push(parameter.value.item);
    end = parameter.value.end;
  }
  return { ok: true, value: { item: { name: name.item, parameters }, end } };
}

// extension-param = token [ "=" (token | quoted-string) ]
function readParameter(value: string, at: number): Parsed<Read<ExtensionParameter>> {
  const name = readToken(value, at);
  if (name === null) return failAt('no parameter name', value, at);
  if (value.charAt(name.end) !== '=') {
    return { ok: true, value: { item: { name: name.item, value: null }, end: name.end } };
  }
  const valueStart = skipOws(value, name.end + 1);
  const content = readToken(value, valueStart) ?? readQuotedToken(value, valueStart);
  return content === null
    ? failAt('no parameter value that is a token', value, valueStart)
    : { ok: true, value: { item: { name: name.item, value: content.item }, end: content.end } };
}

function readToken(value: string, at: number): Read<string> | null {
  const end = endOfToken(value, at);
  return end === at ? null : { item: value.slice(at, end), end: skipOws(value, end) };
}

function readQuotedToken(value: string, at: number): Read<string> | null {
  const quoted = readQuotedString(value, at);
  return quoted !== null && isToken(quoted.value)
    ? { item: quoted.value, end: skipOws(value, quoted.end) }
    : null;
}

/**
 * Writes extensions as `name; parameter; parameter=value, name`. Names and values are written as they are:
 * the result parses back to the same when all of them are tokens.
 *
 * @see RFC 6455 §9.1
 */
export function buildExtensionList(extensions: readonly Extension[]): string {
  let text = '';
  for (const { name, parameters } of extensions) {
    text += text === '' ? name : `, ${name}`;
    for (const each of parameters)
      text += each.value === null ? `; ${each.name}` : `; ${each.name}=${each.value}`;
  }
  return text;
}
