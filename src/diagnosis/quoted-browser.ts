import { redactField } from '../auth/redaction.ts';
import { fieldValues } from '../wire/index.ts';
import type { Hashes } from './accept-sign.ts';
import { readAnswer } from './answer.ts';
import { sayAsBrowser } from './browser-message.ts';
import { readFailureSigns } from './failure.ts';
import type { Observation } from './observation.ts';
import { shorten } from './quote.ts';

/** The field of the reply that a browser names, by what is wrong with it. */
const namedField: readonly (readonly [pattern: RegExp, field: string])[] = [
  [/^upgradeIs/, 'upgrade'],
  [/^subprotocolIs/, 'sec-websocket-protocol'],
  [/^extension/, 'sec-websocket-extensions'],
];

/** What Chromium would have written of what was observed, without a secret that it would quote; null where it would have opened, or its words are not known. */
export function quoteBrowser(seen: Observation, hashes: Hashes): string | null {
  const { opening, asked } = seen;
  const answer = opening ? readAnswer(opening, hashes.sha1) : null;
  const guard = answer?.guard ?? '';
  const [, field] = namedField.find(([pattern]) => pattern.test(guard)) ?? [];
  const [value = null] = answer?.reply && field !== undefined ? fieldValues(answer.reply.fields, field) : [];
  return sayAsBrowser({
    signs: [...readFailureSigns(seen, hashes).keys()],
    status: answer?.reply?.status ?? null,
    value: value === null || field === undefined ? value : shorten(redactField(field, value)),
    isDefaultPort: asked.uri?.port === (asked.uri?.secure ? 443 : 80),
  });
}
