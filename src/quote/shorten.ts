/** Characters of a text that has words of a peer in it. */
const most = 1_000;

/** A text that is told as far as anybody reads it: a peer may say as much as it likes. */
export function shortenTold(text: string): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}
