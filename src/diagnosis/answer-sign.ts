import { type StatusSign, toldStatuses } from '../knowledge/failure-sign.ts';
import { decodeLatin1, fieldValues, joinLines, type ReplyHead, splitList } from '../wire/index.ts';
import { type AnswerRead, describeAnswer } from './answer.ts';
import type { Asked, ExchangeSeen } from './observation.ts';
import { type ProductSeen, recogniseProducts } from './product.ts';
import { quoteText, shorten } from './quote.ts';
import { readRedirectSigns } from './redirect-sign.ts';
import { readSaid } from './said.ts';
import { type Sign, signsIf } from './sign-set.ts';

/** Milliseconds after which an answer was slow in coming: a proxy that waits for somebody takes seconds. */
const slow = 900;

/** What came of an opening shows: how it ended, what its reply says, and who says it. */
export function readAnswerSigns(seen: ExchangeSeen, answer: AnswerRead, asked: Asked): readonly Sign[] {
  if (seen.unreached !== null) return [];
  const { reply } = answer;
  return [
    ...readEnd(seen, answer),
    ...(reply ? readReply(reply, answer, seen) : readOctets(seen.reply)),
    ...readGuard(answer, seen),
    ...(reply ? readRedirectSigns(reply, asked) : []),
  ];
}

/** How far a connection came: to a reply, to a part of one, or to none. */
function readEnd(
  { reply: octets, end, isCut = false }: ExchangeSeen,
  { guard, opens, reply }: AnswerRead,
): readonly Sign[] {
  const isNothing = octets.length === 0;
  const isBegun = !isNothing && guard === null && isHttp(octets);
  const shown = JSON.stringify(decodeLatin1(octets.subarray(0, 60)));
  const how =
    end === 'late'
      ? 'no complete header section before the timeout'
      : end === 'reset'
        ? 'the connection is reset'
        : 'the data ends';
  return [
    ...signsIf(opens, 'the reply is a valid 101', 'opens'),
    ...signsIf(
      isNothing && end === 'ended',
      'the connection is closed before the first octet of a reply',
      'endsWithoutReply',
    ),
    ...signsIf(
      isNothing && end === 'reset',
      'the connection is reset before the first octet of a reply',
      'resetsWithoutReply',
    ),
    ...signsIf(isNothing && end === 'late', 'no octet arrives before the timeout', 'staysSilent'),
    ...signsIf(isBegun && !isBareLf(octets) && !isCut, `${shown} arrives, then ${how}`, 'replyIsPartial'),
    ...signsIf(isBegun && isCut, `no more than ${octets.length} octets of it are read`, 'headIsTooLarge'),
    ...signsIf(
      !reply && isBareLf(octets),
      `the reply ${shown} has lines that end in LF instead of CR LF`,
      'replyHasBareLf',
    ),
  ];
}

function isHttp(octets: Uint8Array): boolean {
  const start = decodeLatin1(octets.subarray(0, 5));
  return 'HTTP/'.startsWith(start) || start === 'HTTP/';
}

/** Whether the first line ends in LF alone. */
function isBareLf(octets: Uint8Array): boolean {
  return /^HTTP\/[^\r\n]*\n/.test(decodeLatin1(octets.subarray(0, 1024)));
}

/** Octets that are no reply of HTTP. */
function readOctets(octets: Uint8Array): readonly Sign[] {
  if (octets.length === 0 || isHttp(octets)) return [];
  const isAlert = octets[0] === 0x15 && octets[1] === 0x03;
  const isHttp2 = isSettings(octets);
  const shown = JSON.stringify(decodeLatin1(octets.subarray(0, 60)));
  const kind = nameBanner(decodeLatin1(octets.subarray(0, 200)));
  const told = kind === null ? `the server sends ${shown}` : `the server sends ${shown}, as ${kind} does`;
  return [
    ...signsIf(isAlert, 'a TLS alert arrives instead of a reply', 'replyIsTlsAlert'),
    ...signsIf(isHttp2, 'an HTTP/2 SETTINGS frame arrives instead of a reply', 'replyIsHttp2'),
    ...signsIf(!isAlert && !isHttp2, told, 'replyIsNoHttp'),
  ];
}

/** Whether octets begin with SETTINGS of the whole connection, as those of every server of HTTP/2 do (RFC 9113 §3.4). */
export function isSettings(octets: Uint8Array): boolean {
  const [high = 0, middle = 0, low = 0, type, flags, ...stream] = octets.subarray(0, 9);
  const isOfConnection = stream.length === 4 && stream.every((octet) => octet === 0);
  return type === 0x04 && flags === 0 && isOfConnection && ((high << 16) | (middle << 8) | low) % 6 === 0;
}

/** How other protocols greet, or complain of what is not theirs. */
const banners: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^SSH-\d/, 'an SSH server'],
  [/^220[ -].*(?:SMTP|mail)/i, 'an SMTP server'],
  [/^220[ -]/, 'an SMTP or FTP server'],
  [/^-(?:ERR|DENIED|NOAUTH)\b/, 'Redis'],
  [/^\+OK\b/, 'a POP3 server'],
  [/^\* (?:OK|BYE)\b/, 'an IMAP server'],
  [/^[\s\S]{4}(?:\n\d+\.\d|\xff)/, 'MySQL'],
  [/^E....(?:S|C)/s, 'PostgreSQL'],
  [/^RFB \d/, 'a VNC server'],
  [/^AMQP/, 'an AMQP server'],
  [/^ERROR\r?\n/, 'memcached'],
  [/^INFO \{/, 'NATS'],
];

function nameBanner(text: string): string | null {
  return banners.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function readReply(
  reply: ReplyHead,
  answer: AnswerRead,
  { end, ms, reply: octets }: ExchangeSeen,
): readonly Sign[] {
  const { facts, body, behind, interims, opens, offer } = answer;
  const has = (name: string) => fieldValues(reply.fields, name).length > 0;
  const told = describeAnswer(answer, { request: octets, reply: octets, end, ms, unreached: null });
  const accept = fieldValues(reply.fields, 'sec-websocket-accept');
  const whole = { status: reply.status, fields: reply.fields, body };
  const products = recogniseProducts(whole);
  const versions = splitList(joinLines(fieldValues(reply.fields, 'sec-websocket-version')));
  const isOther = versions.length > 0 && !versions.includes('13');
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  return [
    [nameStatus(reply.status), `the reply is ${told}`],
    ...signsIf(
      facts?.subprotocol === 'noneChosen',
      'the 101 has no Sec-WebSocket-Protocol',
      'subprotocolIsNotChosen',
    ),
    // HAProxy computes the value for any reply with Upgrade, a 426 among them: in a refusal it says nothing of who refused.
    ...signsIf(
      reply.status < 400 && offer.accept !== '' && accept.includes(offer.accept),
      'the reply has the Sec-WebSocket-Accept that matches the key',
      'acceptIsRight',
    ),
    ...signsIf(has('www-authenticate'), 'the reply has WWW-Authenticate', 'asksForCredentials'),
    ...signsIf(has('sec-websocket-version'), describeVersions(reply), 'offersVersions'),
    ...signsIf(isOther, describeVersions(reply), 'offersOtherVersions'),
    ...signsIf(has('retry-after'), 'the reply has Retry-After', 'hasRetryAfter'),
    ...signsIf(!opens && ms > 0 && ms < slow, null, 'answersSoon'),
    ...signsIf(reply.status !== 101 && body === '', null, 'contentIsEmpty'),
    ...signsIf(!opens && ms >= slow, `the reply arrives after ${seconds}`, 'answersSlowly'),
    ...signsIf(
      reply.status === 101 && isHttpBehind(behind),
      'an HTTP message follows the 101',
      'httpBehindSwitch',
    ),
    ...signsIf(
      reply.status >= 200 && isSecondBehind(behind),
      'a second reply follows the first',
      'repliesTwice',
    ),
    ...signsIf(
      interims.length > 0,
      `an interim reply (${interims.join(', ')}) precedes the final reply`,
      'replyIsInterim',
    ),
    ...signsIf(opens && reply.reason === '', 'the status line has no reason phrase', 'reasonIsEmpty'),
    ...signsIf(
      opens && fieldValues(reply.fields, 'connection').join().includes(','),
      'Connection in the reply contains more than Upgrade',
      'connectionHasMore',
    ),
    ...(opens ? [] : [...readSaid({ ...whole, reason: reply.reason })]),
    ...readProducts(products, opens),
    ...signsIf(has('via'), `Via: ${shorten(fieldValues(reply.fields, 'via').join(', '))}`, 'hopIsNamed'),
  ];
}

/** What the client's table has against the reply. */
function readGuard(answer: AnswerRead, seen: ExchangeSeen): readonly Sign[] {
  const { guard, reply, offer } = answer;
  if (guard === null || guard === 'otherwise') return [];
  if (guard === 'acceptIsWrong' && reply) return [[guard, describeAccept(reply, offer.accept)]];
  // The words of the guard itself say more of a reply that is malformed, and of a 101.
  const isStatus = reply !== null && reply.status >= 200;
  return [[guard, isStatus ? `the reply is ${describeAnswer(answer, seen)}` : null]];
}

/** @param right the value that the key leads to; empty where the key is unknown */
function describeAccept({ fields }: ReplyHead, right: string): string {
  const came = fieldValues(fields, 'sec-websocket-accept').map(quoteText).join(' and ');
  const due = right === '' ? 'which matches no key' : `but for the key it must be "${right}"`;
  return `Sec-WebSocket-Accept is ${came}, ${due}`;
}

function describeVersions({ fields }: ReplyHead): string {
  const versions = shorten(fieldValues(fields, 'sec-websocket-version').join(', '));
  return `the reply has Sec-WebSocket-Version: ${versions}`;
}

function readProducts(products: readonly ProductSeen[], opens: boolean): readonly Sign[] {
  const hop = products.find(({ role, isOwnPage }) => role === 'hop' || (role === 'either' && !isOwnPage));
  const own = products.find(({ role, isOwnPage }) => role !== 'server' && isOwnPage);
  const server = products.find(({ role }) => role === 'server');
  const named = (name: string) => products.find((product) => product.name === name);
  const [cloudflare, envoy] = [named('Cloudflare'), named('Envoy')];
  return [
    ...signsIf((hop ?? own) !== undefined, (hop ?? own)?.evidence ?? null, 'hopIsNamed'),
    ...signsIf(own !== undefined && !opens, own?.evidence ?? null, 'hopAnswers'),
    ...signsIf(server !== undefined, server?.evidence ?? null, 'serverIsNamed'),
    ...signsIf(cloudflare !== undefined, cloudflare?.evidence ?? null, 'cloudflareAnswers'),
    ...signsIf(envoy?.isOwnPage, envoy?.evidence ?? null, 'envoyAnswers'),
  ];
}

export function nameStatus(status: number): StatusSign {
  const told = toldStatuses.find((each) => each === status);
  return told === undefined ? 'statusIsOther' : `statusIs${told}`;
}

function isHttpBehind(behind: Uint8Array): boolean {
  return /^(?:\r\n)*HTTP\/[0-9]/.test(decodeLatin1(behind.subarray(0, 100)));
}

/** Whether a status line and a field follow a reply. */
function isSecondBehind(octets: Uint8Array): boolean {
  return /^(?:\r\n)*HTTP\/1\.[01] \d{3} [^\r\n]*\r\n[A-Za-z-]+:/.test(decodeLatin1(octets));
}
