import type { ClauseId } from '../../../models/clauses.ts';
import type { Case } from '../judge/case.ts';
import type { End, Exchange } from '../peer/connection/exchange.ts';
import { mostKept } from '../peer/connection/kept-octets.ts';
import type { Subject } from './subject.ts';

/** What is told of a run, with a clause that it is about. */
interface Remark {
  readonly clause: ClauseId;
  readonly title: string;
  readonly case: 0;
}

/** How many octets came on a connection, where more came than are kept of it. */
export function countCame({ client, server }: Partial<Pick<Exchange, 'client' | 'server'>>): {
  readonly came?: number;
} {
  const end = [client, server].find((each) => each?.isCut);
  return end ? { came: end.came } : {};
}

/** Counts the connections of a run that brought more than is kept of one. */
export class Floods {
  #count = 0;
  #most = 0;

  /** Looks at the ends of a connection that are ours. */
  see({ client, server }: Pick<Exchange, 'client' | 'server'>): void {
    for (const end of [client, server]) if (end?.isCut) this.#add(end);
  }

  /** The same subject, all of whose exchanges are looked at. */
  watch<C extends Case, E extends Exchange>(subject: Subject<C, E>): Subject<C, E> {
    return {
      ...subject,
      play: async (current, patience) => {
        const exchange = await subject.play(current, patience);
        this.see(exchange);
        return exchange;
      },
    };
  }

  /** What is told of them, with the clause that the run begins with; nothing where there was none. */
  tell(clause: ClauseId): readonly Remark[] {
    if (this.#count === 0) return [];
    const many = this.#count === 1 ? 'One connection' : `${this.#count} connections`;
    const title = `${many} brought more than ${mostKept} octets, up to ${this.#most}: what came behind these was not kept.`;
    return [{ clause, title, case: 0 }];
  }

  #add({ came }: End): void {
    this.#count += 1;
    this.#most = Math.max(this.#most, came);
  }
}
