import { splitList } from './list.ts';

// version = DIGIT | (NZDIGIT DIGIT) | ("1" DIGIT DIGIT) | ("2" DIGIT DIGIT) ; 0 to 255, no leading zeros
const VERSION = /^(?:[0-9]|[1-9][0-9]|[12][0-9][0-9])$/;

/**
 * The number a `Sec-WebSocket-Version` stands for, 0 to 255; `null` when it is no version.
 *
 * @see RFC 6455 §4.3
 */
export function parseVersion(value: string): number | null {
  return VERSION.test(value) && Number(value) <= 255 ? Number(value) : null;
}

/**
 * The versions of `1#version`, in order; `null` when one is no version or there is none.
 *
 * @see RFC 6455 §4.3
 */
export function parseVersionList(value: string): readonly number[] | null {
  const elements = splitList(value);
  const versions = elements.map(parseVersion).filter((version) => version !== null);
  return versions.length > 0 && versions.length === elements.length ? versions : null;
}
