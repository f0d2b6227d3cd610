import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, badRequest, opening, serve } from './serve.ts';

describe.each(['compiled', 'actor'] as const)('the session, %s', (interpreter) => {
  test('accepts', async () => {
    const { connections, outcomes, server, clock, open } = await serve({ interpreter });
    expect(await open(`${opening}frames`)).toBe(acceptance);
    const { head } = await connections.take();
    expect(head.toString()).toBe('frames');
    expect(outcomes.all).toMatchObject([{ type: 'accepted', clause: 'rfc6455/4.2.2/status-101' }]);
    expect([server.pending, clock.waiting]).toEqual([0, 0]);
  });

  test('refuses', async () => {
    const { ask, outcomes, server } = await serve({ interpreter });
    expect(await ask('\n')).toBe(badRequest);
    expect(outcomes.all).toMatchObject([{ type: 'refused', clause: 'rfc9112/3/request-line' }]);
    await server.close();
  });

  test('refuses with 503 at the limit', async () => {
    const { dial, ask, clock, outcomes } = await serve({ interpreter, limits: { pending: 1 } });
    await dial();
    await clock.runs(1);
    expect((await ask('')).slice(0, 12)).toBe('HTTP/1.1 503');
    expect(outcomes.all).toMatchObject([{ type: 'refused', clause: 'rfc9110/15.6.4/overloaded' }]);
  });

  test('passes on', async () => {
    const application = createServer((request, response) => response.end(`${request.url}!`));
    const { begin, outcomes, server } = await serve({ interpreter, application });
    const peer = await begin('GET /page HTTP/1.1\r\nHost: a\r\n\r\n');
    expect((await peer.until('!')).split('\r\n').at(-1)).toBe('/page!');
    expect(outcomes.all).toMatchObject([{ type: 'passed', clause: 'rfc6455/4.2.1/upgrade-present' }]);
    expect(server.pending).toBe(0);
  });

  test('times out', async () => {
    const { dial, clock, outcomes } = await serve({ interpreter });
    const peer = await dial();
    await clock.runs(1);
    clock.advance(10_000);
    expect((await peer.ended).slice(0, 12)).toBe('HTTP/1.1 408');
    expect(outcomes.all).toMatchObject([{ type: 'refused', clause: 'rfc9110/15.5.9/request-timeout' }]);
  });

  test('closes', async () => {
    const { begin, outcomes, clock, server } = await serve({ interpreter });
    const peer = await begin('GET');
    await exchangeElsewhere();
    peer.reset();
    expect(await outcomes.take()).toMatchObject({ type: 'closed', clause: 'rfc9112/8/incomplete-request' });
    expect([server.pending, clock.waiting]).toEqual([0, 0]);
  });
});

/** The transitions and what else an actor tells XState's inspection, by type and event. */
function typesOf(told: readonly unknown[]): readonly string[] {
  return told.map((event) => {
    const { type, event: cause } = event as { type: string; event?: { type: string } }; // XState's InspectionEvent
    return cause ? `${type} ${cause.type}` : type;
  });
}

describe('inspection', () => {
  test('an actor tells of every event and state of a session', async () => {
    const told: unknown[] = [];
    const { begin, connections } = await serve({
      interpreter: 'actor',
      inspect: (event) => told.push(event),
    });
    await begin(opening);
    await connections.take();
    const types = typesOf(told);
    expect(types[0]).toBe('@xstate.actor');
    const events = ['xstate.init', 'HEAD_READ', 'ACCEPTED'];
    expect(types.filter((type) => type.startsWith('@xstate.event'))).toEqual(
      events.map((event) => `@xstate.event ${event}`),
    );
    expect(types).toContain('@xstate.snapshot HEAD_READ');
    const last = told.at(-1) as { snapshot: { value: string; status: string } }; // the last snapshot
    expect(last.snapshot).toMatchObject({ value: 'open', status: 'done' });
  });

  test('every connection is an actor of its own', async () => {
    const told: unknown[] = [];
    const { ask } = await serve({ interpreter: 'actor', inspect: (event) => told.push(event) });
    await ask('\n');
    await ask('\n');
    expect(typesOf(told).filter((type) => type === '@xstate.actor')).toHaveLength(2);
    expect(typesOf(told).filter((type) => type === '@xstate.event REFUSED')).toHaveLength(2);
  });

  test('what is compiled tells nothing', async () => {
    const told: unknown[] = [];
    const { ask } = await serve({ inspect: (event) => told.push(event) });
    expect(await ask('\n')).toBe(badRequest);
    expect(told).toEqual([]);
  });
});
