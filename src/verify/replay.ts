import type { ClauseId } from '../../models/clauses.ts';
import { serverRows } from '../../models/server-decision.ts';
import { calibrate } from './calibration.ts';
import { judgeAnswer, type Verdict } from './judgement.ts';
import { hideCredential } from './placeholder.ts';
import { type Answer, findAddress, probe, Unreachable } from './probe.ts';
import type { Finding } from './report.ts';
import type { Declared } from './server-report.ts';
import type { Target } from './target.ts';

/** What came of sending a finding's octets again. */
export type Replay =
  | { readonly outcome: 'still fails'; readonly verdict: Verdict; readonly answer: Answer }
  | { readonly outcome: 'fixed'; readonly answer: Answer }
  | { readonly outcome: 'cannot tell'; readonly problem: string };

/**
 * Sends the octets of a finding again, with its credential back in its place, and judges the answer.
 *
 * @param declared what the target was declared to be when the finding was made
 * @param timeout milliseconds that one request may take
 */
export async function replayFinding(
  finding: Pick<Finding, 'clause' | 'request'>,
  declared: Declared,
  target: Target,
  timeout: number,
): Promise<Replay> {
  const missing = findMissing(declared, target);
  if (missing !== null) return { outcome: 'cannot tell', problem: missing };
  const { octets, isWhole } = restoreOctets(Buffer.from(finding.request, 'base64'), finding.clause, target);
  try {
    const address = await findAddress(target);
    const calibration = await calibrate(target, address, timeout);
    if (!calibration.ok) return { outcome: 'cannot tell', problem: calibration.problem };
    const answer = await probe(target, address, [octets], timeout);
    const verdict = judgeAnswer(octets, answer, calibration.target, finding.clause).find(
      ({ clause }) => clause === finding.clause,
    );
    if (verdict) return { outcome: 'still fails', verdict, answer };
    if (isWhole) return { outcome: 'fixed', answer };
    const problem = 'it passes, but a part of the request is a secret that the finding does not have';
    return { outcome: 'cannot tell', problem };
  } catch (error) {
    if (error instanceof Unreachable) return { outcome: 'cannot tell', problem: error.message };
    throw error;
  }
}

/** What was declared of the target, and is not given again. */
function findMissing(declared: Declared, { options }: Target): string | null {
  if (declared.auth !== undefined && !options.auth) {
    return `the credential is not part of the finding: --auth ${declared.auth}=… gives it again`;
  }
  const given = (options.headers ?? []).map(([name]) => name.toLowerCase());
  const absent = declared.header?.find((name) => !given.includes(name.toLowerCase()));
  return absent === undefined
    ? null
    : `a field was sent with every request: --header '${absent}: …' gives it again`;
}

/** Clauses whose requests carry a wrong credential, or none: the right one has no place in them. */
const ofCredentials: ReadonlySet<ClauseId> = new Set(
  serverRows.filter(({ guard }) => guard.startsWith('credentialIs')).map(({ clause }) => clause),
);

/**
 * Puts back what placeholders stand for.
 *
 * @returns the octets, and whether no placeholder is left in them
 */
export function restoreOctets(
  hidden: Uint8Array,
  clause: ClauseId,
  target: Target,
): { readonly octets: Uint8Array; readonly isWhole: boolean } {
  const { uri, options } = target;
  const { auth, headers = [] } = options;
  const octets = Buffer.from(hidden);
  const isPlaceholder = (at: number, length: number) => {
    if (length >= 4) return true; // nothing else looks like it
    const filled = Buffer.from(octets).fill(auth?.value.startsWith('x') ? 'y' : 'x', at, at + length);
    return Buffer.from(hideCredential(filled, target)).equals(hideCredential(octets, target));
  };
  const known = [
    ['GET ', uri.resourceName, ' HTTP/1.1'],
    ...headers.map(([name, value]) => ['', `${name}: ${value}`, '']),
  ];
  for (const [before = '', text = '', behind = ''] of known) {
    const line = hideCredential(Buffer.from(`${before}${text}${behind}\r\n`, 'latin1'), target);
    const at = octets.indexOf(line.subarray(before.length, before.length + text.length));
    if (at >= 0) octets.write(text, at, 'latin1');
  }
  if (auth && auth.in !== 'firstMessage' && !ofCredentials.has(clause)) {
    const mask = auth.value.replace(/[^ \t]/g, '*');
    const masked = octets.toString('latin1');
    for (let at = masked.indexOf(mask); at >= 0; at = masked.indexOf(mask, at + mask.length)) {
      const isAlone = masked[at - 1] !== '*' && masked[at + mask.length] !== '*';
      if (isAlone && isPlaceholder(at, mask.length)) octets.write(auth.value, at, 'latin1');
    }
  }
  const runs = [...octets.toString('latin1').matchAll(/\*+/g)];
  return { octets, isWhole: !runs.some(({ 0: run, index }) => isPlaceholder(index, run.length)) };
}
