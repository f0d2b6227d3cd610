import type { ClauseId } from '../../../../models/clauses.ts';
import type { Topic } from '../../../../models/topic.ts';
import type { RequestHead } from '../../../wire/index.ts';
import { seeReply } from '../../judge/seen/seen.ts';
import { answerRightly } from '../calibration.ts';
import { type Charged, type ClientCharge, nothing } from '../charge.ts';
import type { Reply } from '../reply/exchange.ts';
import { failurePhrase } from '../reply/judgement.ts';
import { type ClientTarget, established } from '../reply/reply-case.ts';
import { judgeSent } from '../sent.ts';
import type { Journey, Stop } from './journey.ts';
import type { Tried } from './trial.ts';

/** What a reply to an opening, which is no 101, has a client do that goes on. */
export interface Onward {
  /** What it has to make of what it finds at the end of the way. */
  readonly end: 'opens' | 'fails';
  /** What is shown by who stays, and by who goes on and opens. */
  readonly stays?: ClauseId;
  readonly goesOn?: ClauseId;
}

/** A reply that is no 101 is no opening, whatever it names. To go on is free, and each opening is judged by itself. */
export const notSwitched: ClauseId = 'rfc6455/4.1/status-101';

/** What a wrong 101 at the end of a way shows. */
const proved: ClauseId = 'rfc6455/4.1/accept-value';

const none = new Uint8Array();

/** Judges each opening of a journey as one of its own, and what came of the last. */
export function judgeJourney(journey: Journey, onward: Onward, target: ClientTarget): Tried {
  const { stops, outcome } = journey;
  const [first] = stops;
  const decided = decideOnward(journey, onward);
  const sent = stops.map((stop) => ({ stop, ...judgeSent(stop, target) }));
  const decisive = decided.charges.length > 0 && outcome !== 'opened' ? stops.at(-1) : first;
  return {
    ...(decisive ?? { requested: none, reply: none, behind: none }),
    octetsOf: new Map(
      sent.toReversed().flatMap(({ stop, charges }) => charges.map(({ clause }) => [clause, stop])),
    ),
    shown: [...decided.shown, ...sent.flatMap(({ shown }) => shown)],
    charges: [...decided.charges, ...sent.flatMap(({ charges }) => charges)],
  };
}

function decideOnward({ stops, outcome, word }: Journey, { end, stays, goesOn }: Onward): Charged {
  const failing = (clause: ClauseId, about: Topic): ClientCharge => ({
    kind: 'accepted',
    clause,
    about,
    seen: [seeReply([about], stops.at(-1)?.reply ?? none)],
    expected: { is: 'failing', guards: [] },
    observed: 'openConnection',
  });
  const opening = {
    expected: 'openConnection',
    observed: failurePhrase(word),
    about: 'end',
    seen: [],
  } as const; // a topic
  const shown = (...clauses: readonly (ClauseId | undefined)[]) => clauses.flatMap((each) => each ?? []);
  switch (outcome) {
    case 'opened':
      return { shown: [notSwitched], charges: [failing(notSwitched, 'status')] };
    case 'openedAnother':
      if (end === 'opens') return { shown: shown(notSwitched, established, goesOn), charges: [] };
      return { shown: [], charges: [failing(proved, 'sec-websocket-accept')] };
    case 'failed':
      // Only who has come to the end has failed because of it.
      if (end === 'fails' || !isSwitch(stops.at(-1)))
        return {
          shown: shown(
            notSwitched,
            ...(stops.length === 1 ? [stays] : []),
            ...(isSwitch(stops.at(-1)) ? [proved] : []),
          ),
          charges: [],
        };
      return { shown: [], charges: [{ kind: 'refused', clause: established, ...opening }] };
    case 'undecided':
      return nothing;
  }
}

function isSwitch(stop: Stop | undefined): boolean {
  return /^HTTP\/1\.1 101/.test(Buffer.from(stop?.reply ?? []).toString('latin1'));
}

/** The right 101 at the end of a way. */
export function arrive(request: RequestHead): Reply {
  return answerRightly(null, request);
}

/** A reply that is no 101, without content, with one field. */
export function sendAway(status: string, field: string): Reply {
  const lines = [`HTTP/1.1 ${status}`, field, 'Content-Length: 0', 'Connection: close', '\r\n'];
  return { pieces: [Buffer.from(lines.join('\r\n'), 'latin1')], isLast: true };
}
