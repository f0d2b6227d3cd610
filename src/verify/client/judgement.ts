import type { ClauseId } from '../../../models/clauses.ts';
import { type ClientRow, clientRows, type ReplyGuard } from '../../../models/client-decision.ts';
import { agrees } from '../../../models/decision.ts';
import { allowanceRows, permitsOutcome } from '../../../models/exemption.ts';
import type { ClientChoices, ClientOutcome, ReplyDetails } from '../../../models/vocabulary.ts';
import { offerOf, type ReplyMessage } from '../../arbitraries/index.ts';
import { ReplyReader, replyDefaults } from '../../client/reply-reader.ts';
import { plainReply } from '../../facts/plain-reply.ts';
import { readReplyHeadDetails } from '../../facts/reply-head-details.ts';
import { readSwitch, readSwitchDetails } from '../../facts/switch-facts.ts';
import { sha1 } from '../../sha1.ts';
import { parseReply, type RequestHead } from '../../wire/index.ts';
import { applyChanges } from '../judge/change.ts';
import type { Judgement } from '../judge/judgement.ts';
import { type Charge, type Charged, nothing, weigh } from './charge.ts';
import type { ClientExchange, Outcome } from './exchange.ts';
import { established, type ReplyCase } from './reply-case.ts';
import { judgeSent } from './sent.ts';
import type { ClientTarget } from './target.ts';

/** Judges what a client made of a reply, and what it sent. */
export function judgeExchange(current: ReplyCase, exchange: ClientExchange, target: ClientTarget): Judgement {
  const { came, isAllowed } = readReply(current, exchange, target);
  const decided = judgeOutcome(current, exchange, target, isAllowed);
  const sent = judgeSent(exchange, target);
  const faults = [...decided.charges, ...sent.charges].map((charge) => weigh(charge, came));
  const broken = faults.map(({ clause }) => clause);
  const shown = new Set<ClauseId>([...decided.shown, ...sent.shown, ...broken]);
  return { shown: [...shown], faults };
}

/** Whether a client may do this where the row decides. */
type IsAllowed = (row: Pick<ClientRow<ReplyGuard>, 'guard' | 'permits'>, outcome: ClientOutcome) => boolean;

/** What nobody is blamed for, nor told of. */
const excuses = allowanceRows.filter(({ isWarned }) => !isWarned);

/** What the client should have made of a reply: the rows that find a fault in it, by what was put into it. */
function rowsOf({ changes }: ReplyCase, choices: ClientChoices): readonly ClientRow<ReplyGuard>[] {
  const guards = new Set(changes.map(({ guard }) => guard));
  const rows: readonly ClientRow<ReplyGuard>[] = clientRows;
  return rows.filter((row) => guards.has(row.guard) && agrees<ClientChoices>(choices, row.when));
}

function judgeOutcome(
  current: ReplyCase,
  { outcome, word, request, reply }: ClientExchange,
  { choices }: ClientTarget,
  isAllowed: IsAllowed,
): Charged {
  if (word.gone !== undefined) return chargeGone(word.gone);
  if (outcome === 'undecided') return nothing;
  const rows = rowsOf(current, choices);
  const [first, ...others] = rows;
  const [only, ...more] = current.changes;
  if (!first) {
    const clause = (only && more.length === 0 ? only.refusedAs : null) ?? established;
    if (outcome === 'failed') {
      if (isAllowed({ guard: 'otherwise', permits: [] }, 'fails')) return nothing;
      const observed = tellWord(word.error) ?? 'a connection that failed';
      return {
        shown: [],
        charges: [{ kind: 'refused', clause, expected: 'an open connection', observed }],
      };
    }
    return { shown: only && more.length > 0 ? [] : [clause], charges: judgeChoice(current, word) };
  }
  // A value that is wrong for any other key is right for that of the example.
  if (first.guard === 'acceptIsWrong' && request && isRightFor(request, reply)) return nothing;
  const permits = (wanted: ReturnType<typeof outcomeOf>) =>
    rows.every((row) => isAllowed(row, wanted) || (wanted === 'fails' && row.permits.includes('waits')));
  const guards = rows.map(({ guard }) => guard).join(', ');
  const charges: readonly Charge[] = permits(outcomeOf(outcome))
    ? []
    : [
        {
          ...{ kind: 'accepted', clause: first.clause, guard: first.guard },
          expected: `a connection that fails (${guards})`,
          observed: 'an open connection',
        },
      ];
  // Of several faults in one reply the failure may be due to any; what is allowed shows nothing either way.
  const isFree = isAllowed(first, 'opens');
  const isShown = others.length === 0 && current.changes.length === 1 && !isFree;
  return { shown: isShown ? [first.clause] : [], charges };
}

/** A process that does not survive a reply is wrong, whatever else came of it. */
function chargeGone(how: string): Charged {
  const clause: ClauseId = 'rfc6455/10.7/client-input-validated';
  const observed = `the end of its process (${how})`;
  return { shown: [], charges: [{ kind: 'gone', clause, expected: 'a client that goes on', observed }] };
}

function outcomeOf(outcome: Exclude<Outcome, 'undecided'>) {
  const names = { opened: 'opens', openedAnother: 'opensAnother', failed: 'fails' } as const;
  return names[outcome];
}

/** The last line of what a client has said of its failure. */
export function tellWord(error: string | undefined): string | null {
  const last = error?.trim().split('\n').at(-1)?.trim();
  return last ? `a connection that failed: ${last.slice(0, 200)}` : null;
}

function isRightFor(request: RequestHead, reply: Uint8Array): boolean {
  const parsed = parseReply(reply);
  return parsed.ok && readSwitch(request, parsed.value, sha1).facts.accept === 'ok';
}

/** Compares the subprotocol that the client says is in use with the one that was chosen. */
function judgeChoice({ base, changes }: ReplyCase, { subprotocol }: ClientExchange['word']) {
  if (subprotocol === undefined) return [];
  const isNamed = ({ name }: ReplyMessage['lines'][number]) =>
    name.toLowerCase() === 'sec-websocket-protocol';
  const chosen = applyChanges(base, changes).lines.find(isNamed)?.value.trim() ?? '';
  if (chosen === (subprotocol ?? '')) return [];
  const clause: ClauseId = 'rfc6455/4.1/subprotocol-in-use';
  const charge: Charge = {
    kind: 'sent',
    clause,
    expected: chosen || 'none',
    observed: subprotocol ?? 'none',
  };
  return [charge];
}

/** What the octets of a reply are like, and what they leave open to a client. */
function readReply(
  current: ReplyCase,
  { request, reply }: ClientExchange,
  { choices }: ClientTarget,
): { readonly came: ReplyDetails; readonly isAllowed: IsAllowed } {
  const permitted: IsAllowed = ({ permits }, outcome) => permits.includes(outcome);
  if (!request) return { came: plainReply, isAllowed: permitted };
  const { accept, subprotocols, extensions } = offerOf(request, sha1);
  const reader = new ReplyReader({ accept, subprotocols, extensions }, { ...replyDefaults, ...choices });
  const judged = reader.push(reply) ?? reader.end(true);
  if (!judged) return { came: plainReply, isAllowed: permitted };
  const { facts, reply: read } = judged.reading;
  const final = reply.subarray(applyChanges(current.base, current.changes).prefix.length);
  const came = {
    ...(read ? readSwitchDetails(read, readSwitch(request, read, sha1)) : plainReply),
    ...readReplyHeadDetails(final),
  };
  return { came, isAllowed: (row, outcome) => permitsOutcome(excuses, row, outcome, facts, came) };
}
