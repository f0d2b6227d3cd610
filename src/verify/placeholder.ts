import { redactHead } from '../auth/redaction.ts';
import type { Target } from './target.ts';

/** The octets with every credential replaced by as many placeholders. */
export function hideCredential(octets: Uint8Array, { options }: Target): Uint8Array {
  const { auth } = options;
  const redacted = Buffer.from(
    redactHead(octets, {
      query: auth?.in === 'query' ? [auth.name] : [],
      fields: auth?.in === 'field' ? [auth.name] : [],
      subprotocolPrefix: auth?.in === 'subprotocol' ? [auth.prefix] : [],
    }),
  );
  const secret = auth ? Buffer.from(auth.value) : Buffer.alloc(0);
  if (secret.length === 0) return redacted;
  for (let at = redacted.indexOf(secret); at >= 0; at = redacted.indexOf(secret)) {
    redacted.fill('*', at, at + secret.length);
  }
  return redacted;
}
