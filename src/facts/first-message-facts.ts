import type { FirstMessageFacts } from '../../models/facts/first-message.ts';

const unasked: FirstMessageFacts = { message: 'read', held: 'few', credential: 'absent' };

/** Facts about the message that should carry the credential. */
export const messageFacts = {
  late: { ...unasked, message: 'late' },
  tooLarge: { ...unasked, message: 'tooLarge' },
  other: unasked,
  crowded: { ...unasked, held: 'tooMany' },
  valid: { ...unasked, credential: 'valid' },
  invalid: { ...unasked, credential: 'invalid' },
  threw: { ...unasked, credential: 'threw' },
  slow: { ...unasked, credential: 'late' },
} as const satisfies Readonly<Record<string, FirstMessageFacts>>;

/**
 * The token of an authentication message: a JSON object whose `type` is `auth` and whose `token` is a text.
 * Other members may stand beside them.
 *
 * @returns null for any other text
 */
export function parseAuthMessage(text: string): string | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof json !== 'object' || json === null) return null;
  const members = new Map<string, unknown>(Object.entries(json));
  const token = members.get('token');
  return members.get('type') === 'auth' && typeof token === 'string' ? token : null;
}
