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

/** How the keys of well-known issuers begin. */
const ofIssuer = /^(?:gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|AKIA|AIza|npm_)(?=.*[0-9])[\w-]{12,}$/;

/** A prefix of keys that may be a word as well, and letters and digits as no name has them without a break. */
const ofSomeIssuer = /^[spr]k[-_](?:[\w-]*[-_])?(?:(?=[A-Za-z]*[0-9])[A-Za-z0-9]{16,}|[a-z]{24,}|[A-Z]{24,})/;

/**
 * Whether a word looks like a key rather than a name: a JWT, what begins as the keys of well-known issuers do; and of 20
 * octets or more hexadecimal, mixed classes, or letters as words do not have them.
 */
export function looksLikeKey(text: string): boolean {
  if (JWT.test(text) || ofIssuer.test(text) || ofSomeIssuer.test(text)) return true;
  if (text.length < shortest) return false;
  if (HEXADECIMAL.test(text) || isScattered(text)) return true;
  const pieces = text.split(/[^A-Za-z0-9]+/);
  const mixed = pieces.filter(isMixed);
  return pieces.some(isLetters) || mixed.reduce((sum, { length }) => sum + length, 0) * 2 >= shortest;
}

/** What words, numbers of versions and abbreviations are written as, each of them one part of a name. */
const parts = /[vV]?[0-9]+(?:\.[0-9]+)*|[A-Z]?[a-z]+|[A-Z]+/g;

/** Whether three of the classes lower case, upper case, digits and signs are there, in parts shorter than those of names. */
function isScattered(text: string): boolean {
  const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((each) => each.test(text));
  const found = text.match(parts) ?? [];
  return classes.length > 2 && text.length < found.length * 3.5;
}

/** Letters with digits among them, or with a change of case more often than words have it. */
function isMixed(piece: string): boolean {
  if (/[0-9]/.test(piece)) return /[A-Za-z]/.test(piece);
  const changes = [...piece].filter(
    (letter, at) => at > 0 && isUpper(letter) !== isUpper(piece.charAt(at - 1)),
  );
  return changes.length * 5 > piece.length * 2;
}

/** So many letters of one case alone are no word. */
const longestWord = 28;

/** Letters alone, in a row that is longer than words are, or in letter cases that words joined to one have not. */
function isLetters(piece: string): boolean {
  if (piece.length < shortest || /[0-9]/.test(piece)) return false;
  if (/^(?:[a-z]+|[A-Z]?[a-z]+)$/.test(piece)) return piece.length >= longestWord;
  const capitals = piece.match(/[A-Z]{2,}/g) ?? [];
  const single = piece.match(/(?<![a-z])[a-z](?![a-z])/g) ?? [];
  // Of words that are joined to one, one may be an abbreviation, and one may have two letters alone.
  return capitals.length > 1 || single.length > 1 || capitals.some(({ length }) => length > 6);
}

function isUpper(letter: string): boolean {
  return letter <= 'Z';
}
