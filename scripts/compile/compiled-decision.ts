import { clientDecision } from '../../models/decisions/client.ts';
import { firstMessageDecision } from '../../models/decisions/first-message.ts';
import { serverDecision } from '../../models/decisions/server.ts';
import { tlsDecision } from '../../models/decisions/tls.ts';
import { tunnelDecision } from '../../models/decisions/tunnel.ts';
import type { CompiledDecision } from './write-decision.ts';

/** The decisions that the server and the client run. */
export const compiledDecisions: readonly CompiledDecision[] = [
  {
    machine: serverDecision,
    file: 'server.ts',
    imports: [
      "type { ServerRow } from '../decisions/row.ts'",
      "{ type RequestGuard, serverRows } from '../decisions/server.ts'",
      "type { RequestFacts, ServerChoices } from '../facts/request.ts'",
    ],
    docstring: "The server's decision on an opening: the first of `serverRows` that holds.",
    signature: 'decideRequest(facts: RequestFacts, choices: ServerChoices): ServerRow<RequestGuard>',
    rows: 'serverRows',
  },
  {
    machine: firstMessageDecision,
    file: 'first-message.ts',
    imports: [
      "{ type FirstMessageGuard, firstMessageRows } from '../decisions/first-message.ts'",
      "type { FirstMessageRow } from '../decisions/row.ts'",
      "type { FirstMessageFacts } from '../facts/first-message.ts'",
    ],
    docstring: "The server's decision on a first message: the first of `firstMessageRows` that holds.",
    signature: 'decideFirstMessage(facts: FirstMessageFacts): FirstMessageRow<FirstMessageGuard>',
    rows: 'firstMessageRows',
  },
  {
    machine: clientDecision,
    file: 'client.ts',
    imports: [
      "{ type ClientRow, clientRows, type ReplyGuard } from '../decisions/client.ts'",
      "type { ClientChoices, ReplyFacts } from '../facts/reply.ts'",
    ],
    docstring: "The client's decision on a reply: the first of `clientRows` that holds.",
    signature: 'decideReply(facts: ReplyFacts, choices: ClientChoices): ClientRow<ReplyGuard>',
    rows: 'clientRows',
  },
  {
    machine: tunnelDecision,
    file: 'tunnel.ts',
    imports: [
      "{ type TunnelGuard, type TunnelRow, tunnelRows } from '../decisions/tunnel.ts'",
      "type { TunnelFacts } from '../facts/tunnel.ts'",
    ],
    docstring: "The client's decision on a proxy's reply to CONNECT: the first of `tunnelRows` that holds.",
    signature: 'decideTunnel(facts: TunnelFacts): TunnelRow<TunnelGuard>',
    rows: 'tunnelRows',
  },
  {
    machine: tlsDecision,
    file: 'tls.ts',
    imports: [
      "{ type TlsGuard, type TlsRow, tlsRows } from '../decisions/tls.ts'",
      "type { TlsFacts } from '../facts/tls.ts'",
    ],
    docstring: "The client's decision on a TLS handshake: the first of `tlsRows` that holds.",
    signature: 'decideTls(facts: TlsFacts): TlsRow<TlsGuard>',
    rows: 'tlsRows',
  },
];
