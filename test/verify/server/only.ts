import type { ClauseId } from '../../../models/clauses.ts';
import { bearer, firstMessage, type ListenOptions, listen, toWebSocket } from '../../../src/server/index.ts';
import { type TargetOptions, verifyServer } from '../../../src/verify/index.ts';

/** A reference server, and what is declared of it. */
export interface SetUp {
  readonly serves: Partial<ListenOptions>;
  readonly declares: TargetOptions;
}

const common = { permessageDeflate: true, subprotocols: ['chat'] };

export const setUps = {
  'with nothing declared': { serves: common, declares: {} },
  'with everything declared': {
    serves: {
      ...common,
      ...{ origins: ['https://a.test'], authentication: bearer('To.ken'), subprotocolRequired: true },
    },
    declares: {
      ...{ origins: ['https://a.test'], subprotocols: ['chat'], subprotocolRequired: true },
      auth: { in: 'authorization', scheme: 'Bearer', value: 'To.ken' },
    },
  },
  'with a credential in the first message': {
    serves: { authentication: firstMessage('To.ken') },
    declares: { auth: { in: 'firstMessage', value: 'To.ken' } },
  },
} as const satisfies Record<string, SetUp>;

/**
 * Runs verifications of one reference server, each of some clauses, or of all: verdicts and reasons by clause.
 *
 * @param runs variants of each row
 */
export async function withVerdicts<T>(
  { serves, declares }: SetUp,
  use: (verdictsOf: (only: readonly ClauseId[]) => Promise<Readonly<Record<string, string>>>) => Promise<T>,
  runs = 1,
): Promise<T> {
  const server = await listen({
    onConnection: (connection) => void toWebSocket(connection).on('error', () => {}),
    ...serves,
  });
  try {
    return await use(async (only) => {
      const report = await verifyServer(server.url, { seed: 7, runs, ...declares, only });
      const all = [...report.clauses, ...report.choices];
      return Object.fromEntries(all.map(({ id, verdict, reason = '' }) => [id, `${verdict} ${reason}`]));
    });
  } finally {
    await server.close();
  }
}
