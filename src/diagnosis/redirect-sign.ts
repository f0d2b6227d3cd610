import { redactTarget } from '../auth/redaction.ts';
import { fieldValues, parseUrl, type ReplyHead } from '../wire/index.ts';
import type { Asked } from './observation.ts';
import { shorten } from './quote.ts';
import { type Sign, signsIf } from './sign-set.ts';

/** Where a reply sends who asked, as far as that tells why. */
export function readRedirectSigns({ status, fields }: ReplyHead, { uri }: Asked): readonly Sign[] {
  const [location] = fieldValues(fields, 'location');
  if (![301, 302, 303, 307, 308].includes(status)) return [];
  const base = uri === null ? '' : `${uri.secure ? 'https' : 'http'}://${uri.authority}${uri.resourceName}`;
  const target = location === undefined ? null : parseUrl(location, base === '' ? undefined : base);
  const told =
    location === undefined
      ? 'the reply is a redirect without Location'
      : `Location: ${shorten(redactTarget(location).replace(/[?#].*$/s, ''))}`;
  const isToTls = target !== null && uri?.secure === false && /^(?:https|wss):$/.test(target.protocol);
  return [
    ['redirects', told],
    ...signsIf(isToTls, null, 'redirectsToTls'),
    ...signsIf(target?.pathname === `${uri?.path}/`, null, 'redirectsToSlash'),
    ...signsIf(
      target !== null && /log-?in|sign-?in|auth|sso/i.test(target.pathname),
      null,
      'redirectsToLogin',
    ),
  ];
}
