import type { ReplyDetails, ReplyFacts } from '../../models/facts/reply.ts';
import type { SwitchFacts } from '../../models/facts/switch.ts';
import { offerGrammar, readValues, type Values } from '../negotiation/deflate-parameter.ts';
import { deflateName } from '../negotiation/permessage-deflate.ts';
import {
  computeAccept,
  type Extension,
  equalsIgnoringCase,
  fieldValues,
  parseExtensionList,
  parseTokenList,
  type ReplyHead,
  type RequestHead,
  type Sha1,
  trimOws,
} from '../wire/index.ts';
import { type OfferedTerms, readReplyFields } from './reply-facts.ts';
import { hasNoElement } from './request-details.ts';

/** What a 101 says, beside the opening that it answers. */
export interface SwitchReading {
  /** What the opening offered, and the accept value that belongs to its key. */
  readonly offer: OfferedTerms;
  /** What a client compares. */
  readonly facts: ReplyFacts;
  readonly shown: SwitchFacts;
}

/** Every client has limits of its own, so that no server is blamed for them: these are large. */
const limits = { fieldLimit: 10_000, interims: 0, interimLimit: 100 };

/** Reads a 101 by the opening that it answers. Never throws. */
export function readSwitch(
  request: Pick<RequestHead, 'fields'>,
  reply: ReplyHead,
  sha1: Sha1,
): SwitchReading {
  const asked = (name: string) => fieldValues(request.fields, name);
  const offer: OfferedTerms = {
    accept: computeAccept(asked('sec-websocket-key')[0] ?? '', sha1),
    subprotocols: parseTokenList(asked('sec-websocket-protocol').join(',')) ?? [],
    extensions: readExtensions(asked('sec-websocket-extensions')),
  };
  const { facts, extensions } = readReplyFields(reply, offer, limits);
  const offers = offer.extensions.filter(isDeflate).map(readOffer);
  return {
    offer,
    facts,
    shown: {
      subprotocol: presenceOf(fieldValues(reply.fields, 'sec-websocket-protocol')),
      extensions: presenceOf(fieldValues(reply.fields, 'sec-websocket-extensions')),
      deflate: extensions.some(isDeflate) ? 'answered' : 'unanswered',
      deflateOffer: faultOf(offers),
      serverTakeover: doAllSay(offers, 'server_no_context_takeover') ? 'asked' : 'open',
      serverBits: doAllSay(offers, 'server_max_window_bits') ? 'asked' : 'open',
      clientBits: offers.some((each) => says(each, 'client_max_window_bits')) ? 'offered' : 'unoffered',
      clientBitsAnswer: clientBitsOf(extensions),
    },
  };
}

/** Reads what the faults of a 101 are like. */
export function readSwitchDetails({ fields }: ReplyHead, { offer, shown }: SwitchReading): ReplyDetails {
  const told = (name: string) => fieldValues(fields, name);
  return {
    statusLine: 'other',
    fieldLines: 'other',
    upgrade: upgradeDetail(told('upgrade')),
    accept: isAmongSeveral(told('sec-websocket-accept'), offer.accept) ? 'rightAmongSeveral' : 'other',
    extensions: hasNoElement(told('sec-websocket-extensions')) ? 'emptyElements' : 'other',
    deflateOffer: shown.deflateOffer,
    clientBits: shown.clientBitsAnswer === 'valueless' ? 'valueless' : 'other',
    serverBits: asksForFullWindow(offer.extensions) ? 'full' : 'other',
  };
}

function asksForFullWindow(offered: readonly Extension[]): boolean {
  const asked = offered
    .filter(isDeflate)
    .flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'server_max_window_bits'));
  return asked.length > 0 && asked.every(({ value }) => value === '15');
}

function readExtensions(lines: readonly string[]): readonly Extension[] {
  const parsed = lines.length > 0 ? parseExtensionList(lines.join(',')) : null;
  return parsed?.ok ? parsed.value : [];
}

function isDeflate({ name }: Extension): boolean {
  return name === deflateName;
}

/** Any answer for permessage-deflate that lacks the value is wrong, whatever the others have. */
function clientBitsOf(answered: readonly Extension[]): SwitchFacts['clientBitsAnswer'] {
  const values = answered
    .filter(isDeflate)
    .flatMap(({ parameters }) => parameters)
    .filter(({ name }) => name === 'client_max_window_bits')
    .map(({ value }) => value);
  if (values.length === 0) return 'absent';
  return values.includes(null) ? 'valueless' : 'valued';
}

type ReadOffer = ReturnType<typeof readValues>;

function readOffer({ parameters }: Extension): ReadOffer {
  return readValues(parameters, offerGrammar);
}

/** Why every offer has to be declined; `other` where at least one need not be. */
function faultOf(offers: readonly ReadOffer[]): ReplyDetails['deflateOffer'] {
  const faults = offers.filter((read) => typeof read === 'string');
  const [first] = faults;
  return first !== undefined && faults.length === offers.length ? first : 'other';
}

function says(offer: ReadOffer, name: keyof Values): boolean {
  return typeof offer !== 'string' && offer[name] !== false;
}

function doAllSay(offers: readonly ReadOffer[], name: keyof Values): boolean {
  return offers.length > 0 && offers.every((each) => says(each, name));
}

function upgradeDetail(values: readonly string[]): ReplyDetails['upgrade'] {
  const elements = values.flatMap((value) => value.split(',')).map((each) => trimOws(each));
  const named = elements.filter((each) => equalsIgnoringCase(each, 'websocket')).length;
  if (elements.length < 2 || named === 0) return 'other';
  return named === elements.length ? 'websocketAgain' : 'websocketAmong';
}

function isAmongSeveral(values: readonly string[], right: string): boolean {
  return values.length > 1 && values.includes(right);
}

function presenceOf(values: readonly string[]): 'absent' | 'empty' | 'sent' {
  if (values.length === 0) return 'absent';
  return hasNoElement(values) ? 'empty' : 'sent';
}
