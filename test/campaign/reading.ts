import type { ClauseId } from '../../models/clauses.ts';
import type { Layer, Part } from './recipe.ts';

/** The sentence that a finding was held against by hand. */
export interface Reading<AnyPart extends string = Part> {
  /** Where it stands. */
  readonly section: string;
  /** What it says, in words of our own. */
  readonly says: string;
  /** What speaks for those who do otherwise, where the texts leave a doubt. */
  readonly debatable?: string;
  /** What the texts leave open nearby, and why it does not cover this. */
  readonly latitude?: string;
  /** What of a message the clause is about: a recipe tells whose business that is. */
  readonly part: AnyPart;
}

/** Whose decision a clause is, by the part that it is about; undefined where one of them was not read. */
export function findDecider<AnyPart extends string>(
  clause: ClauseId,
  known: Readonly<Partial<Record<ClauseId, Reading<AnyPart>>>>,
  decides?: Readonly<Partial<Record<AnyPart, Layer>>>,
): Layer | undefined {
  const part = known[clause]?.part;
  return part === undefined ? undefined : decides?.[part];
}

/** What was read for each clause of which a server here was found to break it. */
export const readings = {
  'rfc2616/2.1/implied-space': {
    section: 'RFC 2616 §2.1',
    says: 'between words and separators of such a grammar there may be white space; RFC 6455 §9.1 names this grammar, which is out of date: a warning',
    debatable: 'RFC 2616 is out of date, and the grammar of RFC 9110 has no such space',
    part: 'extensions',
  },
  'rfc2616/2.1/null-elements': {
    section: 'RFC 2616 §2.1',
    says: 'a list may have null elements, which do not count; RFC 6455 §9.1 names this grammar: a warning',
    debatable:
      'RFC 2616 is out of date; RFC 9110 §5.6.1.2 has a recipient take empty elements, too, and a server may refuse any opening',
    part: 'extensions',
  },
  'rfc4648/3.3/alphabet': {
    section: 'RFC 4648 §3.3',
    says: 'a decoder must refuse what is not of its alphabet, unless another text says otherwise; - and _ are of the alphabet for URLs',
    debatable: 'where a server need not decode the key, some hold that it need not look at it',
    part: 'key',
  },
  'rfc6455/11.3.1/key-once': {
    section: 'RFC 6455 §11.3.1',
    says: 'the field MUST NOT appear more than once in a request; joined, two keys break the grammar that §4.2.1 has a server mind',
    debatable: 'the words bind the client; that a server has to look follows from the grammar alone',
    part: 'key',
  },
  'rfc6455/11.3.5/version-once': {
    section: 'RFC 6455 §11.3.5',
    says: 'the field MUST NOT appear more than once in a request; joined, two versions break the grammar that §4.2.1 has a server mind',
    debatable: 'the words bind the client; that a server has to look follows from the grammar alone',
    part: 'version',
  },
  'rfc6455/4.1/early-frames-kept': {
    section: 'RFC 6455 §4.1',
    says: 'a client waits for the answer before it sends more; what becomes of a frame that came before is not said: a warning',
    debatable: 'nothing says what a server does with what comes too early',
    part: 'content',
  },
  'rfc6455/4.2.1/connection-token': {
    section: 'RFC 6455 §4.2.1',
    says: 'a server must stop where Connection does not include the token Upgrade; what a token is says RFC 9110 §5.6.2',
    latitude: 'a list of more options is right, and not what was sent here',
    part: 'upgrade',
  },
  'rfc6455/4.2.1/key-16-octets': {
    section: 'RFC 6455 §4.2.1',
    says: 'the key decodes to 16 octets; where the opening does not match what is described, the server stops and answers with an error',
    debatable: 'where a server need not decode the key, some hold that it need not look at it',
    part: 'key',
  },
  'rfc6455/4.2.1/key-present': {
    section: 'RFC 6455 §4.2.1',
    says: 'the opening must have a Sec-WebSocket-Key whose value decodes to 16 octets, or the server stops',
    part: 'key',
  },
  'rfc6455/4.2.1/method-get': {
    section: 'RFC 6455 §4.2.1',
    says: 'the opening must be a GET request, or the server stops',
    latitude: 'any answer but a 101 is right',
    part: 'method',
  },
  'rfc6455/4.2.1/upgrade-websocket': {
    section: 'RFC 6455 §4.2.1',
    says: 'Upgrade must contain the value websocket, or the server stops',
    part: 'upgrade',
  },
  'rfc6455/4.2.1/version-present': {
    section: 'RFC 6455 §4.2.1',
    says: 'the opening must have a Sec-WebSocket-Version of 13, or the server stops',
    part: 'version',
  },
  'rfc6455/4.2.2/accept-value': {
    section: 'RFC 6455 §4.2.2',
    says: 'the value is made of the key of the request; white space around a field value is no part of it (RFC 9110 §5.5)',
    latitude: 'a refusal of the key would be right, too: it was taken, and another value made of it',
    part: 'key',
  },
  'rfc6455/4.2.2/subprotocol-empty-not-sent': {
    section: 'RFC 6455 §4.2.2',
    says: 'a server that chooses no subprotocol leaves the field out; the empty string is no legal value of it',
    latitude:
      'the offer was malformed itself, and to refuse it would be right; nothing has a server answer with an empty value',
    part: 'subprotocols',
  },
  'rfc6455/4.2.2/version-advertised': {
    section: 'RFC 6455 §4.2.2',
    says: 'a server that does not understand the version must send the versions that it does in Sec-WebSocket-Version',
    latitude: 'the status is free, the field is not',
    part: 'version',
  },
  'rfc6455/4.3/key-grammar': {
    section: 'RFC 6455 §4.3',
    says: 'the key is base64 with its padding; §4.2.1 has a server stop at any violation of the grammar, though §4.2.2 does not ask it to decode the key',
    debatable: 'where a server need not decode the key, some hold that it need not look at it',
    part: 'key',
  },
  'rfc6455/4.3/subprotocol-offer-grammar': {
    section: 'RFC 6455 §4.3',
    says: 'the field is a list of one or more tokens; §4.2.1 has a server stop at any violation of the grammar',
    debatable: 'a server that names no subprotocol in its reply has no need to read the field',
    part: 'subprotocols',
  },
  'rfc6455/4.2.2/subprotocol-supported': {
    section: 'RFC 6455 §4.2.2',
    says: 'the server selects one of the subprotocols of the request that it is willing to use for the connection, or none',
    debatable: 'which ones it is willing to use was declared for it: it sends back whatever it is asked for',
    part: 'subprotocols',
  },
  'rfc6455/4.3/subprotocol-sent-grammar': {
    section: 'RFC 6455 §4.3',
    says: 'the value that a server sends is one token; a list with empty elements, as the request had it, is none',
    latitude: 'a client may write such a list, and whoever reads it passes over the empty elements',
    part: 'subprotocols',
  },
  'rfc6455/4.3/version-grammar': {
    section: 'RFC 6455 §4.3',
    says: 'the version is one number from 0 to 255 without leading zeros',
    debatable: 'a server that reads the field as a number takes 013 for 13, and harms nobody',
    part: 'version',
  },
  'rfc6455/4.4/all-versions-listed': {
    section: 'RFC 6455 §4.4',
    says: 'a server that does not support the version must send all versions that it is willing to use',
    part: 'version',
  },
  'rfc6455/9.1/extension-grammar': {
    section: 'RFC 6455 §9.1',
    says: 'a value that does not conform to the grammar must make the receiver fail the connection at once',
    debatable: 'a server that agrees to no extension has no need to read the field',
    part: 'extensions',
  },
  'rfc6455/9.1/extension-quoted-token': {
    section: 'RFC 6455 §9.1',
    says: 'a quoted value must be a token once it is unescaped',
    debatable: 'a server that agrees to no extension has no need to read the field',
    part: 'extensions',
  },
  'rfc7692/5/answered-once': {
    section: 'RFC 7692 §5',
    says: 'several offers of one compression are alternatives, of which a server answers one at most; two in one answer would use the same bit, RSV1',
    latitude:
      'that a client may send the field on several lines, or a list in one, covers the offer, and not the answer',
    part: 'extensions',
  },
  'rfc7692/5/declined-by-omission': {
    section: 'RFC 7692 §5.1',
    says: 'a server that cannot meet an offer declines it by leaving it out of its reply, and the connection opens without compression; the opening may be refused: a warning',
    debatable:
      'a server may refuse an opening for reasons of its own, and few clients offer so small a window',
    part: 'extensions',
  },
  'rfc7692/7/parameter-invalid': {
    section: 'RFC 7692 §7.1',
    says: 'an offer with a parameter of an invalid value must be declined',
    latitude: 'to refuse the opening would be right, too: the offer was agreed to',
    part: 'extensions',
  },
  'rfc9110/15.5.22/upgrade-in-426': {
    section: 'RFC 9110 §15.5.22',
    says: 'a server must send Upgrade in a 426',
    latitude: 'any other status would need no such field',
    part: 'upgrade',
  },
  'rfc9110/15.5.6/allow': {
    section: 'RFC 9110 §15.5.6',
    says: 'an origin server must send Allow in a 405',
    latitude: 'any other status would need no such field',
    part: 'method',
  },
  'rfc9110/15.6.6/http-version-not-supported': {
    section: 'RFC 6455 §4.2.1, RFC 9112 §2.3',
    says: 'the request is one of HTTP/1.1 or higher; what follows another major version than 1 is not the syntax of HTTP/1.1, and 505 is made for it: a warning',
    debatable:
      '2.0 is higher than 1.1 to the letter of RFC 6455, and a server may well read what looks like HTTP/1.1',
    part: 'requestLine',
  },
  'rfc9110/5.3/split-lines': {
    section: 'RFC 9110 §5.2',
    says: 'the value of a field that stands on several lines is the list of all of them in their order',
    debatable: 'a server may refuse any opening, and no client is known to send its Connection in two lines',
    part: 'upgrade',
  },
  'rfc9110/5.6.1/empty-elements': {
    section: 'RFC 9110 §5.6.1.2',
    says: 'a recipient must take and ignore a reasonable number of empty elements; an opening may be refused: a warning',
    debatable: 'a server may refuse any opening, and no client is known to send such a list',
    part: 'upgrade',
  },
  'rfc9110/7.4/https-on-plain': {
    section: 'RFC 9110 §7.4',
    says: 'a request for an https resource on a connection that is not secured must be refused; a trusted gateway is excepted: a warning',
    debatable: 'whoever stands behind a gateway that ends TLS may be sent such requests by right',
    part: 'requestLine',
  },
  'rfc9110/7.8/connection-option-with-upgrade': {
    section: 'RFC 9110 §7.8',
    says: 'who sends Upgrade must also send the option upgrade in Connection; in a refusal that misleads nobody: a warning',
    debatable: 'only intermediaries would notice, and none is misled by a reply that ends the matter',
    part: 'upgrade',
  },
  'rfc9110/7.8/upgrade-ignored-in-http10': {
    section: 'RFC 9110 §7.8',
    says: 'an Upgrade in an HTTP/1.0 request must be ignored; RFC 6455 §4.2.1 wants HTTP/1.1 or higher',
    latitude: 'that a server may ignore Upgrade covers every answer but a 101, and this is one',
    part: 'requestLine',
  },
  'rfc9110/7.8/upgrade-list': {
    section: 'RFC 9110 §7.8',
    says: 'Upgrade is a list of protocols; an opening may be refused: a warning',
    debatable:
      'a server may ignore Upgrade (RFC 9110 §7.8), and RFC 6455 §4.1 has a client name websocket at least',
    part: 'upgrade',
  },
  'rfc9110/9.1/method-case': {
    section: 'RFC 9110 §9.1',
    says: 'a method is a token with regard to letter case: get is not GET',
    part: 'method',
  },
  'rfc9112/2.3/version-case': {
    section: 'RFC 9112 §2.3',
    says: 'the name HTTP in a version is compared with regard to letter case; an invalid request line should be answered by 400 (§3)',
    part: 'requestLine',
  },
  'rfc9112/3.2.2/absolute-form': {
    section: 'RFC 9112 §3.2.2',
    says: 'a server must accept a target in absolute form, though most clients send it to proxies alone',
    part: 'path',
  },
  'rfc9112/3.2.4/asterisk-form': {
    section: 'RFC 9112 §3.2.4',
    says: 'the target * is for OPTIONS alone; an invalid request line should be answered by 400 (§3)',
    part: 'requestLine',
  },
  'rfc9112/3.2/host-once': {
    section: 'RFC 9112 §3.2',
    says: 'a request with more than one Host must be answered by 400',
    latitude: 'a server is free in what it makes of one Host, not in taking two',
    part: 'host',
  },
  'rfc9112/3.2/host-present': {
    section: 'RFC 9112 §3.2',
    says: 'an HTTP/1.1 request without Host must be answered by 400',
    part: 'host',
  },
  'rfc9112/3.2/host-valid': {
    section: 'RFC 9112 §3.2',
    says: 'a request with an invalid Host must be answered by 400',
    latitude: 'an empty Host, and a port of any size, are valid; this is neither',
    part: 'host',
  },
  'rfc9112/3.2/target-valid': {
    section: 'RFC 9112 §3',
    says: 'an invalid request line should be answered by 400, or by a redirect to the target properly encoded',
    part: 'requestLine',
  },
  'rfc9112/3/line-length': {
    section: 'RFC 9112 §3',
    says: 'recipients are recommended to support request lines of at least 8,000 octets',
    part: 'requestLine',
  },
  'rfc9112/3/request-line': {
    section: 'RFC 9112 §3',
    says: 'an invalid request line should be answered by 400; one without a version is of no HTTP/1.1 at all',
    part: 'requestLine',
  },
  'rfc9112/5.1/surrounding-space': {
    section: 'RFC 9112 §5.1',
    says: 'spaces and tabs around a field value are no part of it, and are left out when it is read',
    latitude:
      'a refusal for reasons of its own looks alike; the same opening without the white space is taken',
    part: 'fieldLines',
  },
  'service/1/valid-request-accepted': {
    section: 'RFC 6455 §4.2.2',
    says: 'a server that agrees to none of the subprotocols on offer may open without one; nothing obliges it to open at all: a warning',
    debatable:
      'no RFC obliges a server to accept, and this one does not leave out the space in front of a name of the list',
    part: 'subprotocols',
  },
  'service/9/drafts-refused': {
    section: 'RFC 6455 §4.4',
    says: 'a server may speak several versions; those of the drafts are out of date, and refused by the service specification alone: a warning',
    debatable: 'the text allows it, and whoever serves old clients has a reason',
    part: 'version',
  },
  'service/9/version-426': {
    section: 'RFC 6455 §4.2.2',
    says: 'a version that is not understood is refused with an appropriate status, such as 426: any other but 426 is a warning',
    debatable: '426 is an example in the text, and any error status is an answer',
    part: 'version',
  },
} as const satisfies Readonly<Partial<Record<ClauseId, Reading>>>;
