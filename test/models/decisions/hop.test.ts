import { expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { hopShown } from '../../../models/decisions/hop.ts';
import type { HopFacts } from '../../../models/facts/hop.ts';
import { everyRule } from '../../../models/match.ts';
import { listValues } from '../expectation.ts';
import { testDecision } from './decision-suite.ts';
import { hopSuite } from './hop-expectation.ts';

testDecision('a hop', hopSuite, { pairs: 2505, values: 163 });

/** What is shown by what became of a part. */
const shownBy: Readonly<Partial<Record<string, readonly ClauseId[]>>> = {
  requestHttp: ['service/7/proxy-http11', 'rfc9112/2.3/own-version'],
  upgrade: ['service/7/proxy-upgrade-passed'],
  connection: ['service/7/proxy-connection-set'],
  nominated: ['rfc9110/7.6.1/hop-fields-removed'],
  host: ['service/7/proxy-host-kept'],
  target: ['rfc9110/7.7/target-kept'],
  key: ['rfc9110/5.1/handshake-fields-forwarded'],
  origin: ['rfc9110/7.7/origin-kept'],
  interims: ['rfc9110/15.2/interim-relayed'],
  switched: ['rfc9110/7.8/unasked-switch-stopped'],
  reply: ['service/3/proxy-drop', 'rfc9110/2.2/well-formed-forwarded'],
  status: ['service/7/proxy-reply-relayed'],
  repliedUpgrade: ['rfc9110/7.8/upgrade-in-relayed-switch'],
  repliedConnection: ['rfc9110/7.8/connection-in-relayed-switch'],
  idle: ['service/7/proxy-idle-timeout'],
};

const unseen = Object.fromEntries(Object.keys(hopSuite.values).map((fact) => [fact, 'unseen']));

test.each(listValues(hopSuite.values).map(([fact, value]) => [fact, value] as const))(
  'by what is seen alone, where %s is %s',
  (fact, value) => {
    const facts = { ...hopSuite.faultless, ...unseen, [fact]: value } as HopFacts; // all of its facts are there
    const shown = ['unseen', 'absent', 'none'].includes(value) ? [] : (shownBy[fact] ?? []);
    const relayed = value === 'relayed' ? ['service/7/proxy-passes'] : [];
    expect(everyRule(hopShown, facts).flatMap(({ says }) => says)).toEqual([...shown, ...relayed]);
  },
);
