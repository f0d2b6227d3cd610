import { expect, test } from 'vitest';
import { readRequestSigns } from '../../src/diagnosis/index.ts';

const span = { start: 0, end: 0 };
const signsOf = (part: string, values: readonly string[], guard: string | null = null) =>
  readRequestSigns(
    { part, guard },
    values.map((value) => ({ name: part, value, span })),
    'accepted',
  ).map((sign) => sign.replace(' accepted', ''));

const key = 'AQIDBAUGBwgJCgsMDQ4PEA==';

test.each<[part: string, values: string[], signs: string[]]>([
  ['connection', [], ['connectionIsAbsent']],
  ['connection', [''], []],
  ['connection', ['close'], ['connectionIsOther']],
  ['connection', ['"Upgrade"'], ['connectionHasItAsWord']],
  ['connection', ['Upgradex'], ['connectionHasItInWord']],
  ['connection', ['keep-alive, Upgrade'], ['connectionIsList']],
  ['connection', [', Upgrade'], ['connectionHasEmptyElements']],
  ['connection', ['Upgrade', 'keep-alive'], ['connectionHasItInFirstLine']],
  ['connection', ['keep-alive', 'Upgrade'], ['connectionHasItInLastLine']],
  ['connection', ['Upgrade', 'upgrade'], []],
  ['connection', ['UPGRADE'], ['connectionIsRecased']],
  ['connection', ['Upgrade'], []],
  ['upgrade', ['websocket/13'], ['upgradeHasItAsWord']],
  ['upgrade', ['h2c, websocket'], ['upgradeIsList']],
  ['upgrade', ['WebSocket'], ['upgradeIsRecased']],
  ['sec-websocket-version', [], []],
  ['sec-websocket-version', [''], []],
  ['sec-websocket-version', ['13', '8'], ['versionIs13InFirstLine']],
  ['sec-websocket-version', ['8', '13'], ['versionIs13InLastLine']],
  ['sec-websocket-version', ['13', '13'], []],
  ['sec-websocket-version', ['13, 8'], ['versionListBeginsWith13']],
  ['sec-websocket-version', ['25, 13'], ['versionListHas13']],
  ['sec-websocket-version', ['0013'], ['versionHasZeros']],
  ['sec-websocket-version', ['+13'], []],
  ['sec-websocket-version', ['13;'], ['versionHasTail']],
  ['sec-websocket-version', ['1313'], ['versionMentions13']],
  ['sec-websocket-version', ['130'], ['versionMentions13']],
  ['sec-websocket-version', ['8'], []],
  ['sec-websocket-version', ['25'], ['versionIsOtherNumber']],
  ['sec-websocket-version', ['hi'], ['versionIsOther']],
  ['sec-websocket-key', [], []],
  ['sec-websocket-key', [key], []],
  ['sec-websocket-key', [''], ['keyHasOtherLength', 'keyDecodesToOthers']],
  ['sec-websocket-key', [key, ''], ['keyIsInFirstLine']],
  ['sec-websocket-key', ['', key], ['keyIsInLastLine']],
  ['sec-websocket-key', [key, key], []],
  ['sec-websocket-key', [key.slice(0, -2)], ['keyLacksPadding', 'keyHasOtherLength', 'keyDecodesTo16Octets']],
  ['sec-websocket-key', [key.slice(0, -1)], ['keyHasOnePad', 'keyHasOtherLength', 'keyDecodesTo16Octets']],
  ['sec-websocket-key', [`${key}=`], ['keyIsOddlyPadded', 'keyHasOtherLength', 'keyDecodesTo16Octets']],
  [
    'sec-websocket-key',
    [`-_${key.slice(2)}`],
    ['keyIsUrlSafe', 'keyHas24Characters', 'keyDecodesTo16Octets'],
  ],
  [
    'sec-websocket-key',
    [`${'!'.repeat(22)}==`],
    ['keyHasForeignOctets', 'keyHas24Characters', 'keyDecodesToOthers'],
  ],
  ['sec-websocket-key', ['AQID'], ['keyHasOtherLength', 'keyDecodesToOthers']],
  ['sec-websocket-extensions', [','], []],
  ['sec-websocket-extensions', ['a; b'], ['extensionsAreReadable']],
  ['sec-websocket-protocol', ['chat'], ['subprotocolsAreReadable']],
  ['host', ['example.com'], []],
])('%s %j: %j', (part, values, signs) => {
  expect(signsOf(part, values)).toEqual(signs);
});

test('the guard of a fault is a sign', () => {
  expect(signsOf('host', [], 'hostIsAbsent')).toEqual(['hostIsAbsent']);
  expect(signsOf('sec-websocket-extensions', ['a;'], 'extensionsAreMalformed')).toEqual([
    'extensionsAreMalformed',
    'extensionsAreUnreadable',
  ]);
  expect(signsOf('host', [], 'somethingElse')).toEqual([]);
});

test('where the fields cannot be read the guard alone is a sign', () => {
  const odd = { part: 'connection', guard: 'fieldLinesAreMalformed' };
  expect(readRequestSigns(odd, null, 'refused')).toEqual(['fieldLinesAreMalformed refused']);
});

test.each([null, 'several', 'message'])(
  'a request that is odd in more than one part shows nothing: %s',
  (part) => {
    expect(readRequestSigns({ part, guard: 'versionIsAbsent' }, [], 'accepted')).toEqual([]);
  },
);
