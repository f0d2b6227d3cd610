/** Nobody measures how long a comparison takes on a page of one's own. */
export function isOneOfSecrets(secret: string, known: readonly string[]): boolean {
  return known.includes(secret);
}
