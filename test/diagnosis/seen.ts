import type { Asked, ExchangeSeen, Observation } from '../../src/diagnosis/index.ts';
import { diagnoseFailure, readFailureSigns } from '../../src/diagnosis/index.ts';
import { hashes } from '../../src/sha1.ts';
import { encodeLatin1, parseWebSocketUri } from '../../src/wire/index.ts';
import { acceptance, opening as knownOpening } from '../opening.ts';

/** The key of the example and its accept value (RFC 6455 §1.3). */
export const example = { key: 'dGhlIHNhbXBsZSBub25jZQ==', accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=' } as const;

/** An opening with the key of the example. */
export function opening(...lines: readonly string[]): string {
  const valid = knownOpening.replace('server.example.com', 'a.example');
  return [valid.trimEnd(), ...lines, '', ''].join('\r\n');
}

/** A right 101 to it. */
export function accepted(...lines: readonly string[]): string {
  return [acceptance.trimEnd(), ...lines, '', ''].join('\r\n');
}

export function refused(status: string, body = '', ...lines: readonly string[]): string {
  return [`HTTP/1.1 ${status}`, `Content-Length: ${body.length}`, ...lines, '', body].join('\r\n');
}

/** What came, as Latin-1 text, in answer to the opening. */
export function exchange(reply: string, changed: Partial<ExchangeSeen> = {}): ExchangeSeen {
  return {
    ...{ request: encodeLatin1(opening()), reply: encodeLatin1(reply), end: 'replied', ms: 5 },
    ...{ unreached: null, ...changed },
  };
}

export function asked(changed: Partial<Asked> = {}, url = 'ws://a.example/chat'): Asked {
  const uri = parseWebSocketUri(url);
  if (!uri.ok) throw new Error(uri.problem);
  return { uri: uri.value, origin: null, subprotocols: [], isCredentialSent: false, ...changed };
}

/** The signs that are there besides those of what was asked for. */
export function signsOf(seen: Partial<Observation>): readonly string[] {
  const all = [...readFailureSigns({ asked: asked(), ...seen }, hashes).keys()];
  return all.filter((sign) => !/^(?:credentialIs|originIsSent|subprotocolIsSent)/.test(sign));
}

export function evidenceOf(seen: Partial<Observation>): Readonly<Record<string, string | null>> {
  return Object.fromEntries(readFailureSigns({ asked: asked(), ...seen }, hashes));
}

export function idsOf(seen: Partial<Observation>): readonly string[] {
  return diagnoseFailure({ asked: asked(), ...seen }, hashes).map(({ id }) => id);
}
