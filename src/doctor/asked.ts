import { isOwnField } from '../auth/given-secret.ts';
import { redactField, redactTarget } from '../auth/redaction.ts';
import { carriesCredential } from '../auth/secret-target.ts';
import type { Asked, InputFault } from '../diagnosis/index.ts';
import { checkSubprotocols } from '../negotiation/subprotocol.ts';
import { type NewField, parseWebSocketUri, type WebSocketUri } from '../wire/index.ts';
import type { DoctorOptions } from './option.ts';
import { isBrowser, scriptOrigin } from './profile.ts';

/** What was typed, as it is asked for; or what is wrong with it. */
export type ReadInput =
  | { readonly ok: true; readonly uri: WebSocketUri; readonly asked: Asked }
  | { readonly ok: false; readonly fault: InputFault };

/** Fields that the handshake itself sends. */
const own = /^(?:host|upgrade|connection|sec-websocket-.*|content-length|transfer-encoding|expect)$/i;

/** Reads what was typed: nothing is sent where it cannot be used. */
export function readInput(url: string, options: DoctorOptions): ReadInput {
  const { subprotocols = [], headers = [], as } = options;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) {
    return refuse('schemeMissing', `${redactTarget(url)} has no scheme: try ws://${redactTarget(url)}`);
  }
  const parsed = parseWebSocketUri(url);
  if (!parsed.ok) return refuse(parsed.kind, describeUri(url, parsed.kind, parsed.problem));
  const wrong = checkSubprotocols(subprotocols);
  if (wrong) return refuse('subprotocol', wrong.problem);
  const field = headers.find(([name]) => own.test(name));
  if (field) return refuse('handshakeField', `the handshake sets the field ${field[0]} itself`);
  const uri = parsed.value;
  const given = headers.find(([name]) => /^origin$/i.test(name))?.[1];
  const { authority = uri.authority } = options;
  const origin =
    options.origin ?? given ?? (isBrowser(as ?? null) ? scriptOrigin({ ...uri, authority }) : null);
  return {
    ok: true,
    uri,
    asked: {
      uri,
      origin,
      subprotocols,
      isCredentialSent: hasCredential(uri, options),
      ...(as === 'chromium' || as === 'firefox' ? { browser: as } : {}),
    },
  };
}

function describeUri(url: string, kind: InputFault['kind'], problem: string): string {
  const shown = redactTarget(url);
  const meant = /^https?:/i.test(url)
    ? `; try ${shown.replace(/^http(s?)/i, (_, end: string) => `ws${end.toLowerCase()}`)}`
    : '';
  return `${shown} is not a WebSocket URI: ${problem}${kind === 'scheme' ? meant : ''}`;
}

function refuse(kind: InputFault['kind'], problem: string): ReadInput {
  return { ok: false, fault: { kind, problem } };
}

/** Whether a field holds a secret: it would not be shown as it is. */
export function isSecret([name, value]: NewField): boolean {
  return redactField(name, value) !== value;
}

/** Whether a field is not sent where nobody has asked for it: what is hidden may be a credential. */
export function isHidden(field: NewField): boolean {
  return isOwnField(field[0]) || isSecret(field);
}

function hasCredential(
  { resourceName }: WebSocketUri,
  { headers = [], subprotocols = [] }: DoctorOptions,
): boolean {
  return (
    headers.some(isSecret) ||
    carriesCredential(resourceName) ||
    isSecret(['Sec-WebSocket-Protocol', subprotocols.join(', ')])
  );
}
