/** One thing that can be set besides the octets: a text, or one of some values with what each is called. */
export interface SettingField<Value extends string = string> {
  readonly label: string;
  readonly initial: Value;
  readonly hint?: string;
  /** Empty where any text will do. */
  readonly options: readonly (readonly [value: Value, label: string])[];
}

export type SettingValues<Fields extends Readonly<Record<string, SettingField>>> = {
  readonly [Name in keyof Fields]: Fields[Name] extends SettingField<infer Value> ? Value : never;
};

function text(label: string, initial: string, hint = ''): SettingField {
  return { label, initial, options: [], ...(hint === '' ? {} : { hint }) };
}

function choice<const Value extends string>(
  label: string,
  initial: NoInfer<Value>,
  ...options: readonly (readonly [value: Value, label: string])[]
): SettingField<Value> {
  return { label, initial, options };
}

/** What a server is told, and what happens to it besides the octets. */
export const serverFields = {
  paths: text('Paths', '/chat', 'with commas between them; empty: every path'),
  subprotocols: text('Subprotocols', 'chat', 'that the server supports, with commas between them'),
  origins: text('Origins', 'http://example.com', 'that are welcome, with commas between them; empty: all'),
  credential: choice(
    'Credential',
    'none',
    ['none', 'none is asked for'],
    ['bearer', 'Authorization: Bearer'],
    ['basic', 'Authorization: Basic'],
    ['apiKey', 'X-API-Key'],
    ['cookie', 'Cookie: session=…'],
    ['queryToken', '?token=…'],
    ['subprotocolToken', 'a subprotocol, bearer.…'],
    ['firstMessage', 'the first message'],
  ),
  secret: text('Valid credential', 'secret', 'of Basic: user:password'),
  plainHttp: choice(
    'A request for no WebSocket gets (plainHttp)',
    'upgradeRequired',
    ['upgradeRequired', '426'],
    ['badRequest', '400'],
    ['application', "the application's answer"],
  ),
  subprotocolAbsent: choice(
    'No subprotocol offered (subprotocolAbsent)',
    'omit',
    ['omit', 'open without'],
    ['refuse', 'refuse'],
  ),
  subprotocolMismatch: choice(
    'None of those offered supported (subprotocolMismatch)',
    'omit',
    ['omit', 'open without'],
    ['refuse', 'refuse'],
  ),
  originAbsent: choice('No Origin (originAbsent)', 'accept', ['accept', 'no fault'], ['refuse', 'refuse']),
  deflate: choice('permessage-deflate', 'no', ['no', 'declined'], ['yes', 'agreed to']),
  transport: choice('Transport', 'tcp', ['tcp', 'TCP'], ['tls', 'TLS']),
  application: choice(
    'The application',
    'unasked',
    ['unasked', 'is not asked'],
    ['accepts', 'accepts'],
    ['refuses', 'refuses with 403'],
    ['throws', 'throws'],
    ['late', 'does not answer in time'],
  ),
  arrival: choice(
    'The connection',
    'ended',
    ['ended', 'ends where the head does not'],
    ['late', 'stays silent until the deadline'],
    ['crowded', 'comes when too many are pending'],
  ),
} as const;

export type ServerSettings = SettingValues<typeof serverFields>;

/** The key of the example in RFC 6455 §1.3. */
const exampleKey = 'dGhlIHNhbXBsZSBub25jZQ==';

/** What a client has sent that a reply is compared with. */
export const clientFields = {
  key: text('Sec-WebSocket-Key', exampleKey, 'of the request'),
  subprotocols: text('Subprotocols', 'chat, superchat', 'that were offered, with commas between them'),
  extensions: text('Sec-WebSocket-Extensions', '', 'that were offered; empty: none'),
  origin: text('Origin', '', 'that was sent; empty: none'),
  credential: choice(
    'A credential',
    'unknown',
    ['unknown', 'may have been sent'],
    ['sent', 'was sent'],
    ['none', 'was not sent'],
  ),
  rules: choice('Rules', 'rfc6455', ['rfc6455', 'RFC 6455'], ['whatwg', 'of browsers (WHATWG)']),
} as const;

export type ClientSettings = SettingValues<typeof clientFields>;

/** Every setting, those that are not given, or are no option of theirs, as they are initially. */
export function settle<Fields extends Readonly<Record<string, SettingField>>>(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
): SettingValues<Fields> {
  const settled = Object.entries(fields).map(([name, { initial, options }]) => {
    const value = Object.hasOwn(given, name) ? given[name] : initial;
    const fits = options.length === 0 || options.some(([option]) => option === value);
    return [name, typeof value === 'string' && fits ? value : initial];
  });
  return Object.fromEntries(settled) as SettingValues<Fields>; // each value is a text, or one of its options
}

/** The texts between commas. */
export function readList(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
