/**
 * What a text was taken for: octets as they are on the wire, the output of `curl -v`, a command line of curl, fields
 * copied from the developer tools of a browser, or an HTTP archive.
 */
export type PasteKind = 'octets' | 'trace' | 'command' | 'fields' | 'har';

/** The messages of a paste. One of them at least is there. */
export interface Paste {
  readonly kind: PasteKind;
  /** Octets of the request, its head first; null where the paste has none. */
  readonly request: Uint8Array | null;
  /** Octets of the replies that came, interim ones first; null where the paste has none. */
  readonly reply: Uint8Array | null;
  /** What was assumed, and what is missing: sentences for whoever pasted. */
  readonly notes: readonly string[];
  /** Whether it went over TLS, where the paste says so. */
  readonly isSecure?: boolean;
}

/** A paste, or in one sentence why there is nothing to judge in it. */
export type ReadPaste =
  | { readonly ok: true; readonly value: Paste }
  | { readonly ok: false; readonly problem: string; readonly isBinary?: true };

/** What the reader of one kind found: texts of one character for each octet, whose heads have CR LF. */
export interface Found {
  readonly request: string | null;
  readonly reply: string | null;
  readonly notes: readonly string[];
  readonly isSecure?: boolean;
}

/** What the reader of one kind found, or why that is nothing. */
export type PasteReading = Found | { readonly problem: string };
