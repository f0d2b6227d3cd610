/** The port that stands for the first that a process had. */
const firstPort = 9001;

/** Octets of a message that are kept: what stands in a page behind a head is of no use. */
const kept = 4_096;

/** What is of one run alone, and what stands for it. */
const fleeting: readonly (readonly [what: RegExp, instead: string])[] = [
  [/(?<=\r\ndate: ?)[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT/gi, 'Thu, 01 Jan 1970 00:00:00 GMT'],
  // A name of a session, as engine.io gives it
  [/(?<="sid":")[\w-]+/g, 'x'.repeat(20)],
];

/** A text with ports that stand for any. */
export function maskText(text: string, ports: readonly number[]): string {
  return ports.reduce((masked, port, at) => {
    return masked.replace(new RegExp(`\\b${port}\\b`, 'g'), String(firstPort + at));
  }, text);
}

/** Octets in base64, without what is of one run alone. */
export function maskOctets(base64: string, ports: readonly number[]): string {
  const text = Buffer.from(base64, 'base64').subarray(0, kept).toString('latin1');
  const steady = fleeting.reduce((masked, [what, instead]) => masked.replace(what, instead), text);
  return Buffer.from(maskText(steady, ports), 'latin1').toString('base64');
}
