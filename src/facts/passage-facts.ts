import type { FieldDisposition } from '../../models/facts/hop.ts';
import type { FieldsDisposition, OctetDisposition, PassageFacts } from '../../models/facts/passage.ts';
import {
  BodyReader,
  type Field,
  fieldValues,
  isSameOctets,
  type ReplyHead,
  type RequestHead,
  replyContent,
  requestContent,
} from '../wire/index.ts';
import { isSame, readDisposition, splitValues } from './field-disposition.ts';
import { nominatedNames } from './hop-request-facts.ts';
import { type HopSight, readSeenReplies, readSeenRequest, type SeenReplies } from './hop-sight.ts';

/** Octets that were sent at one side of a hop, and those that arrived in their place at the other. */
export interface Carried {
  readonly sent: Uint8Array;
  readonly came: Uint8Array;
}

/** What was seen of a hop behind the heads; null where nothing was sent that could be seen. */
export interface PassageSight extends Omit<HopSight, 'outlived'> {
  readonly forth: Carried | null;
  readonly back: Carried | null;
  readonly early: Carried | null;
  /** Whether octets for another protocol arrived, where no 101 has answered. */
  readonly beyond: PassageFacts['beyond'];
}

/** Fields of one connection, of how content is framed, and those that hops write themselves. */
const ofHops: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'expect',
  'max-forwards',
  'proxy-authorization',
  'accept-encoding',
  'via',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
];

/** Fields of a request that have facts of their own. */
const ofOpening = /^(?:host|origin|authorization|sec-websocket-.+)$/;

/** The same of a reply, and those that a hop may set as its owner likes: its name, the date, where a redirect leads. */
const ofReply =
  /^(?:www-authenticate|sec-websocket-(?:accept|protocol|extensions)|date|server|location|content-encoding|age)$/;

/** What a hop did besides what `readHop` tells. Never throws. */
export function readPassage(sight: PassageSight): PassageFacts {
  const [sent, arrived] = [readSeenRequest(sight.sent), readSeenRequest(sight.arrived)];
  const [replied, returned] = [readSeenReplies(sight.replied), readSeenReplies(sight.returned)];
  const isRelayed = replied.final !== null && replied.final.status === returned.final?.status;
  const content = isRelayed ? contentFact(replied, returned) : 'unseen';
  // A page of the hop's own has fields of its own.
  const isOwnPage = content === 'changed';
  return {
    fields: sent && arrived ? worst(compareFields(sent, arrived)) : 'unseen',
    authorization: sent && arrived ? fateOf('authorization', sent, arrived) : 'unseen',
    challenge:
      isRelayed && replied.final && returned.final
        ? fateOf('www-authenticate', replied.final, returned.final)
        : 'unseen',
    replyFields:
      isRelayed && !isOwnPage && replied.final && returned.final
        ? worst(compareReplyFields(replied.final, returned.final))
        : 'unseen',
    content,
    switchLength: addedToSwitch('content-length', replied.final, returned.final),
    switchCoding: addedToSwitch('transfer-encoding', replied.final, returned.final),
    forth: octetDisposition(sight.forth),
    back: octetDisposition(sight.back),
    early: octetDisposition(sight.early),
    beyond: sight.beyond,
    framing: arrived ? framingFact(arrived) : 'unseen',
  };
}

/** What became of each field, by its name in lower case. */
export type FieldDispositions = ReadonlyMap<string, Exclude<FieldsDisposition, 'unseen'>>;

/** What became of the fields of a request that have no fact of their own. */
export function compareFields(sent: RequestHead, arrived: RequestHead): FieldDispositions {
  const nominated = nominatedNames(sent);
  const isCompared = (name: string) => !ofOpening.test(name) && !nominated.includes(name);
  return compare(sent.fields, arrived.fields, isCompared);
}

/** The same of a reply. */
export function compareReplyFields(replied: ReplyHead, returned: ReplyHead): FieldDispositions {
  return compare(replied.fields, returned.fields, (name) => !ofReply.test(name));
}

function compare(
  before: readonly Field[],
  behind: readonly Field[],
  isCompared: (name: string) => boolean,
): FieldDispositions {
  const names = new Set(before.map(({ name }) => name.toLowerCase()));
  const compared = [...names].filter((name) => !ofHops.includes(name) && isCompared(name));
  return new Map(
    compared.map((name) => [name, compareValues(fieldValues(before, name), fieldValues(behind, name))]),
  );
}

function compareValues(
  before: readonly string[],
  behind: readonly string[],
): Exclude<FieldsDisposition, 'unseen'> {
  const [were, are] = [splitValues(before), splitValues(behind)];
  if (isSame(before, behind) || isSame(were, are)) return 'kept';
  return isSame([...were].sort(), [...are].sort()) ? 'reordered' : 'altered';
}

function worst(dispositions: FieldDispositions): FieldsDisposition {
  const all = [...dispositions.values()];
  if (all.includes('altered')) return 'altered';
  if (all.includes('reordered')) return 'reordered';
  return all.length > 0 ? 'kept' : 'unseen';
}

function fateOf(
  name: string,
  before: RequestHead | ReplyHead,
  behind: RequestHead | ReplyHead,
): FieldDisposition {
  return readDisposition('single', fieldValues(before.fields, name), fieldValues(behind.fields, name));
}

/** Whether a 101 has come back with a field that it must not have, and that the backend did not send. */
function addedToSwitch(
  name: string,
  replied: ReplyHead | null,
  returned: ReplyHead | null,
): PassageFacts['switchLength'] {
  if (replied?.status !== 101 || returned?.status !== 101) return 'unseen';
  const [before, behind] = [replied, returned].map(({ fields }) => fieldValues(fields, name).length);
  return before === 0 && behind !== 0 ? 'added' : 'none';
}

/** Content of a refusal, without its framing; another one is a hop's own page. */
function contentFact(replied: SeenReplies, returned: SeenReplies): OctetDisposition {
  if (replied.final === null || replied.final.status === 101) return 'unseen';
  const [before, behind] = [readContent(replied), readContent(returned)];
  if (before.octets.length === 0) return 'unseen';
  if (isSameOctets(before.octets, behind.octets)) return 'kept';
  const isCut = isSameOctets(before.octets.subarray(0, behind.octets.length), behind.octets);
  return behind.isWhole && !(isCut && behind.octets.length > 0) ? 'changed' : 'lost';
}

const contentLimit = 4_194_304;

function readContent({ final, behind }: SeenReplies) {
  const reader = new BodyReader(
    final ? replyContent(final.status, final.fields) : { kind: 'none' },
    contentLimit,
  );
  reader.push(behind);
  return { octets: reader.body, isWhole: reader.isComplete(true) };
}

function octetDisposition(carried: Carried | null): OctetDisposition {
  if (carried === null || carried.sent.length === 0) return 'unseen';
  const { sent, came } = carried;
  if (isSameOctets(sent, came)) return 'kept';
  return came.length < sent.length ? 'lost' : 'changed';
}

/** Both a coding and a length, or lengths that differ, can be read in two ways. */
function framingFact({ fields }: RequestHead): PassageFacts['framing'] {
  return requestContent(fields).kind === 'malformed' ? 'ambiguous' : 'plain';
}
