import { decodeLatin1, type Field, fieldValues } from '../../wire/index.ts';

/** What is probably wrong with a server that refuses a valid request; null where there is no guess. */
export function explainRefusal(fields: readonly Field[]): string | null {
  const values = (name: string) => fieldValues(fields, name);
  const connection = values('connection');
  const upgrade = values('upgrade');
  if (connection.length > 1) return 'Connection may be read from one of its lines alone';
  if (connection[0] !== undefined && /[,]/.test(connection[0])) {
    return 'Connection may be compared as a whole, not as a list of tokens';
  }
  if (connection[0] !== undefined && !/^(Upgrade|upgrade)$/.test(connection[0])) {
    return 'Connection may be compared with regard to letter case';
  }
  if (upgrade.length > 1 || upgrade[0]?.includes(','))
    return 'Upgrade may be compared as a whole, not as a list';
  if (upgrade[0] !== undefined && !/^(websocket|WebSocket)$/.test(upgrade[0])) {
    return 'Upgrade may be compared with regard to letter case';
  }
  return null;
}

/**
 * What is probably wrong with a server that accepts a request with a fault; null where there is no guess.
 *
 * @param guard the guard that finds the fault
 */
export function explainLeniency(octets: Uint8Array, guard: string): string | null {
  const text = decodeLatin1(octets);
  const value = (name: string) => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*\\r$`, 'im').exec(text)?.[1] ?? '';
  if (guard === 'versionIsMalformed') {
    const version = value('Sec-WebSocket-Version');
    if (version.includes(',')) return 'the version is read as a list';
    if (Number(version) === 13 || Number.parseInt(version, 10) === 13)
      return 'the version is read as a number';
    return version.includes('13')
      ? 'the version is looked for as a part of the text'
      : 'the version may not be looked at';
  }
  if (guard === 'upgradeIsNotWebsocket') {
    return /websocket/i.test(value('Upgrade'))
      ? 'Upgrade is compared as a part of the text'
      : 'Upgrade may not be looked at';
  }
  if (guard === 'connectionLacksUpgrade') {
    return /upgrade/i.test(value('Connection'))
      ? 'Connection is compared as a part of the text, not as a list of tokens'
      : 'Connection may not be looked at';
  }
  const key = value('Sec-WebSocket-Key');
  if (guard === 'keyIsMalformed' && /^[A-Za-z0-9_-]{22}==$/.test(key)) return 'base64url may be read as well';
  if (guard === 'keyIsMalformed' && /^[A-Za-z0-9+/]{22}=?$/.test(key)) return 'the padding may be optional';
  return /^keyIs(Malformed|Not16Octets)$/.test(guard)
    ? 'the key may be hashed without being looked at'
    : null;
}
