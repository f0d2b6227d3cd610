import { type BrowserMessageRow, browserMessageRows } from '../knowledge/browser-message.ts';
import type { FailureSign } from '../knowledge/failure-sign.ts';

/** What is known of a handshake that failed. */
export interface ToldFailure {
  /** All that holds, guards of the client's table among it; `subprotocolIsSent` where a subprotocol was offered. */
  readonly signs: readonly FailureSign[];
  /** The status of the reply; null where there is none. */
  readonly status: number | null;
  /** The subprotocol, extension, parameter or Upgrade that is wrong, as it stands in the reply; null where none is. */
  readonly value: string | null;
  /** Whether the port is the default of the scheme: 80 of ws, 443 of wss. */
  readonly isDefaultPort: boolean;
}

/**
 * What Chromium would have written to its console behind `WebSocket connection to '…' failed: `; null where it would
 * have taken the reply, or where its words cannot be told from this.
 */
export function sayAsBrowser({ signs, status, value, isDefaultPort }: ToldFailure): string | null {
  const rows: readonly BrowserMessageRow[] = browserMessageRows;
  const row = rows.find(
    (each) =>
      signs.includes(each.sign) &&
      (each.beside === undefined || signs.includes(each.beside)) &&
      (each.isDefaultPort === undefined || each.isDefaultPort === isDefaultPort) &&
      (each.except === undefined || each.except !== value),
  );
  if (!row?.text) return null;
  const parts = new Map<string, string | number | null>([
    ['{status}', status],
    ['{value}', value],
  ]);
  const lacksPart = [...parts].some(([name, part]) => part === null && row.text?.includes(name));
  return lacksPart ? null : row.text.replace(/\{\w+\}/, (name) => String(parts.get(name) ?? name));
}
