import { judge } from '../../../../models/decide.ts';
import { clientTable } from '../../../../models/decisions/client.ts';
import type { SwitchFacts } from '../../../../models/facts/switch.ts';
import { holds } from '../../../../models/match.ts';
import { shownRows, switchGuards } from '../../../../models/obligations/switch.ts';
import { mirrorFaults, replyMirror } from '../../../../models/verdict/mirror.ts';
import type { SeenReply } from '../../../facts/obligation-facts.ts';
import { readSwitch, readSwitchDetails } from '../../../facts/switch-facts.ts';
import { sha1 } from '../../../sha1.ts';
import { decodeLatin1, type RequestHead } from '../../../wire/index.ts';
import type { Checked } from '../seen/broken-clause.ts';
import { linesOf, textPhrase } from '../seen/phrase.ts';
import { seeReply } from '../seen/seen.ts';

/** Holds a 101 against its request by the client's table: a server must not send what a client has to refuse. */
export function checkSwitch(
  request: Pick<RequestHead, 'fields'>,
  { reply, head }: Pick<SeenReply, 'reply' | 'head'>,
  octets: Uint8Array,
  from: number,
): Checked {
  const reading = readSwitch(request, reply, sha1);
  const { offer, facts, shown } = reading;
  const owed = shownRows
    .filter((row) => holds<SwitchFacts>(switchGuards[row.owed], shown))
    .map(({ clause }) => clause);
  const rows = judge(clientTable, facts, { rules: 'rfc6455' });
  if (rows.every(({ verdict }) => clientTable.faultless.includes(verdict)))
    return { shown: owed, faults: [] };
  const guards = rows.map(({ guard }) => guard);
  const details = readSwitchDetails(reply, reading);
  const faults = mirrorFaults(replyMirror, guards, details).map(({ clause, about }) => ({
    clause,
    expected: { is: 'partOfSwitch', about, accept: offer.accept, subprotocols: offer.subprotocols } as const, // a phrase
    observed:
      about === 'start-line'
        ? textPhrase(startLineOf(head))
        : ({ is: 'values', ...linesOf(about, reply) } as const), // a phrase
    about,
    seen: [seeReply([about], octets, from)],
  }));
  return { shown: [...new Set([...owed, ...faults.map(({ clause }) => clause)])], faults };
}

function startLineOf(head: Uint8Array): string {
  return decodeLatin1(head).split('\r\n', 1)[0] ?? '';
}
