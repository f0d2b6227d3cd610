import {
  type AnswerRead,
  type Asked,
  describeUse,
  type ExchangeSeen,
  type Observation,
} from '../diagnosis/index.ts';
import { keptOctets } from './link.ts';
import type { Step } from './option.ts';

/** All that was seen of one target, and the steps in which it was. */
export class Record {
  readonly #url: string;
  readonly #onStep: (step: Step) => void;
  readonly #steps: Step[] = [];
  readonly steps: readonly Step[] = this.#steps;
  #seen: Observation;
  /** Whether an answer has refused a credential: none is sent again. */
  isCredentialRefused = false;

  /** @param onStep told each step when it ends */
  constructor(url: string, asked: Asked, onStep: (step: Step) => void) {
    this.#url = url;
    this.#onStep = onStep;
    this.#seen = { asked };
  }

  get seen(): Observation {
    return this.#seen;
  }

  see(more: Partial<Observation>): void {
    this.#seen = { ...this.#seen, ...more };
  }

  tell(step: Omit<Step, 'url'>): void {
    const told = { ...step, url: this.#url };
    this.#steps.push(told);
    this.#onStep(told);
  }

  /**
   * Tells what was answered to an opening.
   *
   * @param contrast what was changed of it, in words that can follow "the same request "; left out for the opening as asked
   * @param isUpgrade whether it was an opening at all, and no plain GET
   */
  tellAsked(seen: ExchangeSeen, answer: AnswerRead, contrast?: string, isUpgrade = true): void {
    const { ms, request, reply: response } = seen;
    const isCut = seen.reply.length >= keptOctets;
    const said = describeUse(answer, seen) + (isCut ? `, with ${keptOctets} octets or more` : '');
    const detail = contrast === undefined ? said : `the same request ${contrast}: ${said}`;
    const ok = isUpgrade ? answer.opens : answer.reply !== null;
    this.tell({
      name: 'upgrade',
      ok,
      ms,
      detail,
      request,
      response,
      ...(contrast === undefined ? {} : { contrast }),
    });
  }
}

/** What something gives, and the milliseconds that it took. */
export async function timed<T>(run: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const startedAt = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startedAt };
}
