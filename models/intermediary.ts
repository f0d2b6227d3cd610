import { createDecision, type Guards, type RuleTable } from './decision.ts';
import type { HopFacts, HopVerdict, Row } from './vocabulary.ts';

export const hopGuards = {
  connectionIsDropped: (facts) => facts.reply === 'none',
  backendHttpIs10: (facts) => facts.backendHttp === '1.0',
  upgradeIsStripped: (facts) => facts.upgrade === 'stripped',
  connectionIsNotSet: (facts) => facts.connection === 'unset',
  hostIsRewritten: (facts) => facts.host === 'rewritten',
  replyIsAltered: (facts) => facts.reply === 'altered',
  idleTimeIsTooShort: (facts) => facts.idle === 'ended',
  otherwise: () => true,
} as const satisfies Guards<HopFacts>;

export type HopGuard = keyof typeof hopGuards;
export type HopRow<Guard extends string = string> = Row<Guard, HopVerdict>;

/** What a hop was seen to do, held against the four requirements on intermediaries. */
export const hopRows = [
  { guard: 'connectionIsDropped', clause: 'service/3/proxy-drop', verdict: 'failed' },
  { guard: 'backendHttpIs10', clause: 'service/7/proxy-http11', verdict: 'failed' },
  { guard: 'upgradeIsStripped', clause: 'service/7/proxy-upgrade-passed', verdict: 'failed' },
  { guard: 'connectionIsNotSet', clause: 'service/7/proxy-connection-set', verdict: 'failed' },
  { guard: 'hostIsRewritten', clause: 'service/7/proxy-host-kept', verdict: 'failed' },
  { guard: 'replyIsAltered', clause: 'service/7/proxy-reply-relayed', verdict: 'failed' },
  { guard: 'idleTimeIsTooShort', clause: 'service/7/proxy-idle-timeout', verdict: 'failed' },
  { guard: 'otherwise', clause: 'service/7/proxy-passes', verdict: 'passes' },
] as const satisfies readonly HopRow<HopGuard>[];

export const hopTable: RuleTable<HopFacts, object, HopRow<HopGuard>> = {
  id: 'intermediary',
  guards: hopGuards,
  rows: hopRows,
  faultless: ['passes'],
  defaults: {},
};

export const hopDecision = createDecision(hopTable);
