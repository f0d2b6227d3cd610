import { writeRequestMessage } from '../../arbitraries/index.ts';
import { redactTarget } from '../../auth/redaction.ts';
import type { Defect } from '../explain/defect.ts';
import { cutOctets, octetsOf, type RequestCase } from '../judge/case.ts';
import { canonicalMessage, sampleKey, type Target } from '../judge/target.ts';
import { type Probed, ping } from '../peer/probe.ts';
import type { Exhibit, ShownOctets } from '../report/exhibit.ts';
import { hideCredential } from '../report/placeholder.ts';
import { tellDeed } from './deed.ts';
import { type Sent, writeReproduction } from './reproduction.ts';

type Played = Pick<Defect<RequestCase, Probed>, 'current' | 'exchange'>;

/** A defect with its octets, in which credentials are hidden, in words, and as a script. */
export function exhibit({ after, ...defect }: Defect<RequestCase, Probed>, declared: Target): Exhibit {
  const { current, exchange, ...told } = defect;
  const shown = showOctets(defect, declared);
  const before = after ? { current: after.current, ...showOctets(after, declared) } : null;
  const canonical = writeRequestMessage(canonicalMessage(declared, sampleKey));
  return {
    ...told,
    number: current.number,
    ...shown,
    deed: tellDeed(defect.fault, { ...shown, canonical: hideCredential(canonical, declared) }),
    ...(before ? { after: before } : {}),
    reproduction: writeReproduction(
      declared.uri,
      [...(before ? [before] : []), shown].map(listSent),
      hasSecret(declared),
    ),
    replay: `ws101 replay report.json --clause ${defect.clause}`,
  };
}

/** The octets of an exchange, in which credentials are hidden. */
export function showOctets({ current, exchange }: Played, declared: Target): ShownOctets {
  const behind = sentBehind({ current, exchange });
  return {
    request: hideCredential(octetsOf(current), declared),
    ...(current.pieces.length > 1 ? { pieces: current.pieces.map(({ length }) => length) } : {}),
    ...(current.rest ? { rest: current.rest.length } : {}),
    ...(behind ? { behind: hideCredential(behind, declared) } : {}),
    response: hideCredential(exchange.answer.octets, declared),
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
export function listSent({ request, behind, ...lengths }: ShownOctets): Sent {
  const { pieces, rest } = cutOctets(request, lengths);
  return [...pieces, ...(rest ? [rest] : []), ...(behind ? [behind] : [])];
}

/** Whether placeholders may stand in the octets. */
function hasSecret({ options: { auth, headers = [] }, uri, areSecretsShown = false }: Target): boolean {
  if (areSecretsShown) return false;
  return auth !== undefined || headers.length > 0 || redactTarget(uri.resourceName) !== uri.resourceName;
}
