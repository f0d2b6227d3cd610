/** What the names of secrets that people type have in them, as a part of its own: these may be short, or numbers. */
const typedParts = listNames('password passwd passphrase passcode pwd pw otp totp pin');

/** What the names of things that hold a secret have in them, as a part of its own. */
const parts: ReadonlySet<string> = new Set([
  ...typedParts,
  ...listNames(`
  token tokens secret secrets key keys session sid auth authorization bearer jwt ticket pass credential credentials
  assertion cookie sig signature hmac csrf xsrf userinfo
`),
]);

/** The same, where it is written together with other words, such as `authtoken`, `appkey` and `sessionid`. */
const within =
  /token|secret|passw(?:or)?d|session|credential|(?:api|app|access|auth|private|signing|subscription|license|encryption|shared)key|^auth(?!or)|jwt/;

/** Standard fields whose names have such a part, and whose values are no secret. */
const openFields = listNames(`
  Sec-WebSocket-Key Sec-WebSocket-Key1 Sec-WebSocket-Key2 WWW-Authenticate Proxy-Authenticate Authentication-Info
  Proxy-Authentication-Info Authentication-Control Alt-Used Surrogate-Key Public-Key-Pins
  Public-Key-Pins-Report-Only Optional-WWW-Authenticate Signature-Input Idempotency-Key
  Access-Control-Allow-Credentials Sec-WebSocket-Accept
`);

/**
 * The names of query parameters that choose a transport, a version, a format or a model, whose values everybody may know.
 * Sources: engine.io-protocol (EIO, transport, t, j, b64), Phoenix (vsn), SignalR (clientProtocol, negotiateVersion),
 * Azure and OpenAI (api-version, model), ws101 itself (case, agent), and common usage.
 */
const openParameters = listNames(`
  EIO transport j b64 v ver vsn version api-version protocol protocols clientProtocol negotiateVersion format
  encoding compress lang locale model case agent
`);

const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** Whether what has this name holds a credential: a field, a parameter, an option or a key of JSON. */
export function namesCredential(name: string): boolean {
  const plain = plainName(name);
  if (openFields.has(plain)) return false;
  return wordsOf(name).some((word) => parts.has(word)) || within.test(plain);
}

/** Whether what has this name is a credential that people type: a password, a number of few digits. */
export function namesTyped(name: string): boolean {
  return wordsOf(name).some((word) => typedParts.has(word));
}

/** The words of a name in lower case: two of `userPin`, of `user_pin` and of `user-pin`. */
function wordsOf(name: string): readonly string[] {
  const apart = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2');
  return apart.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}

/** Whether everybody may know the value of a query parameter; the name decoded, the value as it stands there. */
export function isOpenParameter(name: string, value: string): boolean {
  return !namesCredential(name) && (NUMBER.test(value) || openParameters.has(plainName(name)));
}

/** The names of a text, as they are compared. */
function listNames(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/).map(plainName));
}

/** Letters and digits alone, in lower case: `X-API-Key`, `x_api_key` and `apiKey[]` are spelt in many ways. */
export function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}
