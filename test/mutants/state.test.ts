import { describe, expect, test } from 'vitest';
import { readTarget, type TargetDeclaration } from '../../src/verify/judge/target.ts';
import type { Finding, Report } from '../../src/verify/report/report.ts';
import { replayFinding } from '../../src/verify/server/replay/replay.ts';
import { type VerifyServerOptions, verifyServer } from '../../src/verify/server/verify-server.ts';
import { partFor } from './part.ts';
import { authenticated, type Behaviour, credential, elementsOf, sendPlainly, startServer } from './server.ts';

const page = 'The request was not understood.\r\n';

/** After a request that it cannot read, so many openings get an error page without a status line. */
function confuse(openings: number): Behaviour {
  let left = 0;
  return {
    says(reply, refused) {
      if (refused === 'lines') left = openings;
      if (refused !== null || left === 0) return reply;
      left -= 1;
      return page;
    },
    sends: (socket, reply, refused) =>
      reply === page ? void socket.end(reply) : sendPlainly(socket, reply, refused),
  };
}

/** Who is let in and offers no subprotocol gets the one that another who was let in has offered last, so many times. */
function mixUp(times: number, more: Behaviour = {}): Behaviour {
  let kept = '';
  let left = 0;
  return {
    ...more,
    says(reply, refused, request) {
      if (refused !== null) return reply;
      const [offered] = elementsOf(request?.values('sec-websocket-protocol') ?? []);
      if (offered !== undefined) {
        kept = offered;
        left = times;
      }
      if (left === 0 || offered !== undefined) return reply;
      left -= 1;
      const line = `Sec-WebSocket-Protocol: ${kept}\r\n`;
      return reply.replace('\r\n\r\n', `\r\n${line}\r\n`);
    },
  };
}

/** Clauses whose cases leave something behind, and those by which that is seen. */
const needed = [
  'rfc9112/5/field-lines',
  'rfc6455/4.2.2/subprotocol-from-offer',
  'rfc6455/4.1/early-frames-kept',
] as const;

/** A report on a server, and what comes of its findings when they are sent again, to the same server and a right one. */
async function find(
  behaviour: Behaviour,
  declared: TargetDeclaration,
  run: Partial<VerifyServerOptions> = {},
) {
  const servers = [await startServer(behaviour), await startServer()] as const;
  const [target, right] = servers.map(({ url }) => readTarget(url, declared));
  try {
    if (!target?.ok || !right?.ok) throw new Error('both can be read');
    const verified = await verifyServer('0', target.value, {
      seed: 1,
      runs: 1,
      ...partFor('state', needed),
      ...run,
    });
    if (!verified.ok) throw new Error(verified.problem);
    const { report } = verified;
    const replay = async (finding: Finding) => {
      const said = await replayFinding(finding, report.declared, target.value, 2_000);
      const elsewhere = await replayFinding(finding, report.declared, right.value, 2_000);
      return [said.outcome, elsewhere.outcome];
    };
    const outcomes = [];
    for (const finding of report.findings) outcomes.push(await replay(finding));
    return { report, outcomes };
  } finally {
    for (const server of servers) await server.close();
  }
}

const textOf = (base64 = '') => Buffer.from(base64, 'base64').toString('latin1');
const subprotocols = ['chat', 'superchat'];
const behind = (what: RegExp) =>
  expect.stringMatching(
    new RegExp(`^only behind another request, such as that of case \\d+: ${what.source}`),
  );

function findingOf({ findings }: Report, clause: string): Finding {
  const finding = findings.find((each) => each.clause === clause);
  if (!finding) throw new Error(`no finding of ${clause} among ${findings.map((each) => each.clause)}`);
  return finding;
}

describe.concurrent('what a request has left behind is told with the request', () => {
  test.each([1, 3, 10])('where %i openings after it get an error page', async (openings) => {
    const { report, outcomes } = await find(confuse(openings), { subprotocols });
    expect(report.findings.map(({ clause }) => clause)).toEqual(['rfc9112/4/status-line-sent']);
    const { after, hint, response } = findingOf(report, 'rfc9112/4/status-line-sent');
    expect(hint).toEqual(behind(/(?:request|field)LinesAreMalformed$|requestLineIsMalformed$/));
    expect(textOf(response)).toBe(page);
    expect(textOf(after?.response)).toMatch(/^HTTP\/1\.1 400 /);
    expect(textOf(after?.request)).toMatch(/\r\n\r\n$/);
    expect(report.flaky).toEqual([]);
    expect(outcomes).toEqual([['still fails', 'cannot tell']]);
  });

  test.each([
    ['declared', 1, { subprotocols }],
    // The first opening behind it has an early ping, and is judged by that alone.
    ['not declared', 3, {}],
  ])('where the next opening gets its subprotocol, %s', async (_, times, declared) => {
    const { report, outcomes } = await find(mixUp(times), declared, { concurrency: 1 });
    const { after, hint, request } = findingOf(report, 'rfc6455/4.2.2/subprotocol-from-offer');
    expect(hint).toEqual(behind(/./));
    expect(textOf(request)).not.toMatch(/^Sec-WebSocket-Protocol:/im);
    expect(textOf(after?.request)).toMatch(/^Sec-WebSocket-Protocol:/im);
    expect(new Set(outcomes.flat())).toEqual(new Set(['still fails', 'cannot tell']));
  });

  test('without the credential that both carry, which is put back in both', async () => {
    const auth = { in: 'field', name: 'X-Api-Key', value: credential } as const;
    const { report, outcomes } = await find(
      mixUp(3, { checks: authenticated }),
      { auth },
      { concurrency: 1 },
    );
    const { after, request } = findingOf(report, 'rfc6455/4.2.2/subprotocol-from-offer');
    for (const sent of [request, after?.request]) expect(textOf(sent)).toMatch(/^X-Api-Key: \*{8}\r$/im);
    expect(outcomes[0]).toEqual(['still fails', 'cannot tell']);
  });

  test('also where several requests are under way at once', async () => {
    const { report } = await find(confuse(3), { subprotocols }, { concurrency: 32, runs: 5 });
    expect(report.findings.map(({ hint }) => hint)).toEqual([behind(/./)]);
  });
});

test.concurrent.each([
  ['from the first on', 2, '; no opening of the run was answered rightly'],
  ['later', 100, /; the last opening that was answered rightly is that of case 4\d\d \(.+\)$/],
])('what is never right again, %s, has no verdict, but the last that was', async (_, first, told) => {
  let count = 0;
  const broken: Behaviour = {
    says: (reply, refused) => (refused === null && count++ >= first ? page : reply),
    sends: (socket, reply, refused) =>
      reply === page ? void socket.end(reply) : sendPlainly(socket, reply, refused),
  };
  await expect(find(broken, { subprotocols })).rejects.toThrow(told);
});

test.concurrent.each([11, 97, 173])(
  'a server that is rude to one in %i is not said to remember',
  async (period) => {
    let count = 0;
    const { report } = await find(
      {
        sends(socket, reply, refused) {
          count += 1;
          return count % period === 0 ? void socket.destroy() : sendPlainly(socket, reply, refused);
        },
      },
      { subprotocols },
    );
    expect(report.findings.filter(({ after }) => after !== undefined)).toEqual([]);
  },
);
