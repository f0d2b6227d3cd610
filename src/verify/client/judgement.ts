import type { ClauseId } from '../../../models/clauses.ts';
import { type ClientRow, clientRows, type ReplyGuard } from '../../../models/client-decision.ts';
import {
  type ClientBreach,
  plainReply,
  tagClientBreach,
  weighClientBreach,
} from '../../../models/client-latitude.ts';
import { agrees } from '../../../models/decision.ts';
import type { ClientChoices, ReplyDetails } from '../../../models/vocabulary.ts';
import type { ReplyMessage } from '../../arbitraries/index.ts';
import { readSwitch, readSwitchDetails } from '../../facts/switch-facts.ts';
import { sha1 } from '../../sha1.ts';
import { fieldValues, parseReply, type RequestHead } from '../../wire/index.ts';
import type { BrokenClause } from '../judge/broken-clause.ts';
import { applyChanges } from '../judge/change.ts';
import type { Fault, Judgement } from '../judge/judgement.ts';
import { checkRequest } from '../judge/obligation.ts';
import { readClientFrames } from './client-frame.ts';
import type { ClientExchange, Outcome } from './exchange.ts';
import { established, type ReplyCase } from './reply-case.ts';
import type { ClientTarget } from './target.ts';

/** Where the client was asked to connect to. */
export interface Asked {
  readonly authority: string;
  readonly resourceName: string;
}

type Charge = BrokenClause & {
  readonly kind: ClientBreach['kind'];
  readonly guard?: ReplyGuard | null;
};

/** Judges what a client made of a reply, and what it sent. */
export function judgeExchange(
  current: ReplyCase,
  exchange: ClientExchange,
  target: ClientTarget,
  asked: Asked,
): Judgement {
  const came = readDetails(exchange);
  const decided = judgeOutcome(current, exchange, target);
  const sent = judgeSent(exchange, target, asked);
  const faults = [...decided.charges, ...sent.charges].flatMap((charge) => weigh(charge, came) ?? []);
  const shown = new Set<ClauseId>([...decided.shown, ...sent.shown]);
  // What nobody is blamed for shows its clause neither kept nor broken.
  for (const { clause } of decided.charges) shown.delete(clause);
  for (const { clause } of faults) shown.add(clause);
  return { shown: [...shown], faults };
}

interface Charged {
  readonly shown: readonly ClauseId[];
  readonly charges: readonly Charge[];
}

const nothing: Charged = { shown: [], charges: [] };

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
): Charged {
  if (word.gone !== undefined) return chargeGone(word.gone);
  if (outcome === 'undecided') return nothing;
  const rows = rowsOf(current, choices);
  const [first, ...others] = rows;
  const [only, ...more] = current.changes;
  if (!first) {
    const clause = (only && more.length === 0 ? only.refusedAs : null) ?? established;
    if (outcome === 'failed') {
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
    rows.every(
      (row) => row.permits.includes(wanted) || (wanted === 'fails' && row.permits.includes('waits')),
    );
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
  // Of several faults in one reply the failure may be due to any.
  const isShown = others.length === 0 && current.changes.length === 1;
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

/** What a client owes in what it sends, whatever is answered. */
function judgeSent(exchange: ClientExchange, { subprotocols }: ClientTarget, asked: Asked): Charged {
  const { request, early, behind, outcome, requested } = exchange;
  if (!request) return requested.length === 0 ? nothing : chargeUnreadable(requested);
  const { shown, faults } = checkRequest(request, { ...asked, subprotocols, extensions: offeredBy(request) });
  const frames = readClientFrames(behind.subarray(early));
  const sends = (clause: ClauseId, isBroken: boolean, expected: string, observed: string): Charged => ({
    shown: [clause],
    charges: isBroken ? [{ kind: 'sent', clause, expected, observed }] : [],
  });
  const parts = [
    sends('rfc6455/4.1/wait-for-reply', early > 0, 'nothing before the reply', `${early} octets`),
    ...(frames.length > 0 && outcome === 'opened'
      ? [
          sends(
            'rfc6455/5.1/frames-masked',
            frames.some(({ isMasked }) => !isMasked),
            'frames with a mask',
            'a frame without one',
          ),
        ]
      : []),
    ...(outcome === 'failed'
      ? [
          sends(
            'rfc6455/7.1.7/no-close-frame',
            frames.some(({ opcode }) => opcode === 8),
            'the end of the connection',
            'a Close frame',
          ),
        ]
      : []),
  ];
  return {
    shown: [...shown, ...parts.flatMap((part) => part.shown)],
    charges: [
      ...faults.map((fault): Charge => ({ kind: 'sent', ...fault })),
      ...parts.flatMap((part) => part.charges),
    ],
  };
}

/** The extensions are its own business: it is compared with itself. */
function offeredBy({ fields }: RequestHead): string | null {
  return fieldValues(fields, 'sec-websocket-extensions').join(', ') || null;
}

function chargeUnreadable(requested: Uint8Array): Charged {
  const clause: ClauseId = 'rfc6455/4.1/valid-http-request';
  const observed = `${requested.length} octets that are none`;
  return { shown: [], charges: [{ kind: 'sent', clause, expected: 'a request', observed }] };
}

/** What the octets of a reply are like, where they are a 101 that can be read. */
function readDetails({ request, reply }: ClientExchange): ReplyDetails {
  const parsed = parseReply(reply);
  if (!request || !parsed.ok) return plainReply;
  return readSwitchDetails(parsed.value, readSwitch(request, parsed.value, sha1));
}

/** Weighs what a client is charged with; null where nobody is blamed for it. */
export function weigh({ kind, guard = null, ...broken }: Charge, came: ReplyDetails): Fault | null {
  const breach = { kind, clause: broken.clause, guard, came };
  const severity = weighClientBreach(breach);
  if (severity === 'none') return null;
  const tags = tagClientBreach(breach);
  return { ...broken, kind: kind === 'sent' ? 'reply' : kind, guard: null, severity, tags };
}
