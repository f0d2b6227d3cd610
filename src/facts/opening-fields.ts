import { equalsIgnoringCase, type Field } from '../wire/index.ts';

type Values = readonly string[];

/** The values of the fields that an opening is read by, those of one name in their order. */
export interface OpeningFields {
  readonly host: Values;
  readonly upgrade: Values;
  readonly connection: Values;
  readonly origin: Values;
  readonly expect: Values;
  readonly contentLength: Values;
  readonly transferEncoding: Values;
  readonly key: Values;
  readonly version: Values;
  readonly protocol: Values;
  readonly extensions: Values;
}

const none: string[] = [];

/** Sorts fields by name in one walk: to ask for each name by itself takes as many walks, most of them for nothing. */
export function sortFields(fields: readonly Field[]): OpeningFields {
  let host = none;
  let upgrade = none;
  let connection = none;
  let origin = none;
  let expect = none;
  let contentLength = none;
  let transferEncoding = none;
  let key = none;
  let version = none;
  let protocol = none;
  let extensions = none;
  for (const { name, value } of fields) {
    switch (name.length) {
      case 4:
        if (equalsIgnoringCase(name, 'host')) host = append(host, value);
        break;
      case 6:
        if (equalsIgnoringCase(name, 'origin')) origin = append(origin, value);
        else if (equalsIgnoringCase(name, 'expect')) expect = append(expect, value);
        break;
      case 7:
        if (equalsIgnoringCase(name, 'upgrade')) upgrade = append(upgrade, value);
        break;
      case 10:
        if (equalsIgnoringCase(name, 'connection')) connection = append(connection, value);
        break;
      case 14:
        if (equalsIgnoringCase(name, 'content-length')) contentLength = append(contentLength, value);
        break;
      case 17:
        if (equalsIgnoringCase(name, 'sec-websocket-key')) key = append(key, value);
        else if (equalsIgnoringCase(name, 'transfer-encoding'))
          transferEncoding = append(transferEncoding, value);
        break;
      case 21:
        if (equalsIgnoringCase(name, 'sec-websocket-version')) version = append(version, value);
        break;
      case 22:
        if (equalsIgnoringCase(name, 'sec-websocket-protocol')) protocol = append(protocol, value);
        break;
      case 24:
        if (equalsIgnoringCase(name, 'sec-websocket-extensions')) extensions = append(extensions, value);
        break;
    }
  }
  return {
    host,
    upgrade,
    connection,
    origin,
    expect,
    contentLength,
    transferEncoding,
    key,
    version,
    protocol,
    extensions,
  };
}

function append(values: string[], value: string): string[] {
  if (values === none) return [value];
  values.push(value);
  return values;
}
