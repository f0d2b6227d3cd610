import { describe, expect, it } from 'vitest';
import { clauses } from '../../../models/clauses.ts';
import { type ClientRow, clientTable, type ReplyGuard } from '../../../models/decisions/client.ts';
import { type FirstMessageGuard, firstMessageTable } from '../../../models/decisions/first-message.ts';
import type { FirstMessageRow, ServerRow } from '../../../models/decisions/row.ts';
import { type RequestGuard, requestGuards, serverTable } from '../../../models/decisions/server.ts';
import { topicFields } from '../../../models/topic.ts';

const valid: ServerRow<RequestGuard> = {
  guard: 'upgradeIsAbsent',
  about: 'upgrade',
  when: { plainHttp: 'badRequest' },
  clause: 'rfc6455/4.2.1/upgrade-present',
  verdict: 'refuse',
  status: 400,
  headers: [],
  permits: { status: 'anyError', fields: [], silence: true },
};

const validOfClient: ClientRow<ReplyGuard> = {
  guard: 'subprotocolIsNotChosen',
  about: 'sec-websocket-protocol',
  clause: 'whatwg/2.2/subprotocol-chosen',
  verdict: 'closed',
  permits: ['fails'],
};

const validOfFirstMessage: FirstMessageRow<FirstMessageGuard> = {
  guard: 'messageIsLate',
  about: 'message',
  clause: 'service/5.3/first-message-awaited',
  verdict: 'refused',
  code: 1008,
};

describe('a row does not compile', () => {
  it('with a guard that is misspelt', () => {
    // @ts-expect-error: no guard has this name
    const row: ServerRow<RequestGuard> = { ...valid, guard: 'upgradeIsAbsnt' };
    expect(requestGuards).not.toHaveProperty([row.guard]);
  });

  it('with a clause that nobody knows', () => {
    // @ts-expect-error: no clause has this id
    const row: ServerRow<RequestGuard> = { ...valid, clause: 'rfc6455/4.2.1/upgrade-presnt' };
    expect(clauses).not.toHaveProperty([row.clause]);
  });

  it('with a part of a message that there is not', () => {
    // @ts-expect-error: no topic has this name
    const row: ServerRow<RequestGuard> = { ...valid, about: 'sec-websocket-kye' };
    expect(topicFields).not.toHaveProperty([row.about]);
  });

  it('with a choice that nobody has', () => {
    // @ts-expect-error: no choice has this name
    const row: ServerRow<RequestGuard> = { ...valid, when: { plainHtpp: 'badRequest' } };
    expect(serverTable.defaults).not.toHaveProperty(Object.keys(row.when ?? {}));
  });

  it('with a value that a choice does not have', () => {
    // @ts-expect-error: the choice is between other values
    const row: ServerRow<RequestGuard> = { ...valid, when: { plainHttp: 'upgradeRequird' } };
    expect(serverTable.rows).not.toContainEqual(expect.objectContaining({ when: row.when }));
  });

  it('with a verdict that a server does not give', () => {
    // @ts-expect-error: no verdict has this name
    const row: ServerRow<RequestGuard> = { ...valid, verdict: 'refused' };
    expect(serverTable.rows).not.toContainEqual(expect.objectContaining({ verdict: row.verdict }));
  });

  it('with rules that bind no client', () => {
    // @ts-expect-error: the choice is between other values
    const row: ClientRow<ReplyGuard> = { ...validOfClient, when: { rules: 'whatgw' } };
    expect(clientTable.rows).not.toContainEqual(expect.objectContaining({ when: row.when }));
  });

  it('with an outcome that no client has', () => {
    // @ts-expect-error: no outcome has this name
    const row: ClientRow<ReplyGuard> = { ...validOfClient, permits: ['fials'] };
    expect(clientTable.rows).not.toContainEqual(expect.objectContaining({ permits: row.permits }));
  });

  it('with a code that ends no wait for a credential', () => {
    // @ts-expect-error: 1000 is the code of a connection that has served its purpose
    const row: FirstMessageRow<FirstMessageGuard> = { ...validOfFirstMessage, code: 1000 };
    expect(firstMessageTable.rows).not.toContainEqual(expect.objectContaining({ code: row.code }));
  });
});
