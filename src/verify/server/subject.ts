import { type RequestMessage, writeRequestMessage } from '../../arbitraries/index.ts';
import { readReplySigns, readRequestSigns, readSentKey } from '../../diagnosis/index.ts';
import { hashes } from '../../sha1.ts';
import { parseRequest } from '../../wire/index.ts';
import { reduceRequest } from '../explain/reduction.ts';
import { acceptance, cutOctets, octetsOf, type RequestCase } from '../judge/case.ts';
import { judgeCase } from '../judge/case-judgement.ts';
import { applyChanges } from '../judge/change.ts';
import { findFaults, isBusy } from '../judge/oracle.ts';
import { canonicalMessage, sampleKey, type Target } from '../judge/target.ts';
import { type Probed, probe, Unreachable } from '../peer/probe.ts';
import type { Reaction, Subject } from '../run/subject.ts';
import { isAccepting } from './calibration.ts';
import { deliver } from './case/content-delivery.ts';
import { renewKey } from './case/request-case.ts';
import { nameAnswer } from './policy.ts';

/** A server that is held against the models: each case is a request on a connection of its own. */
export type ServerSubject = Subject<RequestCase, Probed>;

/**
 * @param address the IP address of its host
 * @param timeout milliseconds that one case may take
 * @param pause milliseconds between two pieces that no target may read as one
 */
export function createServerSubject(
  target: Target,
  address: string,
  timeout: number,
  pause: number,
): ServerSubject {
  // A server that is known from inside ends the connection after a refusal, and its end is waited for.
  const isToEnd = target.choices !== undefined;
  const renewals = new Map<number, number>();
  return {
    acceptance,
    timeout,
    play: ({ pieces, rest, frames, second, isPatient }, patience = 1) =>
      probe(target, address, pieces, patience * timeout, {
        rest,
        frames,
        second,
        isToEnd,
        // A hurry is for the answer: a machine that is busy is no target that takes no connection.
        connecting: Math.max(1, patience) * timeout,
        ...(isPatient ? { pause } : {}),
      }),
    async isAlive() {
      try {
        return await isAccepting(target, address, timeout);
      } catch (error) {
        if (error instanceof Unreachable) return false;
        throw error;
      }
    },
    judge(current, { answer }) {
      const judged = judgeCase(current, answer, target);
      // Whether a request arrives in the pieces in which it was sent is chance: its cuts are all that it may show.
      const isByChance = current.isCut && target.choices === undefined;
      const isValid = current.changes.every(({ guard }) => guard === null);
      return isByChance ? { ...judged, shown: isValid ? [acceptance] : [] } : judged;
    },
    reactionOf,
    remake,
    renew(current) {
      const nth = (renewals.get(current.number) ?? 0) + 1;
      renewals.set(current.number, nth);
      return withKey(current, renewKey(current.number, nth));
    },
    traitOf: (current) => (octetsOf(current).some((octet) => octet > 0x7f) ? 'octets above ASCII' : null),
    messageOf: ({ base, changes }) => applyChanges(base, changes),
    resend: (current, message) => remake(current, message, []),
    reductionsOf: (message) => reduceRequest(message, canonicalMessage(target, sampleKey)),
    likenessOf(current, { answer: { reply, end } }, { severity, kind }) {
      // An obligation of every reply is shown best by a request without a fault: its rows must not matter.
      const rows = kind === 'reply' ? [] : findFaults(octetsOf(current), target);
      return [severity, ...new Set(rows.map(({ guard }) => guard)), reply?.status ?? end].join(' ');
    },
    signsOf(current, exchange, odd) {
      const octets = octetsOf(current);
      const request = parseRequest(octets);
      const fields = request.ok ? request.value.fields : null;
      const { reply } = exchange.answer;
      const outcome = outcomeOf(exchange);
      return [
        ...(odd && outcome ? readRequestSigns(odd, fields, outcome) : []),
        ...(reply && fields ? readReplySigns(readSentKey(octets, fields), fields, reply, hashes) : []),
      ];
    },
  };
}

/** Whether a server has taken a request; null where it said nothing of that. */
function outcomeOf(probed: Probed): 'accepted' | 'refused' | null {
  const { isOpen, isBusy: isTooBusy } = reactionOf(probed);
  if (isOpen) return 'accepted';
  return isTooBusy || (probed.answer.reply === null && probed.answer.end === 'late') ? null : 'refused';
}

/** The same request in one piece, with nothing sent behind it; its content is sent as before. */
function remake(
  { frames: _frames, early: _early, rest: _rest, isPatient: _patient, ...kept }: RequestCase,
  base: RequestMessage,
  changes: RequestCase['changes'],
): RequestCase {
  const message = applyChanges(base, changes);
  const { delivery } = kept;
  const parts = delivery ? deliver(message, delivery) : { pieces: [writeRequestMessage(message)] };
  return { ...kept, base, changes, isCut: false, ...parts };
}

/** A key with nothing odd in it: 16 octets in base64, the bits behind them zero. */
const usualKey = /^[A-Za-z0-9]{21}[AQgw]==$/;

/** The same request with another key; where its key is odd, or stands in it more than once, it keeps that. */
function withKey(current: RequestCase, key: string): RequestCase {
  const { base } = current;
  const at = base.lines.findIndex(({ name }) => name === 'Sec-WebSocket-Key');
  const own = base.lines[at];
  if (!own || !usualKey.test(own.value)) return current;
  const octets = Buffer.from(octetsOf(current));
  const start = octets.indexOf(own.value);
  if (start < 0 || octets.includes(own.value, start + 1)) return current;
  octets.write(key, start, 'latin1');
  const pieces = current.pieces.map(({ length }) => length);
  const lines = base.lines.with(at, { ...own, value: key });
  return {
    ...current,
    base: { ...base, lines },
    ...cutOctets(octets, { pieces, rest: current.rest?.length ?? 0 }),
  };
}

/** What a server did, as far as playing cases depends on it. */
export function reactionOf({ answer }: Probed): Reaction {
  const { reply, end, octets } = answer;
  return {
    answer: nameAnswer(answer),
    hasSpoken: octets.length > 0,
    isOpen: reply?.status === 101,
    isReset: end === 'reset' && octets.length === 0,
    isLate: end === 'late' && reply === null,
    isUnfinished: end === 'late',
    isBusy: isBusy(reply?.status ?? 0),
  };
}
