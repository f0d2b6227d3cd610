import type { ClauseId } from '../../../models/clauses.ts';
import { judge } from '../../../models/decide.ts';
import { hopShown, hopTable } from '../../../models/decisions/hop.ts';
import { everyRule } from '../../../models/match.ts';
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
import type { Fault, Judgement } from '../judge/judgement.ts';
import { seePassage } from '../judge/seen/passage.ts';
import type { Exchange } from '../peer/connection/exchange.ts';
import type { PairCase } from './case/pair-case.ts';
import { phraseBreach } from './phrase.ts';
import type { PairExchange } from './play/exchange.ts';
import { readCarriedData } from './play/own-handshake.ts';
import type { HopTarget } from './target.ts';

/** A pair as far as it is judged: what was seen of it, whoever has its ends. */
type SeenPair = Omit<PairExchange, keyof Exchange>;

/** Holds what a hop did with a pair against the table of intermediaries, and against what it owes besides. */
export function judgePair(
  current: PairCase,
  exchange: SeenPair,
  target: Pick<HopTarget, 'mapped' | 'reads' | 'handshake' | 'frames'>,
): Judgement {
  const sight = readSight(exchange, target);
  const facts = readHop(sight);
  const { owed, broken: unkept } = checkObligations(hopObligationTable, readPassage(sight));
  const rows = judge(hopTable, facts, {}).filter(({ guard }) => guard !== 'otherwise');
  const isAltered = rows.some(({ guard }) => guard === 'chosenSubprotocolIsAltered');
  const details = readDetails(current, sight);
  const came: HopDetails = {
    ...details,
    reads: target.reads,
    handshake: target.handshake,
    frames: target.frames,
    interim: facts.interims === 'dropped' ? 'dropped' : details.interim,
    subprotocol: isAltered ? 'altered' : 'other',
  };
  const breaches = [...rows, ...unkept];
  const passage = {
    request: exchange.sent,
    forwarded: exchange.arrived,
    answered: exchange.replied,
    response: exchange.returned,
  };
  const excused = new Set<ClauseId>();
  const faults = breaches.flatMap(({ guard, clause, about, way }): readonly Fault[] => {
    const breach: HopBreach = { ...came, guard, clause };
    const severity = weighBreach(hopWeightRules, breach);
    if (severity === 'none') {
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
  const shown = new Set<ClauseId>([
    ...[...rows, ...owed].map(({ clause }) => clause),
    ...everyRule(hopShown, facts).flatMap(({ says }) => says),
  ]);
  for (const clause of excused) shown.delete(clause);
  for (const { clause } of faults) shown.add(clause);
  return { shown: [...shown], faults };
}

/** What was seen, without what a hop may change: the path that it maps, and frames where it reads them. */
function readSight(exchange: SeenPair, target: Pick<HopTarget, 'mapped' | 'frames'>): SeenPair {
  const sight = { ...exchange, arrived: unmap(exchange.arrived, target) };
  if (target.frames === 'passed') return sight;
  const read = (carried: PairExchange['forth']) => readCarriedData(carried, [sight.replied, sight.returned]);
  return { ...sight, forth: read(sight.forth), back: read(sight.back), early: read(sight.early) };
}

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
): Omit<HopDetails, 'reads' | 'handshake' | 'frames' | 'subprotocol'> {
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
