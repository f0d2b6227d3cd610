import { clientRows } from '../../models/decisions/client.ts';
import { applyEdits, type ReplyEdit } from '../arbitraries/edit.ts';
import { literalReplyDeviations } from '../arbitraries/literal-reply.ts';
import { type ReplyMessage, writeReplyMessage } from '../arbitraries/message.ts';
import type { Offer } from '../arbitraries/offer.ts';
import { canonicalReply } from '../arbitraries/reply-message.ts';
import { literalReplyTransforms } from '../arbitraries/reply-transform.ts';
import { describeName } from '../draw/rule-text.ts';
import { sha1 } from '../sha1.ts';
import { computeAccept, parseExtensionList } from '../wire/index.ts';
import { describeChange, type ExploredCase, groupOfClause } from './case.ts';
import { type ClientSettings, readList } from './setting.ts';
import { writeTyped } from './typed-octets.ts';

/** An offer of permessage-deflate that can be answered wrongly in every way but one. */
const askedDeflate = 'permessage-deflate; server_no_context_takeover; server_max_window_bits=12';

/** What there is to pick from: the valid reply, faults for each guard, and changes that must change nothing. */
export function listReplyCases(settings: ClientSettings): readonly ExploredCase[] {
  const offer = describeOffer(settings);
  const asked = describeOffer({ ...settings, extensions: askedDeflate });
  const canonical = canonicalReply(offer);
  const valid = write(canonical);
  const named = (
    group: string,
    edits: readonly ReplyEdit[],
    needed: ExploredCase['settings'] = {},
  ): ExploredCase => {
    const text = write(applyEdits(canonical, edits));
    return { group, text, name: describeChange(valid, text), settings: needed };
  };
  const literals = literalReplyDeviations(offer);
  const known = new Set(literals.map(({ guard }) => guard));
  // What cannot be wrong in an answer to the extensions offered can be in an answer to others.
  const more = literalReplyDeviations(asked).filter(({ guard }) => !known.has(guard));
  const groupOf = ({ guard, clause }: (typeof literals)[number]) => `${describeName(guard)} (${clause})`;
  return [
    { group: 'Valid', name: 'a reply that opens the connection', text: valid, settings: {} },
    ...literals.map((each) => named(groupOf(each), each.edits, rulesFor(each.guard))),
    ...more.map((each) => named(groupOf(each), each.edits, { extensions: askedDeflate })),
    ...literalReplyTransforms(offer, settings.rules).map(({ clause, edits }) =>
      named(groupOfClause(clause), edits),
    ),
  ];
}

/** The rules without which a guard has no row. */
function rulesFor(guard: string): ExploredCase['settings'] {
  const row = clientRows.find((each) => each.guard === guard);
  return row && 'when' in row ? row.when : {};
}

function describeOffer({ key, subprotocols, extensions }: ClientSettings): Offer {
  const offered = parseExtensionList(extensions);
  return {
    accept: computeAccept(key, sha1),
    subprotocols: readList(subprotocols),
    extensions: offered.ok ? offered.value : [],
  };
}

function write(message: ReplyMessage): string {
  return writeTyped(writeReplyMessage(message));
}
