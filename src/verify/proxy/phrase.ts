import { fieldsOf, type Topic } from '../../../models/topic.ts';
import type { HopBreach } from '../../../models/verdict/hop-weight.ts';
import { readSeenReplies, readSeenRequest } from '../../facts/hop-sight.ts';
import { type Carried, compareFields, compareReplyFields } from '../../facts/passage-facts.ts';
import { decodeLatin1, fieldValues, type ReplyHead, type RequestHead } from '../../wire/index.ts';
import type { Fault } from '../judge/judgement.ts';
import { linesOf, type Phrase, statusPhrase, textPhrase } from '../judge/seen/phrase.ts';
import type { PairExchange } from './play/exchange.ts';

/** What was due, and what was seen. */
type Told = Pick<Fault, 'expected' | 'observed'>;

type Sight = Pick<
  PairExchange,
  'sent' | 'arrived' | 'replied' | 'returned' | 'forth' | 'back' | 'early' | 'status' | 'connections'
>;

/** The heads before a hop and behind it; null where there is none. */
type Heads =
  | readonly [RequestHead | null, RequestHead | null]
  | readonly [ReplyHead | null, ReplyHead | null];

/** What a row looks at that was not kept, and which way that went. */
interface Unkept {
  readonly guard: HopBreach['guard'];
  readonly about: Topic;
  readonly way: 'forth' | 'back';
}

/** What was due of a hop by a row that it has not kept, and what was seen. */
export function phraseBreach({ guard, about, way }: Unkept, sight: Sight): Told {
  const heads = way === 'forth' ? requestsOf(sight) : repliesOf(sight);
  switch (guard) {
    case 'requestIsDropped':
      return { expected: 'arrivalOrReply', observed: 'neither' };
    case 'hopAnswersFirst':
      return { expected: 'arrival', observed: { is: 'ownAnswer', status: sight.status } };
    case 'nominatedFieldIsForwarded':
      return phraseNominated(requestsOf(sight));
    case 'interimIsDropped':
      return { expected: 'interimFirst', observed: firstLine(sight.returned) };
    case 'switchIsUnasked':
      return { expected: 'noSwitch', observed: 'switch' };
    case 'statusIsChanged': {
      const [replied, returned] = repliesOf(sight).map((head) => (head ? statusPhrase(head) : 'noReply'));
      return { expected: replied ?? 'noReply', observed: returned ?? 'noReply' };
    }
    case 'idleTimeIsTooShort':
      return { expected: 'openAfterPause', observed: 'end' };
    case 'contentIsCut':
      return { expected: 'wholeContent', observed: 'partOfContent' };
    case 'octetsForthAreDamaged':
      return phraseCarried(sight.forth);
    case 'octetsBackAreDamaged':
      return phraseCarried(sight.back);
    case 'earlyOctetsAreDamaged':
      return phraseCarried(sight.early);
    case 'octetsBeyondHaveArrived':
      return { expected: 'nothingButRequests', observed: 'octetsBeyond' };
    case 'framingIsAmbiguous':
      return { ...phraseFields(fieldsOf(about), heads), expected: 'oneLength' };
    case 'linesAreReordered':
    case 'replyLinesAreReordered':
      return phraseFields(namesOf(heads, 'reordered'), heads);
    default:
      if (about === 'fields') return phraseFields(namesOf(heads, 'altered'), heads);
      if (fieldsOf(about).length > 0) return phraseFields(fieldsOf(about), heads);
      return phraseLines(way === 'forth' ? [sight.sent, sight.arrived] : [sight.replied, sight.returned]);
  }
}

function requestsOf({ sent, arrived }: Sight) {
  return [readSeenRequest(sent), readSeenRequest(arrived)] as const;
}

function repliesOf({ replied, returned }: Sight) {
  return [readSeenReplies(replied).final, readSeenReplies(returned).final] as const;
}

/** The fields by these names on both sides of a hop. */
function phraseFields(names: readonly string[], [before, behind]: Heads): Told {
  const phrase = (head: RequestHead | ReplyHead | null): Phrase => ({
    is: 'fields',
    fields: names.map((name) => linesOf(name, head ?? { fields: [] })),
  });
  return { expected: phrase(before), observed: phrase(behind) };
}

/** Names of the fields that did not come through as they were. */
function namesOf([before, behind]: Heads, wanted: 'altered' | 'reordered'): readonly string[] {
  if (!before || !behind) return [];
  const dispositions =
    'status' in before && 'status' in behind
      ? compareReplyFields(before, behind)
      : 'method' in before && 'method' in behind
        ? compareFields(before, behind)
        : [];
  return [...dispositions].flatMap(([name, disposition]) => (disposition === wanted ? [name] : []));
}

function phraseLines([before, behind]: readonly [Uint8Array, Uint8Array]): Told {
  return { expected: textPhrase(lineOf(before)), observed: firstLine(behind) };
}

function firstLine(octets: Uint8Array): Phrase {
  const line = lineOf(octets);
  return line === '' ? 'nothing' : textPhrase(line);
}

function lineOf(octets: Uint8Array): string {
  return decodeLatin1(octets.subarray(0, 200)).split('\r\n', 1)[0] ?? '';
}

function phraseCarried(carried: Carried | null): Told {
  const [sent, came] = [carried?.sent.length ?? 0, carried?.came.length ?? 0];
  return {
    expected: { is: 'octets', count: sent },
    observed: { is: came === sent ? 'otherOctets' : 'octets', count: came },
  };
}

function phraseNominated([sent, arrived]: readonly [RequestHead | null, RequestHead | null]): Told {
  const options = fieldValues(sent?.fields ?? [], 'connection').join(', ');
  const named = options.split(',').map((option) => option.trim().toLowerCase());
  const found = (arrived?.fields ?? [])
    .map(({ name }) => name)
    .filter((name) => named.includes(name.toLowerCase()) && !/^(?:upgrade|connection)$/i.test(name));
  return { expected: { is: 'noneNominated', options }, observed: textPhrase(found.join(', ')) };
}
