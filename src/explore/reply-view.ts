import type { ClauseId } from '../../models/clauses.ts';
import { compileLifecycle } from '../../models/compile.ts';
import { decideReply } from '../../models/compiled/client.ts';
import { judge } from '../../models/decide.ts';
import { type ClientRow, clientTable } from '../../models/decisions/client.ts';
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
  replyEvents,
} from '../../models/lifecycles/connection.ts';
import { explainReply } from '../client/reason.ts';
import { replyDefaults } from '../client/reply-reader.ts';
import { type Asked, explainReply as explainAccept, writeOffer } from '../diagnosis/index.ts';
import { describeName } from '../draw/rule-text.ts';
import { type OfferedTerms, type ReplyReading, readReplyHead } from '../facts/reply-facts.ts';
import { sha1 } from '../sha1.ts';
import { computeAccept, HeadReader, parseExtensionList } from '../wire/index.ts';
import { noCauses, viewCauses } from './cause-view.ts';
import { viewClause, viewOctetsOf } from './evidence-view.ts';
import { followEvents } from './lifecycle-path.ts';
import { viewRows } from './row-view.ts';
import { type ClientSettings, readList } from './setting.ts';
import type { CausesView, View } from './view.ts';

const lifecycle = compileLifecycle<ConnectionState, ConnectionEvent, ConnectionEffect>(connection);

const none: ReturnType<typeof parseExtensionList> = { ok: true, value: [] };

/** The last reply whose head is complete, or known to be none. */
interface Read {
  readonly reading: ReplyReading;
  readonly row: ClientRow;
  /** Octets before its head. */
  readonly offset: number;
  readonly events: readonly ConnectionEvent[];
}

/**
 * A reply as the reference client sees it, past interim ones.
 *
 * @returns a text where the settings make no sense: what is wrong with them
 */
export function viewReply(octets: Uint8Array, settings: ClientSettings): View | string {
  const offered = settings.extensions.trim();
  const extensions = offered === '' ? none : parseExtensionList(offered);
  if (!extensions.ok) return `Sec-WebSocket-Extensions cannot be offered: ${extensions.problem}`;
  const offer: OfferedTerms = {
    accept: computeAccept(settings.key, sha1),
    subprotocols: readList(settings.subprotocols),
    extensions: extensions.value,
  };
  const choices = { rules: settings.rules };
  const read = readAsClient(octets, offer, choices);
  if (read === null || read.row.verdict === 'interim') return viewWaiting(octets, choices, read);
  const { reading, row, offset, events } = read;
  const holding = judge(clientTable, reading.facts, choices);
  const isOpen = row.verdict === 'established';
  // How a wrong value was made is told among the causes.
  const isOfAccept = reading.reply !== null && /^acceptIs(?:Absent|Repeated)$/.test(row.guard);
  const cause = isOfAccept ? explainAccept(settings.key, reading.reply, { sha1 }) : null;
  const { key } = settings;
  const request = writeOffer({ key, subprotocols: offer.subprotocols, extensions: offer.extensions }, []);
  return {
    ...(isOpen ? noCauses : viewReplyCauses(request, octets, settings)),
    outcome: isOpen ? 'accepted' : 'refused',
    verdict: isOpen
      ? 'Established: the connection is open.'
      : `${row.verdict === 'closed' ? 'Closed' : 'Failed'}: ${explainReply(row, reading, offer)}.`,
    problem: reading.fault?.problem ?? null,
    clause: viewClause(row.clause),
    sent: viewOctetsOf(octets, holding, { ...reading, fields: reading.reply?.fields ?? [] }, offset),
    answer: null,
    facts: Object.entries(reading.facts),
    rows: viewRows(clientTable, choices, holding, null),
    isUnfinished: false,
    notes: cause === null ? [] : [cause],
    lifecycle: 'connection',
    path: followEvents(lifecycle, events),
  };
}

/** Whether a credential was sent, by what is said of it. */
const credentials = { unknown: null, sent: true, none: false } as const;

function viewReplyCauses(request: Uint8Array, reply: Uint8Array, settings: ClientSettings): CausesView {
  const asked: Asked = {
    uri: null,
    origin: settings.origin === '' ? null : settings.origin,
    subprotocols: readList(settings.subprotocols),
    isCredentialSent: credentials[settings.credential],
  };
  return viewCauses({ asked, opening: { request, reply, end: 'replied', ms: 0, unreached: null } });
}

function readAsClient(
  octets: Uint8Array,
  offer: OfferedTerms,
  choices: { rules: ClientSettings['rules'] },
): Read | null {
  const events: ConnectionEvent[] = [];
  let last: Read | null = null;
  let offset = 0;
  let rest = octets;
  for (;;) {
    const progress = new HeadReader('reply', replyDefaults.headLimit).push(rest);
    if (progress.state === 'incomplete') return last;
    const reading = readReplyHead(progress, offer, { ...replyDefaults, interims: events.length });
    const row = decideReply(reading.facts, choices);
    events.push(replyEvents[row.verdict]);
    last = { reading, row, offset, events };
    if (progress.state !== 'complete' || row.verdict !== 'interim') return last;
    offset += progress.head.length;
    rest = progress.rest;
  }
}

const endless: ClauseId = 'rfc9112/8/incomplete-reply';

/** No final reply has come: the client waits for more, until its deadline. */
function viewWaiting(
  octets: Uint8Array,
  choices: { readonly rules: ClientSettings['rules'] },
  read: Read | null,
): View {
  return {
    ...noCauses,
    outcome: 'waits',
    verdict: `The client waits: ${read === null ? 'no head has come to its end' : describeName(read.row.guard)}.`,
    problem: null,
    clause: viewClause(read?.row.clause ?? endless),
    sent: { octets, marks: [] },
    answer: null,
    facts: read === null ? [] : Object.entries(read.reading.facts),
    rows: viewRows(clientTable, choices, read === null ? [] : [read.row], null),
    isUnfinished: read === null,
    notes: ['If nothing follows, the handshake fails at the deadline, or when the connection is closed.'],
    lifecycle: 'connection',
    path: followEvents(lifecycle, read?.events ?? []),
  };
}
