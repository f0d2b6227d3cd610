export const secret = 'a-secret-that-nobody-may-see';

const held = ['service/5.2/credential-missing', 'service/5.2/credential-invalid'] as const;
const heldBehind = ['service/5.3/first-message-held'] as const;

/**
 * Where a credential may stand: how `serve` demands it there, how it is given to `verify server`, and which clauses hold
 * the server to it.
 */
export const places = [
  ['a query', { method: 'queryToken', secrets: [secret] }, `query:token=${secret}`, held],
  ['a field', { method: 'apiKey', secrets: [secret] }, `header:X-API-Key=${secret}`, held],
  ['Bearer', { method: 'bearer', secrets: [secret] }, `header:authorization=bearer ${secret}`, held],
  ['Basic', { method: 'basic', secrets: ['u:p'] }, 'header:Authorization=Basic dTpw', held],
  ['a cookie', { method: 'cookie', name: 'sid', secrets: [secret] }, `cookie:sid=${secret}`, held],
  ['a subprotocol', { method: 'subprotocolToken', secrets: [secret] }, `subprotocol:bearer.${secret}`, held],
  ['the first message', { method: 'firstMessage', secrets: [secret] }, `first-message:${secret}`, heldBehind],
] as const;
