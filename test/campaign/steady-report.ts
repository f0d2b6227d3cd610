import type { Finding, Report, SentRequest } from '../../src/verify/index.ts';

/** Where a client was told to connect to: another port in each run. */
const address = /(?<![\w:.])(127\.0\.0\.\d+|localhost|::1|\[::1\]):\d{2,5}\b/g;

/** What stands before the path of a URL, so that a connection is known by it. */
const nonce = /\/[\da-f]{12,16}-\d+(?=\/)/g;

/** Of a title: a key, which is another one in each run, how many connections were made, and bits of all keys. */
const keyAgain = /^Sends the key `\S{22}==` on \d+ of \d+ connections/;
const keyBits = /^Sends keys in all of which \d+ of 128 bits are the same/;
const acceptValue =
  /(?<=`Sec-WebSocket-Accept: )[A-Za-z0-9+/]{27}=`( \(the right value in the other letter case\))?/g;

/** Where the value of the key is, it is another one in each run, too. */
const acceptInLine =
  /`(sec-websocket-accept: .*?)[A-Za-z0-9+/]{27}=([^`]*)` \(the right value(?: in it)?\)/gi;

const rightValue = /(?<=^|\. )The right value is [A-Za-z0-9+/]{27}=(?=\.$)/;

/** A report on a client in which what is of one run alone is the same for all runs. */
export const steadyReport = (report: Report): Report => ({
  ...report,
  findings: report.findings.map(steadyFinding),
  policy: steadyPolicy(report.policy),
});

export function steadyFinding(finding: Finding): Finding {
  const { title, expected, observed, hint } = finding;
  return {
    ...finding,
    title: steadyTitle(maskAddress(title).replace(nonce, '')),
    expected: maskAddress(expected),
    observed: maskAddress(observed),
    ...(hint === undefined ? {} : { hint: hint.replace(rightValue, 'The right value is told') }),
    ...steadyExchange(finding),
  };
}

export function steadyExchange({ request, response, behind }: SentRequest) {
  return {
    ...{ request: maskOctets(request), response: maskOctets(response) },
    ...(behind === undefined ? {} : { behind }),
  };
}

export function steadyPolicy(policy: Report['policy']): Report['policy'] {
  const mask = (value: unknown) => (typeof value === 'string' ? maskAddress(value) : value);
  return Object.fromEntries(Object.entries(policy).map(([name, value]) => [name, mask(value)]));
}

const maskAddress = (text: string) => text.replace(address, '$1:9001');

function maskOctets(base64: string): string {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  return Buffer.from(maskAddress(text), 'latin1').toString('base64');
}

function steadyTitle(title: string): string {
  return title
    .replace(keyAgain, 'Sends a key again')
    .replace(keyBits, 'Sends keys of which some bits are always the same')
    .replace(acceptInLine, '`$1<the right value>$2`')
    .replace(acceptValue, (_, isRecased) =>
      isRecased ? '<the right value, in other letter case>`' : '<another value>`',
    );
}

/** What a client was sent, and what it did, in words: read from the title of a finding. */
export function describeDeed({ title }: Pick<Finding, 'title'>): {
  readonly sent: string;
  readonly came: string;
} {
  const [, opens, fails, reply] = /^(?:(Opens on|Accepts)|(Fails on|Rejects)) (.*)$/s.exec(title) ?? [];
  if (reply !== undefined && (opens ?? fails) !== undefined)
    return { sent: reply, came: opens === undefined ? 'a connection that failed' : 'an open connection' };
  const [, deed = title, on = 'any reply'] = /^(.*?), on (.*)$/s.exec(title) ?? [];
  return { sent: on, came: deed.slice(0, 1).toLowerCase() + deed.slice(1) };
}
