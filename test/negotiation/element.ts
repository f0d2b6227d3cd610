import { buildExtensionList, type Extension, parseExtensionList } from '../../src/wire/index.ts';

/** What is agreed of permessage-deflate where nothing is asked for. */
export const plainDeflate = {
  serverNoContextTakeover: false,
  clientNoContextTakeover: false,
  serverMaxWindowBits: 15,
  clientMaxWindowBits: 15,
};

/** The elements of a value of Sec-WebSocket-Extensions; none where it cannot be read. */
export function elements(value: string): readonly Extension[] {
  const parsed = parseExtensionList(value);
  return parsed.ok ? parsed.value : [];
}

/** The first element of a value; one with an empty name where there is none. */
export function element(value: string): Extension {
  return elements(value)[0] ?? { name: '', parameters: [] };
}

/** An element as it is sent. */
export function written(extension: Extension | undefined): string | null {
  return extension === undefined ? null : buildExtensionList([extension]);
}
