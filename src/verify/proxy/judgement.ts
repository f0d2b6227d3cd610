import type { ClauseId } from '../../../models/clauses.ts';
import { judge } from '../../../models/decide.ts';
import { hopTable } from '../../../models/decisions/hop.ts';
import type { HopFacts } from '../../../models/facts/hop.ts';
import { hopObligationTable } from '../../../models/obligations/hop.ts';
import { checkObligations } from '../../../models/obligations/obligation.ts';
import { tagBreach, weighBreach } from '../../../models/verdict/breach.ts';
import {
  type HopBreach,
  type HopDetails,
  hopTagRules,
  hopWeightRules,
} from '../../../models/verdict/hop-weight.ts';
import { readHop } from '../../facts/hop-facts.ts';
import { asksForWebSocket } from '../../facts/hop-request-facts.ts';
import { readSeenRequest } from '../../facts/hop-sight.ts';
import { readPassage } from '../../facts/passage-facts.ts';
import { decodeLatin1, encodeLatin1, fieldValues } from '../../wire/index.ts';
import type { Fault } from '../judge/judgement.ts';
import { seePassage } from '../judge/passage.ts';
import type { PairExchange } from './exchange.ts';
import { readCarriedData } from './own-handshake.ts';
import type { PairCase } from './pair-case.ts';
import { phraseBreach } from './phrase.ts';
import type { HopTarget } from './target.ts';

/** One thing that a hop was seen to do wrong. */
export interface HopFault extends Fault {
  /** The row that is not kept. */
  readonly row: HopBreach['guard'];
}

/** What an exchange has shown of a hop. */
export interface HopJudgement {
  readonly shown: readonly ClauseId[];
  readonly faults: readonly HopFault[];
}

/** Holds what a hop did with a pair against the table of intermediaries, and against what it owes besides. */
export function judgePair(current: PairCase, exchange: PairExchange, target: HopTarget): HopJudgement {
  const sight = readSight(exchange, target);
  const facts = readHop(sight);
  const { owed, broken: unkept } = checkObligations(hopObligationTable, readPassage(sight));
  const came = { ...readDetails(current, sight), handshake: target.handshake, frames: target.frames };
  const rows = judge(hopTable, facts, {}).filter(({ guard }) => guard !== 'otherwise');
  const breaches = [...rows, ...unkept];
  const passage = {
    request: exchange.sent,
    forwarded: exchange.arrived,
    answered: exchange.replied,
    response: exchange.returned,
  };
  // A hop that chooses a subprotocol by itself fails the connection where the backend chooses another, or none.
  const isDecided =
    target.handshake === 'own' && rows.some(({ guard }) => guard === 'chosenSubprotocolIsAltered');
  const excused = new Set<ClauseId>();
  const faults = breaches.flatMap(({ guard, clause, about, way }): readonly HopFault[] => {
    // Where a hop fails on what goes before the reply, its own reply is no other defect.
    const isLed = (facts.interims === 'dropped' && ofReply.has(guard)) || (isDecided && ofTunnel.has(guard));
    const breach: HopBreach = { ...came, guard, clause };
    const severity = weighBreach(hopWeightRules, breach);
    if (severity === 'none' || isLed) {
      excused.add(clause);
      return [];
    }
    return [
      {
        ...phraseBreach({ guard, about, way }, sight),
        about,
        seen: seePassage(about, way, passage),
        clause,
        kind: 'reply',
        guard: null,
        row: guard,
        severity,
        tags: tagBreach(hopTagRules, breach),
      },
    ];
  });
  const shown = new Set<ClauseId>([...rows, ...owed].map(({ clause }) => clause));
  for (const { clause, fact } of shownRows) if (!silent.includes(facts[fact])) shown.add(clause);
  if (facts.reply === 'relayed') shown.add('service/7/proxy-passes');
  for (const clause of excused) shown.delete(clause);
  for (const { clause } of faults) shown.add(clause);
  return { shown: [...shown], faults };
}

/** What was seen, without what a hop may change: the path that it maps, and frames where it reads them. */
function readSight(exchange: PairExchange, target: HopTarget): PairExchange {
  const sight = { ...exchange, arrived: unmap(exchange.arrived, target) };
  if (target.frames === 'passed') return sight;
  const read = (carried: PairExchange['forth']) => readCarriedData(carried, [sight.replied, sight.returned]);
  return { ...sight, forth: read(sight.forth), back: read(sight.back), early: read(sight.early) };
}

const ofReply: ReadonlySet<string> = new Set(['statusIsChanged', 'replyIsDropped', 'hopAnswersInstead']);
const ofTunnel: ReadonlySet<string> = new Set(['octetsForthAreDamaged', 'octetsBackAreDamaged']);

/** The clause that is shown, kept or broken, by what became of a part. */
const shownRows: readonly { readonly clause: ClauseId; readonly fact: keyof HopFacts }[] = [
  { clause: 'service/3/proxy-drop', fact: 'reply' },
  { clause: 'rfc9110/2.2/well-formed-forwarded', fact: 'reply' },
  { clause: 'service/7/proxy-http11', fact: 'requestHttp' },
  { clause: 'rfc9112/2.3/own-version', fact: 'requestHttp' },
  { clause: 'service/7/proxy-upgrade-passed', fact: 'upgrade' },
  { clause: 'service/7/proxy-connection-set', fact: 'connection' },
  { clause: 'rfc9110/7.6.1/hop-fields-removed', fact: 'nominated' },
  { clause: 'service/7/proxy-host-kept', fact: 'host' },
  { clause: 'rfc9110/7.7/target-kept', fact: 'target' },
  { clause: 'rfc9110/5.1/handshake-fields-forwarded', fact: 'key' },
  { clause: 'rfc9110/7.7/origin-kept', fact: 'origin' },
  { clause: 'rfc9110/15.2/interim-relayed', fact: 'interims' },
  { clause: 'rfc9110/7.8/unasked-switch-stopped', fact: 'switched' },
  { clause: 'service/7/proxy-reply-relayed', fact: 'status' },
  { clause: 'rfc9110/7.8/upgrade-in-relayed-switch', fact: 'repliedUpgrade' },
  { clause: 'rfc9110/7.8/connection-in-relayed-switch', fact: 'repliedConnection' },
  { clause: 'service/7/proxy-idle-timeout', fact: 'idle' },
];

/** Values of facts that show nothing. */
const silent: readonly string[] = ['unseen', 'absent', 'none'];

/** The request that arrived as if its path had not been mapped. */
export function unmap(arrived: Uint8Array, { mapped }: Pick<HopTarget, 'mapped'>): Uint8Array {
  if (mapped === null) return arrived;
  const text = decodeLatin1(arrived);
  // An absolute target has its path behind the authority.
  const at = /^\S* (?:[^\s/?]+:\/\/[^\s/?]*)?/.exec(text)?.[0].length ?? 0;
  return text.startsWith(mapped.back, at)
    ? encodeLatin1(text.slice(0, at) + mapped.front + text.slice(at + mapped.back.length))
    : arrived;
}

/** Octets in one direction that are more than a gateway has to take as one message. */
const many = 65_536;

function readDetails(
  { request, answer, forth, back }: PairCase,
  sight: Pick<PairExchange, 'sent' | 'arrived' | 'status'>,
): Omit<HopDetails, 'handshake' | 'frames'> {
  const [sent, arrived] = [readSeenRequest(sight.sent), readSeenRequest(sight.arrived)];
  const [host = ''] = fieldValues(sent?.fields ?? [], 'host');
  const told = ['x-forwarded-host', 'forwarded', 'x-original-host'].flatMap((name) =>
    fieldValues(arrived?.fields ?? [], name),
  );
  return {
    request: request.isOdd ? 'odd' : 'valid',
    reply: answer.isOdd ? 'odd' : 'valid',
    target: request.isAbsolute ? 'absolute' : 'origin',
    host: host !== '' && told.some((value) => value.includes(host)) ? 'told' : 'untold',
    arrived: arrived && asksForWebSocket(arrived) ? 'asking' : 'other',
    status: sight.status === 101 ? 'switch' : 'refusal',
    interim: answer.interims === undefined ? 'none' : 'sent',
    early: request.early === undefined ? 'none' : 'sent',
    octets: Math.max(forth.length, back.length) < many ? 'few' : 'many',
  };
}
