import { maxDelay, patientClock } from '../../clock.ts';
import { fieldValues, type RequestHead } from '../../wire/index.ts';
import type { ServedConnection } from '../peer/connection/served-connection.ts';
import { Overdue, WaitList } from '../peer/connection/wait-list.ts';
import { type Script, ScriptedRoute } from '../peer/scripted/scripted-route.ts';
import { startScriptedServer } from '../peer/scripted/scripted-server.ts';
import { Gone } from '../run/gone.ts';
import { type ClientStatement, type Connector, silent } from './connector.ts';
import type { CaseVisit, ClientPlace } from './place.ts';
import { answerService, readQuery, type Service, services } from './service.ts';

export interface ListenerOptions {
  readonly host: string;
  /** 0 for one that the system picks. */
  readonly port: number;
  /** Milliseconds that one case may take. A client that is silent for ten times as long is gone. */
  readonly timeout: number;
  /** How many cases are announced to a client that asks by this request. */
  readonly countCases: (request: RequestHead) => number;
}

export interface Listener extends Connector {
  /** For example `ws://127.0.0.1:9001`. */
  readonly url: string;
}

/** A client that is silent for so many times the time of one case is gone. */
const patience = 10;

/**
 * Waits for a client of the kind that the Autobahn test suite asks for: it asks for the number of cases, plays one on each
 * of its connections, and says when it is done. Which of our cases is played on a connection is not its number: as
 * long as the client comes again, a case can be played again.
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { host, port, timeout } = options;
  const cases = new CasePlace(options);
  const server = await startScriptedServer({
    host,
    port,
    onStray: (connection) => {
      if (connection.nonce === 'runCase') void cases.come(connection);
      else connection.end();
    },
  });
  cases.origin = server.url;
  for (const service of services) {
    server.route((connection, request) => cases.serve(service, connection, request), { nonce: service });
  }
  server.route((connection) => cases.come(connection), { nonce: 'runCase' });
  return {
    url: server.url,
    get name() {
      return cases.agent ?? server.url;
    },
    atOnce: 1,
    subprotocols: [],
    places: [cases],
    connections: server.connections,
    connect: (_, signal) =>
      new Promise<ClientStatement>((resolve) => {
        signal.addEventListener('abort', () => resolve(silent), { once: true });
      }),
    async close() {
      await cases.finish(timeout);
      await server.close();
    },
  };
}

/** Where a client comes by itself, once for each case. */
class CasePlace implements ClientPlace {
  /** What the client calls itself; null before it has come, and where it calls itself nothing. */
  agent: string | null = null;
  origin = '';
  readonly #options: ListenerOptions;
  readonly #waits = new WaitList(patientClock);
  /** Connections whose case has not begun. */
  readonly #held: ServedConnection[] = [];
  #route: ScriptedRoute | null = null;
  #announced = 0;
  #cases = 0;
  /** What the first case's request offers: what others offer is another client. */
  #offer: string | null = null;
  #signsOfLife = 0;
  /** Why it does not come any more; null while it does. */
  #gone: string | null = null;
  #isFinished = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  open(script: Script): CaseVisit {
    const nonce = 'runCase';
    const { timeout } = this.#options;
    const route = new ScriptedRoute(script, {
      nonce,
      origin: this.origin,
      waits: this.#waits,
      deadline: timeout,
      count: () => `${this.#cases} cases were asked for`,
      onClose: () => {
        if (this.#route === route) this.#route = null;
      },
    });
    this.#route = route;
    this.#playNext();
    const port = this.origin.slice(this.origin.lastIndexOf(':'));
    return {
      nonce,
      url: this.origin,
      connections: route.connections,
      /** Its user has told it the address, in one of several ways, and it has made the path itself. */
      get asked() {
        const request = route.connections[0]?.request;
        const [own = ''] = fieldValues(request?.fields ?? [], 'host');
        const authority = own.endsWith(port) ? own : new URL(route.url).host;
        return { authority, resourceName: request?.target ?? '' };
      },
      first: () => this.#first(route),
      close: () => route.close(),
    };
  }

  /** Takes a connection for a case. */
  async come(connection: ServedConnection): Promise<void> {
    this.#hear();
    const { number, agent } = readQuery(connection);
    this.agent ??= agent;
    const current = this.#route?.connections[0];
    // Who comes again for the same case while it is played has opened another connection for it.
    if (this.#route && current && readQuery(current).number === number) return this.#route.take(connection);
    this.#cases += 1;
    this.#offer ??= tellOffer(connection);
    const isOther = connection.request !== null && tellOffer(connection) !== this.#offer;
    if (this.#isFinished || isOther) return answerService(connection, '');
    this.#held.push(connection);
    this.#playNext();
  }

  /** Answers what a client asks for besides cases. */
  async serve(service: Service, connection: ServedConnection, request: RequestHead): Promise<void> {
    this.#hear();
    if (service === 'getCaseCount') {
      this.#announced = this.#options.countCases(request);
      await answerService(connection, `${this.#announced}`);
    } else if (service === 'updateReports') {
      await answerService(connection, '');
      this.#leave('the client ended the run');
    } else {
      const { number } = readQuery(connection);
      const info = { id: `${number}`, description: 'A reply to an opening handshake.' };
      // How it has passed is known at the end, to the report.
      await answerService(
        connection,
        JSON.stringify(service === 'getCaseInfo' ? info : { behavior: 'INFORMATIONAL' }),
      );
    }
  }

  /** Answers the cases that the client has left, until it says that it is done, or is silent for so many milliseconds. */
  async finish(ms: number): Promise<void> {
    this.#isFinished = true;
    for (const connection of this.#held.splice(0)) void answerService(connection, '');
    let goesOn = this.#signsOfLife > 0;
    while (goesOn && this.#gone === null) goesOn = await this.#isHeard(() => false, ms);
  }

  /** @throws Gone where the client does not come any more */
  async #first(route: ScriptedRoute): Promise<ServedConnection> {
    for (;;) {
      const [first] = route.connections;
      if (first) return first;
      if (this.#gone !== null) throw new Gone(this.#gone);
      // Who has not come at all may still have to be started by hand.
      const ms = this.#signsOfLife === 0 ? maxDelay : patience * this.#options.timeout;
      const isSilent = !(await this.#isHeard(() => route.connections.length > 0, ms));
      if (isSilent) this.#leave(`the client was silent for ${ms} ms`);
    }
  }

  /** Whether the client has said anything, or a condition holds, before so many milliseconds are over. */
  async #isHeard(isMet: () => boolean, ms: number): Promise<boolean> {
    const before = this.#signsOfLife;
    const isOver = () => isMet() || this.#gone !== null || this.#signsOfLife > before;
    try {
      await this.#waits.until(isOver, { what: 'the client', ms });
      return true;
    } catch (error) {
      if (error instanceof Overdue) return false;
      throw error;
    }
  }

  #hear(): void {
    this.#signsOfLife += 1;
    this.#waits.wake();
  }

  #leave(why: string): void {
    this.#gone ??= `${why}, after ${this.#cases} of ${this.#announced} cases`;
    this.#waits.wake();
  }

  /** Has the case that is to be played take the first connection that is held and is still open. */
  #playNext(): void {
    if (!this.#route || this.#route.connections.length > 0) return;
    let next = this.#held.shift();
    while (next && next.ending !== 'open') next = this.#held.shift();
    if (next) void this.#route.take(next);
  }
}

/** What a request offers, as a text that is the same where the offer is. */
function tellOffer({ request }: ServedConnection): string | null {
  if (!request) return null;
  const names = ['sec-websocket-protocol', 'sec-websocket-extensions'];
  return names.map((name) => fieldValues(request.fields, name).join()).join(' ');
}
