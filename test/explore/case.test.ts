import { describe, expect, test } from 'vitest';
import { serverRows } from '../../models/decisions/server.ts';
import { describeChange, type ExploredCase, groupCases, searchCases } from '../../src/explore/case.ts';
import type { PageState } from '../../src/explore/fragment.ts';
import { initialStates, listCases, viewMessage } from '../../src/explore/message-view.ts';

const request: PageState = {
  ...initialStates.request,
  settings: { ...initialStates.request.settings, credential: 'bearer', application: 'accepts' },
};
const reply = initialStates.reply;

/** What holds for a case once it is picked, by the words of the guards. */
async function holdingIn(page: PageState, { text, settings }: ExploredCase): Promise<readonly string[]> {
  const view = await viewMessage({ ...page, text, settings: { ...page.settings, ...settings } }, new Date(0));
  if (typeof view === 'string') throw new Error(view);
  return view.rows.filter(({ state }) => state === 'decides' || state === 'holds').map(({ guard }) => guard);
}

/** The cases that do not show what their group says. */
async function findLying(page: PageState): Promise<readonly ExploredCase[]> {
  const lying: ExploredCase[] = [];
  for (const each of listCases(page)) {
    const isFault = !/^(?:Valid|No fault: .*)$/.test(each.group);
    const wanted = isFault ? each.group.replace(/ \([^(]*\)$/, '') : 'otherwise';
    if (!(await holdingIn(page, each)).includes(wanted)) lying.push(each);
  }
  return lying;
}

test.each([
  ['requests', request, 400],
  ['replies', reply, 150],
])('%s: a case makes the guard of its group hold, or is no fault', async (_what, page, count) => {
  expect(await findLying(page)).toEqual([]);
  expect(listCases(page).length).toBeGreaterThan(count);
});

test('every guard that octets can make hold has a case, but for those of sizes', () => {
  const clauses = new Set(listCases(request).map(({ group }) => group));
  const missing = new Set(
    serverRows
      .filter(({ clause }) => ![...clauses].some((group) => group.includes(`(${clause})`)))
      .map(({ guard }) => guard),
  );
  expect([...missing]).toEqual([
    ...['pendingLimitIsReached', 'headIsLate', 'headIsCut', 'headIsTooLarge', 'fieldsAreTooMany'],
    ...['targetIsTooLong', 'authorizationIsUnasked', 'authorizationIsRefused', 'authorizationThrew'],
    ...['authorizationIsLate', 'credentialIsAwaited', 'otherwise'],
  ]);
});

test('the same settings give the same cases', () => {
  expect(listCases(reply)).toEqual(listCases(reply));
});

describe('a case is named by what is unlike the valid one', () => {
  test.each([
    ['PUT / HTTP/1.1\nHost: a\n\n', 'PUT / HTTP/1.1'],
    ['GET / HTTP/1.1\n\n', 'without Host'],
    ['Host: a\nGET / HTTP/1.1\n\n', 'the same lines in another order'],
    ['GET / HTTP/1.1\nHost: a\nHost: a\n\n', '2 × Host: a'],
    ['\nGET / HTTP/1.1\nHost: a\n\n', '3 × an empty line'],
    ['GET / HTTP/1.1\nHost: b\nX: y\n\n', 'Host: b ⏎ X: y'],
    [`GET / HTTP/1.1\nHost: ${'b'.repeat(100)}\n\n`, `Host: ${'b'.repeat(83)}…`],
  ])('%j', (text, name) => {
    expect(describeChange('GET / HTTP/1.1\nHost: a\n\n', text)).toBe(name);
  });
});

describe('cases', () => {
  const make = (group: string, name: string): ExploredCase => ({ group, name, text: '', settings: {} });
  const cases = [make('key is absent', 'a'), make('host is absent', 'b'), make('key is absent', 'C host')];

  test('stand in groups, in the order of the first of each', () => {
    expect([...groupCases(cases)].map(([group, own]) => [group, own.map(({ name }) => name)])).toEqual([
      ['key is absent', ['a', 'C host']],
      ['host is absent', ['b']],
    ]);
  });

  test.each([
    ['', ['a', 'b', 'C host']],
    ['KEY absent', ['a', 'C host']],
    ['absent key c', ['C host']],
    ['host', ['b', 'C host']],
    ['nothing', []],
  ])('are found by their words: %j', (text, names) => {
    expect(searchCases(cases, text).map(({ name }) => name)).toEqual(names);
  });
});
