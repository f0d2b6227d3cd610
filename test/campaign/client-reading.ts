import type { ClauseId } from '../../models/clauses.ts';
import type { Reading } from './reading.ts';

/** What there is to be looked at in what a client sends, in what it is sent, and in when it connects. */
export type ClientPart =
  // What it sends.
  | ('target' | 'host' | 'fieldOrder' | 'key' | 'offer')
  | 'connecting'
  // What it is sent: `space` is that around values, and `severalLines` are those of one field that should have one alone.
  | ('statusLine' | 'interimReplies' | 'space' | 'severalLines')
  | ('connection' | 'upgrade' | 'accept' | 'subprotocols' | 'extensions' | 'frames');

/** What was read for each clause of which a client here was found to break it. */
export const clientReadings = {
  'rfc6455/11.3.4/subprotocol-once': {
    section: 'RFC 6455 §11.3.4',
    says: 'the field must not appear more than once in a reply; that binds the server, and both lines name what was offered: a warning',
    debatable: 'the words bind the server, and both lines name what was offered',
    part: 'severalLines',
  },
  'rfc6455/4.1/accept-surrounding-space': {
    section: 'RFC 6455 §4.1',
    says: 'the accept value is compared without the white space before and behind it: a warning, since a client should not fail a connection without need (§7.1.7)',
    debatable:
      'a client may fail a connection for reasons of its own, and no server is known to send such a value',
    part: 'space',
  },
  'rfc6455/4.1/accept-value': {
    section: 'RFC 6455 §4.1',
    says: 'a client must fail the connection where the field has any other value than the right one; the field must not appear more than once (§11.3.3)',
    part: 'accept',
  },
  'rfc6455/4.1/extension-offered': {
    section: 'RFC 6455 §4.1',
    says: 'a client must fail the connection where the reply names an extension that it did not ask for',
    part: 'extensions',
  },
  'rfc6455/4.1/extensions-in-use': {
    section: 'RFC 7692 §7.1.2.2',
    says: 'to an offer of client_max_window_bits a server may answer with any value from 8 to 15: a warning',
    debatable:
      'a library whose compression cannot do what the answer says has no other way than to fail; it could offer less',
    part: 'extensions',
  },
  'rfc6455/4.1/host-sent': {
    section: 'RFC 6455 §4.1',
    says: 'the request must have a Host with the host of the URL; an IPv6 address stands in brackets there (RFC 3986 §3.2.2, which RFC 6455 §3 and RFC 9110 §7.2 name)',
    part: 'host',
  },
  'rfc6455/4.1/request-uri': {
    section: 'RFC 6455 §3',
    says: 'the resource name is the path, or / where the URL has none, and then the query behind a question mark; a fragment is no part of it',
    part: 'target',
  },
  'rfc6455/4.1/key-fresh': {
    section: 'RFC 6455 §4.1',
    says: 'the key must be chosen anew, at random, for each connection',
    part: 'key',
  },
  'rfc6455/4.1/key-random': {
    section: 'RFC 6455 §4.1',
    says: 'the key is the base64 of a value of 16 octets that is selected at random',
    debatable:
      'a value of 16 digits is selected at random, too, but from far fewer values than there are; bits that are the same in hundreds of keys show it',
    part: 'key',
  },
  'rfc6455/4.1/one-connecting': {
    section: 'RFC 6455 §4.1',
    says: 'no more than one connection to a remote host may be in the state CONNECTING, so a second opening must wait; a library may leave that to the application: a warning',
    debatable:
      'the words are about a client as a whole, and an application that asks for two connections at once may be held to be two',
    part: 'connecting',
  },
  'rfc6455/4.1/reply-connection-present': {
    section: 'RFC 6455 §4.1',
    says: 'a client must fail the connection where the reply has no Connection, or one without the token Upgrade',
    part: 'connection',
  },
  'rfc6455/4.1/reply-connection-token': {
    section: 'RFC 6455 §4.1',
    says: 'a client must fail the connection where Connection has no token Upgrade; what is a list, and has it, is right, and to fail then is a warning',
    debatable:
      'where it fails on a list that has the token: a client may fail a connection for reasons of its own, and most servers send the token alone',
    part: 'connection',
  },
  'rfc6455/4.1/reply-upgrade-present': {
    section: 'RFC 6455 §4.1',
    says: 'a client must fail where the reply lacks Upgrade',
    part: 'upgrade',
  },
  'rfc6455/4.1/reply-upgrade-websocket': {
    section: 'RFC 6455 §4.1',
    says: 'a client must fail the connection where Upgrade in the reply has another value than websocket, in any letter case',
    part: 'upgrade',
  },
  'rfc6455/4.1/subprotocol-in-use': {
    section: 'RFC 6455 §4.1, RFC 9112 §5.1',
    says: 'the subprotocol in use is the one that the reply names, and white space around a value is no part of it',
    debatable:
      'the reply was right, and the connection is; only the name that the client tells its application has the space',
    part: 'space',
  },
  'rfc6455/4.1/subprotocol-offered': {
    section: 'RFC 6455 §4.1',
    says: 'a client must fail the connection where the reply names a subprotocol that it did not ask for',
    part: 'subprotocols',
  },
  'rfc6455/4.1/subprotocol-token': {
    section: 'RFC 6455 §4.1',
    says: 'the names that a client offers must have no separators in them, and a space is one; a library may leave that to the application that asks for them: a warning',
    debatable: 'a library is one part of a client, and the application that asks for such names is the other',
    part: 'offer',
  },
  'rfc6455/4.1/subprotocol-unique': {
    section: 'RFC 6455 §4.1',
    says: 'the names that a client offers must all be different; a library may leave that to the application that asks for them: a warning',
    debatable: 'a library is one part of a client, and the application that asks for such names is the other',
    part: 'offer',
  },
  'rfc6455/4.2.2/reply-http11': {
    section: 'RFC 6455 §4.2.2',
    says: 'the status line of the 101 says HTTP/1.1, and HTTP/1.0 has no 1xx (RFC 9110 §15.2); that binds the server: a warning',
    debatable: 'the words bind the server, and nothing tells the client to look',
    part: 'statusLine',
  },
  'rfc6455/4.2.2/subprotocol-not-empty': {
    section: 'RFC 6455 §4.2.2',
    says: 'no subprotocol is told by leaving the field out, and not by an empty value; that binds the server: a warning',
    debatable: 'the words bind the server, and an empty name may be read as none',
    part: 'subprotocols',
  },
  'rfc6455/4.3/subprotocol-reply-grammar': {
    section: 'RFC 6455 §4.3',
    says: 'in a reply the field is one token; that binds the server: a warning',
    debatable: 'the words bind the server; read as a list, the value names what was offered',
    part: 'subprotocols',
  },
  'rfc6455/5.1/masked-frame-closes': {
    section: 'RFC 6455 §5.1',
    says: 'a server must not mask a frame, and a client must close the connection where it detects a mask',
    part: 'frames',
  },
  'rfc6455/9.1/reply-extension-grammar': {
    section: 'RFC 6455 §9.1',
    says: 'a value that does not conform to the grammar must make the receiver fail the connection at once; so must an extension that was not offered (§4.1)',
    part: 'extensions',
  },
  'rfc7692/5/answered-twice': {
    section: 'RFC 7692 §5',
    says: 'a client must fail the connection where compression is agreed to together with an extension that uses the same bit, RSV1',
    part: 'extensions',
  },
  'rfc7692/7.1.1.1/server-takeover-missing': {
    section: 'RFC 7692 §7.1.1.1',
    says: 'who accepts an offer of server_no_context_takeover answers with it, and a client must fail on an answer that fits none of its offers (§7.1)',
    debatable: 'a client that can keep the context of the server loses nothing by it',
    part: 'extensions',
  },
  'rfc7692/7.1.2.1/server-bits-missing': {
    section: 'RFC 7692 §7.1.2.1',
    says: 'who accepts an offer of server_max_window_bits answers with it; a window of 15 bits is what is meant without it: a warning where that was asked for',
    debatable: 'a window of 15 bits is what is meant without the parameter, so that nothing is lost',
    part: 'extensions',
  },
  'rfc7692/7.1.2.2/answer-bits-unoffered': {
    section: 'RFC 7692 §7.1.2.2',
    says: 'the answer must not have client_max_window_bits where the offer has not; a client must fail on parameters that do not fit its offer (§7.1)',
    part: 'extensions',
  },
  'rfc7692/7/answer-parameter-invalid': {
    section: 'RFC 7692 §7.1',
    says: 'a client must fail on a parameter with an invalid value; the bits of a window are a number from 8 to 15 without leading zeros (§7.1.2)',
    part: 'extensions',
  },
  'rfc7692/7/answer-parameter-repeated': {
    section: 'RFC 7692 §7.1',
    says: 'a client must fail on an answer that has the same parameter twice',
    part: 'extensions',
  },
  'rfc7692/7/answer-parameter-undefined': {
    section: 'RFC 7692 §7.1',
    says: 'a client must fail on an answer with a parameter that is not defined for answers',
    part: 'extensions',
  },
  'rfc9110/15.2/interim-replies': {
    section: 'RFC 9110 §15.2',
    says: 'a client must be able to parse interim replies before the final one, even if it expects none: a warning, since they are rare before a 101',
    debatable: 'interim replies before a 101 are hardly ever met',
    part: 'interimReplies',
  },
  'rfc9110/5.6.1/reply-empty-elements': {
    section: 'RFC 9110 §5.6.1.2',
    says: 'a recipient must take and ignore a reasonable number of empty elements of a list: a warning, since a client should not fail a connection without need (RFC 6455 §7.1.7)',
    debatable:
      'a client may fail a connection for reasons of its own, and no server is known to send such a list',
    part: 'connection',
  },
  'rfc9110/7.2/host-first': {
    section: 'RFC 9110 §7.2',
    says: 'a user agent should send Host as the first field',
    part: 'fieldOrder',
  },
  'rfc9112/2.3/reply-version': {
    section: 'RFC 9112 §2.3',
    says: 'an HTTP message says the version to which it conforms, and RFC 6455 §4.2.2 has the server say HTTP/1.1; nothing has the client look: a warning',
    debatable: 'the words bind the server, and nothing tells the client to look',
    part: 'statusLine',
  },
  'rfc9112/4/reason-ignored': {
    section: 'RFC 9112 §4',
    says: 'a reason may have octets above ASCII, and a client should ignore it',
    debatable: 'the text says should, and reasons above ASCII are hardly ever met',
    part: 'statusLine',
  },
  'rfc9112/4/status-line': {
    section: 'RFC 9112 §4',
    says: 'the line is a version (HTTP in capitals, a digit on each side of the dot, §2.3), three digits and a reason; a recipient may mend what it can tell apart: a warning',
    debatable: 'a recipient may mend what it can tell apart',
    part: 'statusLine',
  },
  'rfc9112/5.1/reply-surrounding-space': {
    section: 'RFC 9112 §5.1',
    says: 'white space before and behind a value is no part of it, and left out by whoever reads the field: a warning, since a client should not fail a connection without need (RFC 6455 §7.1.7)',
    debatable:
      'a client may fail a connection for reasons of its own, and one space before a value is all that most servers send',
    part: 'space',
  },
  'whatwg/2.2/subprotocol-chosen': {
    section: 'WebSockets Standard §2.2',
    says: 'a browser must fail the connection where it offered subprotocols and the reply names none',
    part: 'subprotocols',
  },
} as const satisfies Readonly<Partial<Record<ClauseId, Reading<ClientPart>>>>;
