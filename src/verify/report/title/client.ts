import type { ClauseId } from '../../../../models/clauses.ts';
import { fieldsOf } from '../../../../models/topic.ts';
import { type ReplyMessage, spellingWords, writeReplyMessage } from '../../../arbitraries/index.ts';
import { decodeLatin1 } from '../../../wire/index.ts';
import type { Fault } from '../../judge/judgement.ts';
import type { Phrase } from '../../judge/seen/phrase.ts';
import { describePhrase } from '../phrase.ts';
import { findSpans } from '../recipe.ts';
import type { Scene } from './scene.ts';

/** It is told what a client says, and not what it sends. */
const inUse: ClauseId = 'rfc6455/4.1/subprotocol-in-use';

/** What a client does behind a reply, and because of it. */
const behindReply: ReadonlySet<ClauseId> = new Set([
  'rfc6455/5.1/frames-masked',
  'rfc6455/7.1.7/no-close-frame',
] satisfies ClauseId[]);

/** What a client did on a reply: "Accepts a 101 without Upgrade". */
export function titleOfReply(
  fault: Fault,
  scene: Extract<Scene, { of: 'reply' }>,
  request: Uint8Array,
): string {
  if (fault.clause === inUse && fault.kind === 'reply') {
    const [said, right] = [fault.observed, fault.expected].map(tellChosen);
    return `Says that ${said} is in use, where ${right} is`;
  }
  const isSent = verbs[fault.kind] === undefined && !behindReply.has(fault.clause);
  return isSent ? titleOfSent(fault, request) : titleOfReaction(fault, tellReply(scene), request, ofReply);
}

function tellChosen(subprotocol: Phrase): string {
  return subprotocol === 'none' ? 'none' : `"${describePhrase(subprotocol)}"`;
}

type Verbs = { readonly [Kind in Fault['kind']]?: string };
const verbs: Verbs = { accepted: 'Opens on', refused: 'Fails on', gone: 'Crashes on' };
const ofReply: Verbs = { accepted: 'Accepts', refused: 'Rejects', gone: 'Crashes on' };

type Told = Pick<Fault, 'kind' | 'about' | 'observed' | 'seen'>;

/** What a client did, on what it got. */
export function titleOfReaction(fault: Told, what: string, request: Uint8Array, by = verbs): string {
  const verb = by[fault.kind];
  return verb === undefined ? `${titleOfSent(fault, request)}, on ${what}` : `${verb} ${what}`;
}

/** What a client sent, whatever it was answered: "Sends `Upgrade: h2c`". */
export function titleOfSent({ about, observed, seen }: Told, request: Uint8Array): string {
  const text = decodeLatin1(request);
  const spans = seen.filter(({ side }) => side === 'request').flatMap((each) => each.spans);
  const lines = spans.map(({ start, end }) => `\`${show(text.slice(start, end))}\``);
  switch (about) {
    case 'first-field':
      return `Sends ${lines.join(' and ') || describePhrase(observed)} before Host`;
    case 'target':
      return `Asks for ${lines.join(' and ')}`;
    case 'behind':
      return `Sends ${describePhrase(observed)} before the reply`;
    case 'tls':
      return `Sends ${observed === 'none' ? 'no server name' : describePhrase(observed)}`;
    default:
      if (lines.length > 0) return `Sends ${lines.join(' and ')}`;
      if (typeof observed !== 'string' && observed.is === 'values')
        return `Sends a request without ${fieldsOf(about).join(' and ')}`;
      return `Sends ${describePhrase(observed)}`;
  }
}

/** What the keys of all connections of a client are. */
export function titleOfKeys({ observed }: Pick<Fault, 'observed'>): string {
  if (typeof observed === 'string') return `Sends ${describePhrase(observed)}`;
  switch (observed.is) {
    case 'repeatedKey':
      return `Sends the key \`${observed.key}\` on ${observed.count} of ${observed.of} connections`;
    case 'sameBits':
      return `Sends keys in all of which ${observed.bits} of 128 bits are the same`;
    default:
      return `Sends ${describePhrase(observed)}`;
  }
}

type Line = ReplyMessage['lines'][number];

/** What is odd in a reply: the status line, or the lines that another has not, as code. */
export function tellReply({
  message,
  canonical,
  accept,
}: Pick<Extract<Scene, { of: 'reply' }>, 'message' | 'canonical' | 'accept'>): string {
  const parts: string[] = [];
  if (message.prefix !== '')
    parts.push(`\`${show(message.prefix.split('\r\n', 1)[0] ?? '')}\` before the 101`);
  if (message.statusLine !== canonical.statusLine) parts.push(`\`${show(message.statusLine)}\``);
  const own = canonical.lines.map(textOf);
  const isRepeated = ({ name }: Line) => message.lines.filter((each) => isAlike(each.name, name)).length > 1;
  const odd = message.lines.filter((each) => isRepeated(each) || !own.includes(textOf(each))).map(textOf);
  if (odd.length > 0) parts.push(odd.map((text) => tellLine(text, accept)).join(' and '));
  const names = new Set(message.lines.map(({ name }) => name.toLowerCase()));
  const missing = canonical.lines
    .filter(({ name }) => !names.has(name.toLowerCase()))
    .map(({ name }) => name);
  if (missing.length > 0) parts.push(`a 101 without ${missing.join(' and ')}`);
  if (parts.length > 0) return parts.join(', ');
  const isSame = decodeLatin1(writeReplyMessage(message)) === decodeLatin1(writeReplyMessage(canonical));
  return isSame ? 'a right 101' : 'a right 101 whose fields stand in another order';
}

function isAlike(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

function textOf({ name, colon, value }: Line): string {
  return `${name}${colon}${value}`;
}

/** A line as code, and behind it whether it has the accept value that is right, or one that is nearly so. */
function tellLine(text: string, accept: string): string {
  const near = findSpans(text, [{ of: 'accept', value: accept }]).find(
    ({ spelling }) => spelling !== 'whole',
  );
  const inIt = text.endsWith(`: ${accept}`) ? '' : ' in it';
  const how = near ? spellingWords[near.spelling] : text.includes(accept) ? inIt : null;
  return `\`${show(text)}\`${how === null ? '' : ` (the right value${how})`}`;
}

/** In which octets that cannot be printed are escaped. */
function show(text: string): string {
  return text
    .slice(0, 120)
    .replace(/[^\x20-\x7e]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
