import type { ClauseId } from '../../../models/clauses.ts';
import {
  canonicalReply,
  fitAccept,
  offerOf,
  type ReplyMessage,
  spellingWords,
  writeReplyMessage,
} from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import { decodeLatin1 } from '../../wire/index.ts';
import { applyChanges } from '../judge/change.ts';
import type { Fault } from '../judge/judgement.ts';
import { findSpans } from '../report/recipe.ts';
import type { ClientExchange } from './exchange.ts';
import { type ClientTarget, type ReplyCase, standIn } from './reply-case.ts';

/** It is told what a client says, and not what it sends. */
const inUse: ClauseId = 'rfc6455/4.1/subprotocol-in-use';

/** What a client does behind a reply, and because of it. */
const behindReply: ReadonlySet<ClauseId> = new Set([
  'rfc6455/5.1/frames-masked',
  'rfc6455/7.1.7/no-close-frame',
] satisfies ClauseId[]);

/** What a client did, in one line that is true of it, whatever the rule is: "Opens on a 101 without Upgrade". */
export function tellDeed(
  fault: Fault,
  current: ReplyCase,
  target: ClientTarget,
  exchange: Pick<ClientExchange, 'request'>,
): string {
  const { accept } = offerOf(exchange.request ?? { fields: [] }, sha1);
  const changed = applyChanges(current.base, current.changes);
  const message = fitAccept({ ...changed, content: '' }, standIn, accept);
  const what = tellReply(message, canonicalFor(exchange, target), accept);
  if (fault.clause === inUse && fault.kind === 'reply') {
    return `Says that "${fault.observed}" is in use, where "${fault.expected}" is, on ${what}`;
  }
  const isSent = verbs[fault.kind] === undefined;
  return isSent && !behindReply.has(fault.clause) ? tellSent(fault) : tellReaction(fault, what);
}

/** A reply to an opening with nothing odd in it. */
export function canonicalFor(
  { request }: Pick<ClientExchange, 'request'>,
  { offer }: Pick<ClientTarget, 'offer'>,
  content = '',
): ReplyMessage {
  const { accept } = offerOf(request ?? { fields: [] }, sha1);
  return fitAccept({ ...canonicalReply(offer), content }, standIn, accept);
}

const verbs: { readonly [Kind in Fault['kind']]?: string } = {
  accepted: 'Opens',
  refused: 'Fails',
  gone: 'Crashes',
};

/** What a client did, on what it got. */
export function tellReaction(fault: Pick<Fault, 'kind' | 'observed' | 'expected'>, what: string): string {
  const verb = verbs[fault.kind];
  return verb === undefined ? `${tellSent(fault)}, on ${what}` : `${verb} on ${what}`;
}

/** What a client sent, whatever it was answered. */
export function tellSent({ observed, expected }: Pick<Fault, 'observed' | 'expected'>): string {
  const rule = expected.endsWith('.') ? expected.slice(0, -1).replace(/^A /, 'a ') : `${expected} is due`;
  return `Sends ${observed.slice(0, 80)}, where ${rule}`;
}

type Line = ReplyMessage['lines'][number];

/** What is odd in a reply: the status line, or the lines that another has not, as code. */
function tellReply(message: ReplyMessage, canonical: ReplyMessage, accept: string): string {
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

/** A line as code, with words in the place of the accept value that is right, and behind one that is nearly so. */
function tellLine(text: string, accept: string): string {
  const near = findSpans(text, [{ of: 'accept', value: accept }]).find(
    ({ spelling }) => spelling !== 'whole',
  );
  const what = near ? ` (the right value${spellingWords[near.spelling]})` : '';
  return `\`${show(text.replaceAll(accept, '<the right value>'))}\`${what}`;
}

/** In which octets that cannot be printed are escaped. */
function show(text: string): string {
  return text
    .slice(0, 120)
    .replace(/[^\x20-\x7e]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
