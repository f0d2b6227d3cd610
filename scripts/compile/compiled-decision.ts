import { clientDecision } from '../../models/client-decision.ts';
import { firstMessageDecision } from '../../models/first-message.ts';
import { serverDecision } from '../../models/server-decision.ts';
import { tlsDecision } from '../../models/tls-decision.ts';
import { tunnelDecision } from '../../models/tunnel-decision.ts';
import type { CompiledDecision } from './write-decision.ts';

/** The decisions that the server and the client run. */
export const compiledDecisions: readonly CompiledDecision[] = [
  {
    machine: serverDecision,
    file: 'server-decision.ts',
    imports: [
      "{ type RequestGuard, serverRows } from '../server-decision.ts'",
      "type { RequestFacts, ServerChoices, ServerRow } from '../vocabulary.ts'",
    ],
    docstring: "The server's decision on an opening: the first of `serverRows` that holds.",
    signature: 'decideRequest(facts: RequestFacts, choices: ServerChoices): ServerRow<RequestGuard>',
    rows: 'serverRows',
  },
  {
    machine: firstMessageDecision,
    file: 'first-message.ts',
    imports: [
      "{ type FirstMessageGuard, firstMessageRows } from '../first-message.ts'",
      "type { FirstMessageFacts, FirstMessageRow } from '../vocabulary.ts'",
    ],
    docstring: "The server's decision on a first message: the first of `firstMessageRows` that holds.",
    signature: 'decideFirstMessage(facts: FirstMessageFacts): FirstMessageRow<FirstMessageGuard>',
    rows: 'firstMessageRows',
  },
  {
    machine: clientDecision,
    file: 'client-decision.ts',
    imports: [
      "{ type ClientRow, clientRows, type ReplyGuard } from '../client-decision.ts'",
      "type { ClientChoices, ReplyFacts } from '../vocabulary.ts'",
    ],
    docstring: "The client's decision on a reply: the first of `clientRows` that holds.",
    signature: 'decideReply(facts: ReplyFacts, choices: ClientChoices): ClientRow<ReplyGuard>',
    rows: 'clientRows',
  },
  {
    machine: tunnelDecision,
    file: 'tunnel-decision.ts',
    imports: [
      "{ type TunnelGuard, type TunnelRow, tunnelRows } from '../tunnel-decision.ts'",
      "type { TunnelFacts } from '../vocabulary.ts'",
    ],
    docstring: "The client's decision on a proxy's reply to CONNECT: the first of `tunnelRows` that holds.",
    signature: 'decideTunnel(facts: TunnelFacts): TunnelRow<TunnelGuard>',
    rows: 'tunnelRows',
  },
  {
    machine: tlsDecision,
    file: 'tls-decision.ts',
    imports: [
      "{ type TlsGuard, type TlsRow, tlsRows } from '../tls-decision.ts'",
      "type { TlsFacts } from '../vocabulary.ts'",
    ],
    docstring: "The client's decision on a TLS handshake: the first of `tlsRows` that holds.",
    signature: 'decideTls(facts: TlsFacts): TlsRow<TlsGuard>',
    rows: 'tlsRows',
  },
];
