import { writeRequestMessage } from '../../arbitraries/index.ts';
import { openNames, redactTarget } from '../../auth/redaction.ts';
import type { Defect } from '../explain/defect.ts';
import { cutOctets, octetsOf, type RequestCase } from '../judge/case.ts';
import { applyChanges } from '../judge/change.ts';
import type { Fault } from '../judge/judgement.ts';
import { seeOdd, seeRefused } from '../judge/seen/seen.ts';
import { canonicalMessage, otherKey, sampleKey, type Target } from '../judge/target.ts';
import { type Probed, ping } from '../peer/probe.ts';
import type { Exhibit, ShownOctets } from '../report/exhibit.ts';
import { hideCredential, hideIssued } from '../report/placeholder.ts';
import { isUsualKey, ordinary, tellOddity } from '../report/title/oddity.ts';
import { countCame } from '../run/flood.ts';
import { listBlamed } from '../run/kept/faulty-case.ts';
import { hideRequest } from './replay/recipe.ts';
import { type ScriptConnection, writeReproduction } from './replay/reproduction.ts';

type Played = Pick<Defect<RequestCase, Probed>, 'current' | 'exchange'>;

/** A defect with its octets, in which credentials are hidden, in words, and as a script. */
export function exhibit({ after, ...defect }: Defect<RequestCase, Probed>, declared: Target): Exhibit {
  const { current, exchange, others = [], ...told } = defect;
  const shown = showOctets(defect, declared);
  const before = after ? { current: after.current, ...showOctets(after, declared) } : null;
  const canonical = hideCredential(writeRequestMessage(canonicalMessage(declared, sampleKey)), declared);
  const fault = seeRefused(told.fault, () => seeOdd('request', shown.request, canonical, isUsualKey));
  return {
    ...told,
    fault,
    number: current.number,
    ...shown,
    scene: { of: 'request', canonical },
    alsoOn: others
      .map((other) => tellOddity(showAlone(other, told.fault, declared), canonical))
      .filter((what) => what !== ordinary && what !== tellOddity(shown.request, canonical)),
    ...(before ? { after: before } : {}),
    reproduction: writeScript(
      { ...shown, clause: defect.clause, hint: defect.fault.hint },
      before,
      declared,
      hasSecret(declared),
    ),
    replay: `ws101 replay report.json --clause ${defect.clause}`,
  };
}

/** A request with nothing odd but what is to blame in it. */
function showAlone({ current }: Played, { kind }: Fault, declared: Target): Uint8Array {
  if (current.changes.length === 0) return hideCredential(octetsOf(current), declared);
  const message = applyChanges(canonicalMessage(declared, sampleKey), listBlamed(current, kind));
  return hideCredential(writeRequestMessage(message), declared);
}

type ShownRequest = Omit<ShownOctets, 'response'>;

/**
 * The script that shows a finding without ws101.
 *
 * @param before what goes before it on a connection of its own
 * @param isSecret whether placeholders may stand in the octets
 */
export function writeScript(
  { clause, hint, ...shown }: ShownRequest & Pick<Fault, 'clause'> & { readonly hint?: unknown },
  before: ShownRequest | null,
  declared: Target,
  isSecret: boolean,
): string {
  // A wrong accept value may be that of the key before, which a connection by itself does not show.
  const mayRemember = clause === 'rfc6455/4.2.2/accept-value' && hint === undefined;
  const first = before ?? (mayRemember ? another(declared) : null);
  return writeReproduction(declared.uri, (first ? [first, shown] : [shown]).map(listSent), isSecret);
}

/** An opening with a key of its own. */
function another(declared: Target): Pick<ShownOctets, 'request' | 'recipe'> {
  return hideRequest(writeRequestMessage(canonicalMessage(declared, otherKey)), declared);
}

/** The octets of an exchange, in which credentials are hidden. */
export function showOctets({ current, exchange }: Played, declared: Target): ShownOctets {
  const behind = sentBehind({ current, exchange });
  return {
    ...hideRequest(octetsOf(current), declared),
    ...(current.pieces.length > 1 ? { pieces: current.pieces.map(({ length }) => length) } : {}),
    ...(current.rest ? { rest: current.rest.length } : {}),
    ...(behind ? { behind: hideCredential(behind, declared) } : {}),
    response: hideIssued(exchange.answer.octets, declared),
    ...countCame(exchange),
  };
}

/** What was sent once the answer had begun: behind a 101 a ping, behind any other reply a second request. */
function sentBehind({ current, exchange }: Played): Uint8Array | null {
  const { reply } = exchange.answer;
  if (reply === null || current.isSecret) return null;
  if (reply.status !== 101) return current.second ?? null;
  return Buffer.concat([current.frames ?? new Uint8Array(), ping]);
}

/** What was sent on one connection, one after the other. */
function listSent({ request, behind, recipe, ...lengths }: ShownRequest): ScriptConnection {
  const { pieces, rest } = cutOctets(request, lengths);
  const parts = rest ? [...pieces, rest] : pieces;
  const ends = parts.map((_, at) => parts.slice(0, at + 1).reduce((sum, { length }) => sum + length, 0));
  const sent = parts.map((octets, at) => {
    const from = (ends[at] ?? 0) - octets.length;
    const own = (recipe?.spans ?? []).filter(
      ({ start, end }) => start >= from && end <= from + octets.length,
    );
    return {
      octets,
      spans: own.map((span) => ({ ...span, start: span.start - from, end: span.end - from })),
    };
  });
  return behind ? [...sent, { octets: behind, spans: [] }] : sent;
}

/** Whether placeholders may stand in the octets. */
function hasSecret({ options, uri, areSecretsShown = false }: Target): boolean {
  if (areSecretsShown) return false;
  const { auth, headers = [], subprotocols = [] } = options;
  const isDeclared = auth !== undefined || headers.length > 0;
  const isOffered = openNames(subprotocols).length < subprotocols.length;
  return isDeclared || isOffered || redactTarget(uri.resourceName) !== uri.resourceName;
}
