import type { ClauseId } from '../../../models/clauses.ts';
import { bearer } from '../../server/authentication.ts';
import { type Case, habit, observe } from '../judge/observation.ts';
import { readTarget, type TargetOptions } from '../judge/target.ts';
import { verifyTarget } from '../server/verify-server.ts';
import { type BenchPlan, startBench } from './bench.ts';

const origins = ['https://example.com', 'http://localhost:8080'];
const auth = { in: 'authorization', scheme: 'Bearer', value: 'To.ken-1' } as const;

/** Reference servers, and what is declared of each to whoever verifies it. */
const declared: readonly (readonly [what: string, BenchPlan, TargetOptions])[] = [
  ['that nothing is known of', { endpoint: { permessageDeflate: true } }, {}],
  [
    'with an allowlist and a credential',
    { target: { origins }, endpoint: { authentication: bearer(auth.value) } },
    { origins, auth, subprotocols: ['chat'] },
  ],
  [
    'that demands a subprotocol, over TLS',
    {
      choices: { subprotocolAbsent: 'refuse' },
      on: 'tls',
      endpoint: { permessageDeflate: { serverMaxWindowBits: 12 } },
    },
    { subprotocols: ['chat', 'superchat'], subprotocolRequired: true, insecure: true },
  ],
];

/** Whoever verifies other servers finds nothing on the reference server. */
export function targetHabits(seed: number): readonly Case[] {
  return declared.map(([what, plan, options]) =>
    habit(verified, `the verification of a server ${what}`, async () => {
      const bench = await startBench(plan);
      try {
        const url = `${bench.authority === null ? 'ws' : 'wss'}://127.0.0.1:${bench.port}/chat`;
        const target = readTarget(url, options);
        if (!target.ok) throw new Error(target.problem);
        const verification = await verifyTarget('', target.value, { seed, runs: 1 });
        if (!verification.ok) return [observe(verified, 'a report', verification.problem)];
        const { findings, summary } = verification.report;
        return [
          observe(verified, [], findings),
          observe(verified, true, summary.cases > 300 && summary.clauses.pass > 40),
        ];
      } finally {
        await bench.close();
      }
    }),
  );
}

const verified: ClauseId = 'rfc6455/10.7/input-validated';
