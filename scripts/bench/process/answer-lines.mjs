import { createInterface } from 'node:readline';

/**
 * Speaks JSON in lines: tells something at once, then answers every line that comes, and ends with its input, so that
 * nothing outlives the one who asks.
 *
 * @param {object} first
 * @param {(question: any) => object | Promise<object>} answer
 */
export function answerLines(first, answer) {
  const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
  createInterface({ input: process.stdin })
    .on('line', async (line) => tell(await answer(JSON.parse(line))))
    .on('close', () => process.exit());
  tell(first);
}
