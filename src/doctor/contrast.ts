import { openNames, redactTarget } from '../auth/redaction.ts';
import {
  type AnswerRead,
  type ContrastSeen,
  type ExchangeSeen,
  isForbidden,
  nameStatus,
} from '../diagnosis/index.ts';
import { knownSubprotocols } from '../negotiation/known-subprotocol.ts';
import type { WebSocketUri } from '../wire/index.ts';
import { isHidden } from './asked.ts';
import { isBrowser, scriptOrigin } from './profile.ts';
import { type Variation, writeRequest } from './request.ts';

/** One thing to be changed of the opening. */
export interface Contrast {
  readonly name: ContrastSeen['name'];
  /** In words that can follow "the same request ". */
  readonly change: string;
  readonly variation: Variation;
}

/** Where others have their endpoint, asked without query and credentials. */
const otherPaths: readonly string[] = ['/', '/ws', '/websocket', '/socket', '/cable', '/graphql'];

const enginePath = '/socket.io/?EIO=4&transport=websocket';

/** The statuses that a wrong path may have. */
const ofPath: readonly string[] = ['statusIs200', 'statusIs400', 'statusIs404', 'statusIs405', 'statusIs426'];

/** No route has this name. */
const nowhere = '/ws101-no-such-path';

/**
 * What to change of an opening that was refused, in the order in which it is tried; the first that opens ends it. What
 * goes to another path carries no credential, and so no field that the user added; a credential that was refused is not
 * sent again.
 *
 * @param asked the opening as it was asked for
 * @param end what came of it
 */
export function planContrasts(
  uri: WebSocketUri,
  asked: Variation,
  answer: AnswerRead,
  end: ExchangeSeen['end'],
): readonly Contrast[] {
  const status = answer.reply ? nameStatus(answer.reply.status) : null;
  const bare = withoutCredential(uri, asked);
  const isRefused = isRefusedCredential(uri, asked, answer);
  if (isForbidden(answer.reply?.status) && isSecretPath(uri)) return [];
  const base = isRefused ? bare : asked;
  return [
    ...(isRefused ? [contrast('withoutCredential', 'without the credential', { ...bare })] : []),
    planPlainGet(base),
    ...(end === 'replied' ? [] : planOctets(uri, base, end)),
    ...planOffers(uri, base),
    ...planClients(uri, base),
    ...(!isRefused && differs(bare, asked)
      ? [contrast('withoutCredential', 'without credentials and query', bare)]
      : []),
    ...(status === null || ofPath.includes(status) ? planPaths(uri, { ...bare, headers: [] }) : []),
  ];
}

/** The opening as a plain GET. */
export function planPlainGet(base: Variation): Contrast {
  return contrast('plainGet', 'as a plain GET', { ...base, isUpgrade: false });
}

/** Whether a credential was sent, and refused. */
export function isRefusedCredential(uri: WebSocketUri, asked: Variation, answer: AnswerRead): boolean {
  return isForbidden(answer.reply?.status) && sendsCredential(uri, asked);
}

/** Whether a variation has what is hidden, and so counts as a credential. */
export function sendsCredential(uri: WebSocketUri, variation: Variation): boolean {
  return differs(withoutCredential(uri, variation), variation);
}

function contrast(name: Contrast['name'], change: string, variation: Variation): Contrast {
  return { name, change, variation };
}

/** Octets that a head has which is longer than the buffer of who reads it at once. */
const manyOctets = 4_200;

/** Octets by which a request has to be shorter to be tried in the place of another. */
const fewer = 64;

/** Whether it is for the number of its octets that an opening is not answered. */
function planOctets(uri: WebSocketUri, base: Variation, end: ExchangeSeen['end']): readonly Contrast[] {
  const length = lengthOf(uri, base);
  const least: Variation = {
    ...base,
    profile: null,
    origin: null,
    headers: [],
    subprotocols: [],
    isDeflateOffered: false,
  };
  return [
    // Who waits for more is silent.
    ...(end === 'late'
      ? [contrast('moreOctets', `with ${manyOctets} octets`, { ...base, length: manyOctets })]
      : []),
    contrast('longGet', `as a plain GET of ${length} octets`, { ...base, isUpgrade: false, length }),
    ...(length - lengthOf(uri, least) < fewer
      ? []
      : [contrast('fewerOctets', `with ${lengthOf(uri, least)} octets`, least)]),
  ];
}

/** Where a shorter request opens: the same with as many octets as the opening as asked. */
export function planAsMany(uri: WebSocketUri, asked: Variation, shorter: Variation): Contrast | null {
  const length = lengthOf(uri, asked);
  if (length - lengthOf(uri, shorter) < fewer) return null;
  return contrast('asManyOctets', `that opens, with ${length} octets`, { ...shorter, length });
}

function lengthOf(uri: WebSocketUri, variation: Variation): number {
  return writeRequest(uri, variation, 'x'.repeat(24)).length;
}

/** Origin, subprotocols and extensions. */
function planOffers(uri: WebSocketUri, base: Variation): readonly Contrast[] {
  const own = scriptOrigin(uri);
  const names = knownSubprotocols.map(({ name }) => name);
  return [
    ...(base.origin === null ? [] : [contrast('withoutOrigin', 'without Origin', { ...base, origin: null })]),
    ...(base.origin === own ? [] : [planOwnOrigin(uri, base)]),
    ...(base.subprotocols.length === 0
      ? [contrast('withSubprotocol', 'with the well-known subprotocols', { ...base, subprotocols: names })]
      : [contrast('withoutSubprotocol', 'without a subprotocol', { ...base, subprotocols: [] })]),
    ...(base.isDeflateOffered
      ? [contrast('withoutExtensions', 'without permessage-deflate', { ...base, isDeflateOffered: false })]
      : []),
    ...(base.connection !== null || base.profile === 'firefox'
      ? [contrast('connectionAlone', 'with Connection: Upgrade alone', { ...base, connection: 'Upgrade' })]
      : []),
  ];
}

/** What another kind of client would send. */
function planClients(uri: WebSocketUri, base: Variation): readonly Contrast[] {
  if (!isBrowser(base.profile)) return [planBrowser(uri, base)];
  const bare: Variation = { ...base, profile: null, origin: null };
  return [contrast('asProgram', 'without the header fields of a browser', bare)];
}

/** Fields that a browser sets, whatever the page wants. */
const ofBrowsers = /^(?:user-agent|accept(?:-.*)?|pragma|cache-control|sec-fetch-.*)$/i;

/** The opening as a browser sends it, from a page of the URL's own host where no Origin was asked for. */
export function planBrowser(uri: WebSocketUri, base: Variation): Contrast {
  return contrast('asBrowser', 'with the header fields of Chromium', {
    ...base,
    profile: 'chromium',
    isDeflateOffered: true,
    origin: base.origin ?? scriptOrigin(uri),
    headers: base.headers.filter(([name]) => !ofBrowsers.test(name)),
  });
}

/** What a browser sends besides that servers look at, one by one. */
export function planParts(uri: WebSocketUri, base: Variation): readonly Contrast[] {
  return [
    ...(base.origin === null ? [planOwnOrigin(uri, base)] : []),
    ...(base.isDeflateOffered
      ? []
      : [contrast('withExtensions', 'with permessage-deflate', { ...base, isDeflateOffered: true })]),
  ];
}

function planOwnOrigin(uri: WebSocketUri, base: Variation): Contrast {
  const origin = scriptOrigin(uri);
  return contrast('withOwnOrigin', `with Origin: ${origin}`, { ...base, origin });
}

function planPaths(uri: WebSocketUri, bare: Variation): readonly Contrast[] {
  const { path } = uri;
  const slash = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  const others = otherPaths.filter((other) => other !== path && other !== slash);
  return [
    contrast('randomPath', 'at a path that does not exist', { ...bare, target: nowhere, isUpgrade: false }),
    contrast('otherPath', `at ${nowhere}`, { ...bare, target: nowhere }),
    ...(path.startsWith('/socket.io') || path.startsWith('/engine.io')
      ? []
      : [contrast('enginePath', `at ${enginePath}`, { ...bare, target: enginePath })]),
    ...(slash === '' || isSecretPath(uri)
      ? []
      : [contrast('withSlash', `at ${slash}`, { ...bare, target: slash })]),
    ...others.map((other) => contrast('otherPath', `at ${other}`, { ...bare, target: other })),
  ];
}

/** Whether there is no request for it without the credential. */
function isSecretPath({ path }: WebSocketUri): boolean {
  return redactTarget(path) !== path;
}

/** The same with no field, no name and no Origin that is hidden, and with no query. */
export function withoutCredential({ path }: WebSocketUri, variation: Variation): Variation {
  const { headers, origin, subprotocols } = variation;
  return {
    ...variation,
    target: path,
    // A page has no user information in its Origin; who adds some has a credential there.
    origin: origin === null || redactTarget(origin) === origin ? origin : null,
    headers: headers.filter((field) => !isHidden(field)),
    subprotocols: openNames(subprotocols),
  };
}

function differs(bare: Variation, asked: Variation): boolean {
  return (
    bare.headers.length !== asked.headers.length ||
    bare.origin !== asked.origin ||
    bare.subprotocols.length !== asked.subprotocols.length ||
    bare.target !== asked.target
  );
}
