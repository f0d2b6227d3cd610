import type { HopGuard } from '../../../../models/decisions/hop.ts';
import type { HandshakeOptions } from '../../../client/option.ts';
import type { BehaviourName } from '../../../intermediary/behaviour.ts';

/** What is played through an intermediary, and what must be seen of it. */
export interface HopPlay {
  readonly behaviour: BehaviourName;
  /** Milliseconds between two pings, 30,000 by default; the hop ends a connection that is idle for 60,000. */
  readonly pings?: number;
  /** What a second hop does, which stands before the hop that is examined, or behind it. */
  readonly front?: BehaviourName;
  readonly back?: BehaviourName;
  /** What the client offers. */
  readonly offers?: Pick<HandshakeOptions, 'subprotocols' | 'permessageDeflate' | 'origin'>;
  /** Milliseconds that pass on the hop's clock once the request has reached the backend. */
  readonly waits?: number;
  /** The guards that hold for what the hop did; where none finds a fault, the guard of the row that decides. */
  readonly guards: readonly HopGuard[];
  /** The error of the reference client, or that it opens. */
  readonly client: { readonly guard: string | null; readonly status: number | null } | 'open';
}

const failed = (status: number) => ({ guard: 'statusIsNot101', status });
const nothing = { guard: null, status: null };
const refused = (guard: string) => ({ guard, status: 101 });
const offers = { subprotocols: ['chat'] };

/** One play at least for each row of the table, in the order of the rows; the last are those that find no fault. */
export const hopPlays: readonly HopPlay[] = [
  { behaviour: 'dropsConnection', guards: ['requestIsDropped'], client: nothing },
  { behaviour: 'refuses', guards: ['hopAnswersFirst'], client: failed(403) },
  { behaviour: 'garblesRequest', guards: ['requestIsGarbled'], client: failed(400) },
  { behaviour: 'downgradesToHttp10', guards: ['backendHttpIs10'], client: failed(426) },
  { behaviour: 'inventsVersion', guards: ['requestHttpIsNotOwn'], client: 'open' },
  { behaviour: 'stripsUpgrade', guards: ['upgradeIsStripped'], client: failed(426) },
  { behaviour: 'stripsConnection', guards: ['connectionIsNotSet'], client: failed(426) },
  { behaviour: 'stripsHopByHop', guards: ['upgradeIsStripped', 'connectionIsNotSet'], client: failed(426) },
  {
    behaviour: 'forwardsNominated',
    front: 'nominates',
    guards: ['nominatedFieldIsForwarded'],
    client: 'open',
  },
  { behaviour: 'rewritesHost', guards: ['hostIsRewritten'], client: 'open' },
  { behaviour: 'rewritesTarget', guards: ['targetIsRewritten'], client: 'open' },
  { behaviour: 'changesKey', guards: ['keyIsAltered'], client: refused('acceptIsWrong') },
  { behaviour: 'stripsVersion', guards: ['versionIsAltered'], client: failed(400) },
  { behaviour: 'stripsSubprotocols', offers, guards: ['offeredSubprotocolsAreAltered'], client: 'open' },
  {
    behaviour: 'stripsExtensions',
    offers: { permessageDeflate: true },
    guards: ['offeredExtensionsAreAltered'],
    client: 'open',
  },
  {
    behaviour: 'rewritesOrigin',
    offers: { origin: 'http://public.example' },
    guards: ['originIsAltered'],
    client: 'open',
  },
  { behaviour: 'dropsInterims', back: 'hintsEarly', guards: ['interimIsDropped'], client: 'open' },
  {
    behaviour: 'passes',
    back: 'holdsReply',
    waits: 30_000,
    guards: ['backendIsSilent'],
    client: failed(504),
  },
  { behaviour: 'passes', back: 'dropsReply', guards: ['hopAnswersInstead'], client: failed(502) },
  { behaviour: 'dropsReply', guards: ['replyIsDropped'], client: nothing },
  {
    behaviour: 'garblesReply',
    guards: ['replyIsGarbled'],
    client: { guard: 'statusLineIsMalformed', status: null },
  },
  { behaviour: 'downgradesReply', guards: ['replyHttpIsNotOwn'], client: refused('httpVersionIs10') },
  { behaviour: 'switchesUnasked', front: 'stripsUpgrade', guards: ['switchIsUnasked'], client: 'open' },
  { behaviour: 'changesStatus', guards: ['statusIsChanged'], client: failed(200) },
  {
    behaviour: 'stripsReplyUpgrade',
    guards: ['repliedUpgradeIsStripped'],
    client: refused('upgradeIsAbsent'),
  },
  {
    behaviour: 'stripsReplyConnection',
    guards: ['repliedConnectionIsNotSet'],
    client: refused('connectionIsAbsent'),
  },
  { behaviour: 'mutilatesReply', guards: ['acceptIsAltered'], client: refused('acceptIsAbsent') },
  { behaviour: 'stripsSubprotocol', offers, guards: ['chosenSubprotocolIsAltered'], client: 'open' },
  {
    behaviour: 'addsExtension',
    guards: ['agreedExtensionsAreAltered'],
    client: refused('extensionIsUnoffered'),
  },
  { behaviour: 'passes', pings: 90_000, guards: ['idleTimeIsTooShort'], client: 'open' },
  { behaviour: 'passes', guards: ['otherwise'], client: 'open' },
  { behaviour: 'passes', front: 'nominates', guards: ['otherwise'], client: 'open' },
  { behaviour: 'passes', back: 'hintsEarly', guards: ['otherwise'], client: 'open' },
];
