import type { RequestGuard } from '../decisions/server.ts';
import type { Breach, BreachKind, TagRule, WeightRule } from './breach.ts';

/** Kinds of breach in which the details of a request may excuse a server that has accepted it. */
const ofRequest: readonly BreachKind[] = ['accepted', 'unanswered'];

/** Faults of a request that is readable HTTP and asks for WebSocket: all that is wrong with it is of the handshake. */
export const ofOpening: readonly RequestGuard[] = [
  'hostIsAbsent',
  'hostIsRepeated',
  'hostIsMalformed',
  'methodIsNotGet',
  'targetNamesNoResource',
  'versionIsAbsent',
  'versionIsRepeated',
  'versionIsMalformed',
  'versionIsNot13',
  'keyIsAbsent',
  'keyIsRepeated',
  'keyIsMalformed',
  'keyIsNot16Octets',
  'subprotocolsAreMalformed',
  'extensionsAreMalformed',
];

/** What a server refuses for reasons of its own, in an opening with nothing wrong in it. */
export const ofPolicy: readonly RequestGuard[] = [
  'pathIsUnknown',
  'originIsAbsent',
  'originIsRepeated',
  'originIsMalformed',
  'originIsForeign',
  'subprotocolIsAbsent',
  'subprotocolIsMismatched',
  'credentialIsAbsent',
  'credentialIsInvalid',
];

/**
 * How much a breach weighs, and for which nobody is blamed: the first rule that is about it says so. What no rule is
 * about weighs as much as the register says of its clause.
 */
export const weightRules: readonly WeightRule<Breach>[] = [
  // Nobody is blamed.
  {
    when: {
      kind: 'reply',
      clause: 'service/5.2/credential-401',
      answer: 403,
    },
    says: 'none',
    reason: 'RFC 6455 lets a server answer a wrong credential with any error, and 403 is one.',
    source: 'RFC 6455 §4.2.2',
  },
  {
    when: {
      kind: 'reply',
      clause: 'rfc6455/10.2/origin-403',
      guard: ['originIsRepeated', 'originIsMalformed'],
    },
    says: 'none',
    reason: 'An Origin that cannot be read may also be refused as malformed.',
    source: 'RFC 6455 §4.2.1',
  },
  {
    when: {
      kind: 'reply',
      clause: 'service/7/malformed-400',
    },
    says: 'none',
    reason: 'RFC 6455 asks for an appropriate error and names 400 as an example.',
    source: 'RFC 6455 §4.2.1',
  },
  {
    when: {
      kind: 'unanswered',
      guard: 'requestLineIsMalformed',
      requestLine: 'noHttp',
      answer: 'junk',
    },
    says: 'none',
    reason: 'A request that is no HTTP may have an answer that is no HTTP.',
    source: 'RFC 9112 §2.2',
  },
  {
    when: {
      kind: 'unanswered',
      guard: 'httpMajorIsNot1',
      answer: 'junk',
    },
    says: 'none',
    reason: 'A request in another version of HTTP may be answered in that version.',
    source: 'RFC 9110 §2.5',
  },
  {
    when: {
      kind: 'unanswered',
      rest: 'outstanding',
      answer: 'silence',
    },
    says: 'none',
    reason: 'A server that is told of content may wait for it, whatever else is wrong.',
    source: 'RFC 9112 §6.3',
  },
  {
    when: {
      kind: 'unanswered',
      guard: ['requestLineIsMalformed', 'fieldLinesAreMalformed', 'targetIsMalformed'],
      answer: ['junk', 'silence'],
    },
    says: 'SHOULD',
    reason: 'The text asks for no more than a SHOULD where a request is no HTTP.',
    source: 'RFC 9112 §2.2',
  },
  {
    when: {
      clause: 'rfc6455/4.2.1/error-status',
      guard: ofOpening,
      answer: 'nothing',
    },
    says: 'MUST',
    reason: 'Who stops processing an opening owes it an error, though a connection may be ended at any time.',
    source: 'RFC 6455 §4.2.1',
  },
  {
    when: {
      clause: 'rfc6455/4.2.1/error-status',
      answer: 'nothing',
    },
    says: 'none',
    reason:
      'What cannot be read as HTTP, asks for no WebSocket, or is refused for another reason than its form, may be answered by the end of the connection.',
    source: 'RFC 9112 §2.2',
  },
  // Breaches that are worth a note and no more.
  {
    when: {
      clause: 'rfc9110/6.2/minor-version',
    },
    says: 'note',
    reason: 'A recipient can, and need not, take a higher minor version for the highest that it knows.',
    source: 'RFC 9110 §6.2',
  },
  {
    when: {
      kind: 'refused',
      clause: 'rfc9110/7.8/continue-before-switching',
    },
    says: 'note',
    reason: 'No client expects a 100 in an opening, so that a server which refuses it loses nobody.',
    source: 'RFC 9110 §10.1.1',
  },
  {
    when: {
      clause: 'rfc9110/5.5/octets-above-ascii',
    },
    says: 'note',
    reason: 'Fields should have no octets above ASCII, so that a server which refuses them loses few.',
    source: 'RFC 9110 §5.5',
  },
  {
    when: {
      clause: 'rfc6455/4.2.2/origin-refused',
    },
    says: 'note',
    reason: 'It is the choice of a server which origins it takes.',
    source: 'RFC 6455 §10.2',
  },
  {
    when: {
      clause: 'rfc6455/4.2.2/origin-lowercase',
    },
    says: 'note',
    reason:
      'Browsers write origins in lower case, so that a server which compares them as they are loses nobody.',
    source: 'RFC 6455 §4.2.2',
  },
  {
    when: {
      clause: ['rfc9112/5.2/folding', 'rfc9110/5.5/control-octets'],
    },
    says: 'note',
    reason: 'A server may also replace such octets by a space, or keep them where that is safe.',
    source: 'RFC 9110 §5.5',
  },
  {
    when: {
      clause: [
        'rfc9112/2.2/lone-line-feed',
        'rfc9112/2.2/space-before-fields',
        'rfc9112/2.2/leading-empty-line',
      ],
    },
    says: 'note',
    reason: 'A server may read such lines leniently, or refuse them.',
    source: 'RFC 9112 §2.2',
  },
  {
    when: {
      clause: 'service/7/no-upgrade-after-refusal',
    },
    says: 'note',
    reason: 'A field of the handshake beside an error status switches nothing.',
    source: 'RFC 6455 §4.2.2',
  },
  {
    when: {
      kind: 'refused',
      clause: [
        'rfc7692/7/parameter-invalid',
        'rfc7692/7/parameter-repeated',
        'rfc7692/7/parameter-undefined',
        'rfc7692/5/offer-order',
      ],
    },
    says: 'note',
    reason:
      'An offer that must be declined may be refused as well: the server gets along with fewer clients.',
    source: 'RFC 7692 §7',
  },
  // Weights that hold for every request.
  {
    when: {
      clause: [
        'rfc9110/7.8/upgrade-list',
        'rfc9110/5.3/split-lines',
        'rfc2616/2.1/null-elements',
        'rfc9110/5.6.1/empty-elements',
        'rfc2616/2.1/implied-space',
        'service/7/extension-unsupported-omitted',
      ],
    },
    says: 'SHOULD',
    reason: 'Two peers cannot connect, and neither of them need be wrong.',
    source: 'RFC 6455 §4.2.2',
  },
  {
    when: {
      kind: 'refused',
      clause: 'rfc7692/5/declined-by-omission',
    },
    says: 'SHOULD',
    reason: 'The text has the offer declined, and a server may refuse an opening for reasons of its own.',
    source: 'RFC 7692 §5.1',
  },
  {
    when: {
      clause: 'service/4/query-accepted',
    },
    says: 'SHOULD',
    reason: 'It is the choice of a server which resources it has, and a query is a part of their names.',
    source: 'RFC 6455 §4.2.2',
  },
  {
    when: {
      clause: 'rfc9110/7.8/connection-option-with-upgrade',
    },
    says: 'SHOULD',
    reason: 'Only intermediaries would notice, and none of them is misled by a reply that ends the matter.',
    source: 'RFC 9110 §7.8',
  },
  {
    when: {
      kind: 'reply',
      clause: 'rfc6455/4.2.2/version-advertised',
      guard: 'versionIsMalformed',
    },
    says: 'SHOULD',
    reason:
      'A value that breaks the grammar may be refused as such, and names no version to be told others for.',
    source: 'RFC 6455 §4.2.1',
  },
  {
    when: {
      kind: 'reply',
      clause: 'rfc9112/6.3/content-read-as-content',
      answer: 'closed',
    },
    says: 'SHOULD',
    reason: 'A server may end a connection whenever it likes, and its end alone does not show what was read.',
    source: 'RFC 6455 §7.3',
  },
  {
    when: {
      level: 'SHOULD',
    },
    says: 'SHOULD',
    reason: 'A text says SHOULD, or the service specification alone asks for it.',
    source: null,
  },
  // Faults that are a MUST in general, and weigh less in some requests.
  {
    when: {
      kind: ofRequest,
      guard: 'versionIsNot13',
      version: 'draft',
    },
    says: 'SHOULD',
    reason: 'It is a draft that some servers speak, and a server may speak several versions.',
    source: 'RFC 6455 §4.4',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'requestLineIsMalformed',
      requestLine: 'oddlySpaced',
    },
    says: 'note',
    reason: 'A recipient may part the request line at any white space.',
    source: 'RFC 9112 §3',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'requestLineIsMalformed',
      requestLine: 'oddTarget',
    },
    says: 'SHOULD',
    reason: 'The text asks for no more than a SHOULD where a target is invalid.',
    source: 'RFC 9112 §3.2',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'requestLineIsMalformed',
      requestLine: 'oddVersion',
    },
    says: 'SHOULD',
    reason: 'The text asks for no more than a SHOULD where a request line is invalid.',
    source: 'RFC 9112 §3',
  },
  {
    when: {
      kind: 'accepted',
      guard: [
        'keyIsAbsent',
        'keyIsRepeated',
        'keyIsMalformed',
        'keyIsNot16Octets',
        'versionIsAbsent',
        'versionIsRepeated',
        'versionIsMalformed',
        'versionIsNot13',
      ],
      answer: [200, 204],
    },
    says: 'SHOULD',
    reason: 'A server may ignore Upgrade, and then the request is one for a page.',
    source: 'RFC 9110 §7.8',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'targetNamesNoResource',
      target: 'asterisk',
    },
    says: 'SHOULD',
    reason: 'The text asks for no more than a SHOULD where a target is invalid.',
    source: 'RFC 9112 §3.2',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'targetNamesNoResource',
    },
    says: 'note',
    reason: 'A server that finds a resource by a target in another form misleads nobody.',
    source: 'RFC 9112 §3.2',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'upgradeIsNotWebsocket',
      upgrade: 'versioned',
    },
    says: 'note',
    reason: 'A version may stand behind the name of a protocol.',
    source: 'RFC 9110 §7.8',
  },
  {
    when: {
      kind: 'reply',
      clause: 'rfc9110/7.8/switch-only-as-asked',
      upgrade: 'versioned',
    },
    says: 'note',
    reason: 'A version may stand behind the name of a protocol.',
    source: 'RFC 9110 §7.8',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'subprotocolsAreMalformed',
      subprotocol: 'emptyElements',
    },
    says: 'note',
    reason: 'A list of nothing but empty elements may be read as an empty one.',
    source: 'RFC 9110 §5.6.1.2',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'extensionsAreMalformed',
      extensions: 'emptyElements',
    },
    says: 'note',
    reason: 'A list of nothing but empty elements may be read as an empty one.',
    source: 'RFC 9110 §5.6.1.2',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'hostIsMalformed',
      host: 'empty',
    },
    says: 'note',
    reason: 'A server may put a configured default in the place of an empty host.',
    source: 'RFC 9112 §3.3',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'hostIsAbsent',
      httpVersion: 'above1.1',
    },
    says: 'note',
    reason: 'The text speaks of requests in HTTP/1.1, and a later version is taken for that one by choice.',
    source: 'RFC 9112 §3.2',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'fieldLinesAreMalformed',
      fieldLines: 'foldOrBareCr',
    },
    says: 'note',
    reason: 'A server may put a space in the place of a bare CR or a fold.',
    source: 'RFC 9112 §5.2',
  },
  {
    when: {
      kind: ofRequest,
      clause: 'rfc9112/5/field-lines',
    },
    says: 'SHOULD',
    reason: 'The text asks for no more than a SHOULD where no section says more of the line.',
    source: 'RFC 9112 §2.2',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'contentLengthIsMalformed',
      content: 'hugeLength',
    },
    says: 'note',
    reason: 'A number that is larger than any content is not malformed.',
    source: 'RFC 9112 §6.3',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'transferCodingIsMalformed',
      content: 'chunkedTwice',
    },
    says: 'note',
    reason: 'The last coding is chunked, as it has to be: who applied it twice is the sender.',
    source: 'RFC 9112 §6.3',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'httpMajorIsNot1',
      httpVersion: 'other',
    },
    says: 'SHOULD',
    reason: 'RFC 6455 asks for HTTP/1.1 or higher: only what is below it is plainly wrong.',
    source: 'RFC 6455 §4.2.1',
  },
  {
    when: {
      kind: ofRequest,
      guard: 'targetIsUnsecured',
    },
    says: 'SHOULD',
    reason: 'Trusted gateways are excepted, and nobody can tell from outside who is one.',
    source: 'RFC 9110 §7.4',
  },
  {
    when: {
      kind: 'reply',
      clause: 'rfc7692/7.1.2.1/server-bits-echoed',
      extensions: 'fullWindow',
    },
    says: 'SHOULD',
    reason: 'A window of 15 bits is what is meant without the parameter.',
    source: 'RFC 7692 §7.1.2.1',
  },
];

/** Faults that HTTP stacks find before any WebSocket code sees the request. */
const ofHttp: readonly RequestGuard[] = [
  'requestLineIsMalformed',
  'fieldLinesAreMalformed',
  'httpMajorIsNot1',
  'httpVersionIs10',
  'hostIsAbsent',
  'hostIsRepeated',
  'hostIsMalformed',
  'contentLengthIsMalformed',
  'transferCodingIsMalformed',
  'contentIsFramedTwice',
  'targetIsTooLong',
  'targetIsMalformed',
  'targetNamesNoResource',
  'targetIsUnsecured',
];

/** Tags of findings: every rule that is about a breach adds its tag. */
export const tagRules: readonly TagRule<Breach>[] = [
  {
    when: { kind: ofRequest, guard: ofHttp },
    says: 'http-layer',
    reason: 'HTTP stacks find these faults before any WebSocket code sees the request.',
  },
  {
    when: { document: 'rfc9112' },
    says: 'http-layer',
    reason: 'RFC 9112 is about HTTP/1.1 and nothing else.',
  },
  {
    when: {
      kind: 'accepted',
      guard: ['keyIsMalformed', 'keyIsNot16Octets', 'extensionsAreMalformed', 'subprotocolsAreMalformed'],
    },
    says: 'leniency',
    reason: 'To accept these is lenient, and opens no hole.',
  },
  {
    when: {
      kind: 'accepted',
      guard: ['keyIsRepeated', 'versionIsRepeated'],
    },
    says: 'leniency',
    reason:
      'Senders are bound to send the field once; that a recipient has to look follows from its grammar alone.',
  },
  {
    when: {
      clause: 'rfc6455/4.2.1/error-status',
      answer: 'nothing',
    },
    says: 'literal',
    reason:
      'The text asks for an error status, and lets a connection be dropped for any reason all the same.',
  },
  {
    when: {
      clause: [
        'service/1/valid-request-accepted',
        'service/2.1/no-body',
        'service/4/query-accepted',
        'service/5.2/credential-401',
        'service/5.4/origin-absent',
        'service/7/extension-unsupported-omitted',
        'service/7/malformed-400',
        'service/7/no-upgrade-after-refusal',
        'service/9/drafts-refused',
        'service/9/version-13-only',
        'service/9/version-426',
      ],
    },
    says: 'service',
    reason: 'Only the service specification asks for these.',
  },
  {
    when: {
      clause: [
        'rfc6455/4.2.2/subprotocol-supported',
        'service/5.2/credential-once',
        'service/5.2/credential-invalid',
        'service/5.2/credential-missing',
        'service/5.3/first-message-held',
        'service/5.4/origin-allowlist',
        'service/5.4/origin-required',
        'service/7/subprotocol-required',
      ],
    },
    says: 'declared',
    reason: 'They bind a server that was declared to be so.',
  },
  {
    when: {
      clause: [
        'rfc6455/4.1/early-frames-kept',
        'rfc7692/5/declined-by-omission',
        'rfc9110/7.8/upgrade-list',
        'rfc9110/5.3/split-lines',
        'rfc2616/2.1/null-elements',
        'rfc9110/5.6.1/empty-elements',
        'rfc2616/2.1/implied-space',
        'service/7/extension-unsupported-omitted',
      ],
    },
    says: 'interop',
    reason: 'Two peers cannot connect, or lose octets, and neither of them need be wrong.',
  },
];
