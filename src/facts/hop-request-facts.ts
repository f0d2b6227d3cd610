import type { ConnectionFieldDisposition, FieldDisposition, HopFacts } from '../../models/facts/hop.ts';
import { fieldValues, parseTarget, type RequestHead } from '../wire/index.ts';
import { type FieldKind, readDisposition, splitValues } from './field-disposition.ts';
import { includesUpgrade, includesWebSocket, versionOfHttp } from './request-facts.ts';

type RequestSide = Pick<
  HopFacts,
  | ('requestHttp' | 'upgrade' | 'connection' | 'nominated' | 'host' | 'target')
  | ('key' | 'version' | 'offeredSubprotocols' | 'offeredExtensions' | 'origin')
>;

export const unseenRequest: RequestSide = {
  requestHttp: 'unseen',
  upgrade: 'unseen',
  connection: 'unseen',
  nominated: 'unseen',
  host: 'unseen',
  target: 'unseen',
  key: 'unseen',
  version: 'unseen',
  offeredSubprotocols: 'unseen',
  offeredExtensions: 'unseen',
  origin: 'unseen',
};

/** What became of a request, told by its heads before a hop and behind it. */
export function compareRequests(sent: RequestHead, arrived: RequestHead): RequestSide {
  const nominated = nominatedNames(sent);
  const disposition = (name: string, kind: FieldKind = 'single'): FieldDisposition => {
    const behind = fieldValues(arrived.fields, name);
    if (nominated.includes(name) && behind.length === 0) return 'absent';
    return readDisposition(kind, fieldValues(sent.fields, name), behind);
  };
  return {
    requestHttp: versionFact(arrived),
    upgrade: upgradeFate(sent, arrived),
    connection: connectionFate(sent, arrived),
    nominated: nominatedFact(nominated, sent, arrived),
    host: isHostOfTarget(sent, arrived) ? 'kept' : disposition('host'),
    target: targetFact(sent.target, arrived.target),
    key: disposition('sec-websocket-key'),
    version: disposition('sec-websocket-version'),
    offeredSubprotocols: disposition('sec-websocket-protocol', 'list'),
    offeredExtensions: disposition('sec-websocket-extensions', 'extensionList'),
    origin: disposition('origin'),
  };
}

function versionFact({ version: { major, minor } }: RequestHead): HopFacts['requestHttp'] {
  if (major !== 1 || minor > 1) return 'other';
  return minor === 1 ? '1.1' : '1.0';
}

/** Whether the client asks for WebSocket. HTTP/1.0 has no upgrade, and Upgrade without Connection counts for nothing. */
export function asksForWebSocket({ version, fields }: RequestHead): boolean {
  return (
    versionOfHttp(version) === '1.1' &&
    includesWebSocket(fieldValues(fields, 'upgrade')) &&
    includesUpgrade(fieldValues(fields, 'connection'))
  );
}

function upgradeFate(sent: RequestHead, arrived: RequestHead): ConnectionFieldDisposition {
  const behind = fieldValues(arrived.fields, 'upgrade');
  const isThere = includesWebSocket(behind);
  if (!asksForWebSocket(sent)) return isThere ? 'added' : 'absent';
  return replaceable(readDisposition('caselessList', fieldValues(sent.fields, 'upgrade'), behind), isThere);
}

function connectionFate(sent: RequestHead, arrived: RequestHead): ConnectionFieldDisposition {
  const behind = fieldValues(arrived.fields, 'connection');
  const isThere = includesUpgrade(behind);
  if (!asksForWebSocket(sent)) return isThere ? 'added' : 'absent';
  return replaceable(
    readDisposition('caselessList', fieldValues(sent.fields, 'connection'), behind),
    isThere,
  );
}

/** The disposition of a field that the hop may write itself: a changed value that still names what is needed is `replaced`. */
export function replaceable(disposition: FieldDisposition, isThere: boolean): ConnectionFieldDisposition {
  return disposition === 'changed' && isThere ? 'replaced' : disposition;
}

/** The fields that Connection names, in lower case; Upgrade and Connection have facts of their own. */
export function nominatedNames({ fields }: RequestHead): readonly string[] {
  const options = splitValues(fieldValues(fields, 'connection')).map((option) => option.toLowerCase());
  const own = ['connection', 'upgrade'];
  return options.filter((option) => !own.includes(option) && fieldValues(fields, option).length > 0);
}

/** A field with another value counts as the hop's own: only the same value was forwarded. */
function nominatedFact(
  names: readonly string[],
  sent: RequestHead,
  arrived: RequestHead,
): HopFacts['nominated'] {
  if (names.length === 0) return 'none';
  const isForwarded = (name: string) =>
    fieldValues(arrived.fields, name).some((value) => fieldValues(sent.fields, name).includes(value));
  return names.some(isForwarded) ? 'forwarded' : 'removed';
}

/**
 * Whether Host is the authority of an absolute target: that replaces the Host that the client sent.
 *
 * @see RFC 9112 §3.2.2
 */
function isHostOfTarget(sent: RequestHead, arrived: RequestHead): boolean {
  const target = parseTarget(sent.target);
  const [host, ...others] = fieldValues(arrived.fields, 'host');
  return target.form === 'absolute' && host === target.authority && others.length === 0;
}

/** Of an absolute target the text speaks of path and query alone. */
function targetFact(sent: string, arrived: string): HopFacts['target'] {
  if (sent === arrived) return 'kept';
  const [before, behind] = [parseTarget(sent), parseTarget(arrived)];
  if (before.form !== 'absolute') return 'changed';
  if (behind.form !== 'absolute' && behind.form !== 'origin') return 'changed';
  if (before.path !== behind.path || before.query !== behind.query) return 'changed';
  return behind.form === 'origin' ? 'reduced' : 'kept';
}
