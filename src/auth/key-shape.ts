import type { Hide } from './secret.ts';

/** A shorter text is no key by its shape. */
const shortest = 20;

// The header of a JWT is a JSON object: base64url of '{"'.
const JWT = /^eyJ[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*\./;

const HEXADECIMAL = /^(?=.*[0-9])(?=.*[a-f])[0-9a-f-]+$/i;

/** What may be a key wherever it stands: a JWT, and what begins as the keys of well-known issuers do. */
const inText =
  /(?<![\w-])(?:eyJ[\w-]+\.[\w-]+\.[\w-]*|(?:[spr]k[-_]|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|AKIA|AIza|npm_)[\w-]{16,})/g;

/** Hides what looks like a key in a text. */
export function hideKeysInText(text: string, hide: Hide): string {
  return text.replace(inText, (word) => (looksLikeKey(word) ? hide(word) : word));
}

/** Whether a word looks like a key rather than a name: a JWT, hexadecimal, or 20 octets or more of mixed classes. */
export function looksLikeKey(text: string): boolean {
  if (JWT.test(text)) return true;
  if (text.length < shortest) return false;
  if (HEXADECIMAL.test(text)) return true;
  const mixed = text.split(/[^A-Za-z0-9]+/).filter(isMixed);
  return mixed.reduce((sum, { length }) => sum + length, 0) * 2 >= shortest;
}

/** Letters with digits among them, or with a change of case more often than words have it. */
function isMixed(piece: string): boolean {
  if (/[0-9]/.test(piece)) return /[A-Za-z]/.test(piece);
  const changes = [...piece].filter(
    (letter, at) => at > 0 && isUpper(letter) !== isUpper(piece.charAt(at - 1)),
  );
  return changes.length * 5 > piece.length * 2;
}

function isUpper(letter: string): boolean {
  return letter <= 'Z';
}
