import { describe, expect, test } from 'vitest';
import type { Asked, ContrastSeen } from '../../src/diagnosis/index.ts';
import { accepted, asked, evidenceOf, exchange, idsOf, refused, signsOf } from './seen.ts';

const no = refused('403 Forbidden', 'no');

function seen(
  reply: string,
  others: Readonly<Partial<Record<ContrastSeen['name'], string>>>,
  changed: Partial<Asked> = {},
) {
  const names = Object.keys(others) as ContrastSeen['name'][]; // Object.keys forgets the keys
  const contrasts = names.map((name) => ({
    ...{ name, change: `with ${name}` },
    exchange: exchange(others[name] ?? ''),
  }));
  return { asked: asked(changed), opening: exchange(reply), contrasts };
}

const ofContrast = (signs: readonly string[]) =>
  signs.filter(
    (sign) => /^(?:opens.|fails|plainGet|randomPath|everyOrigin|differs)/.test(sign) && sign !== 'opens',
  );

describe('what mends', () => {
  test.each([
    ['withoutOrigin', 'opensWithoutOrigin'],
    ['withOwnOrigin', 'opensWithOrigin'],
    ['withSubprotocol', 'opensWithSubprotocol'],
    ['withoutSubprotocol', 'opensWithoutSubprotocol'],
    ['withoutExtensions', 'opensWithoutExtensions'],
    ['asBrowser', 'opensAsBrowser'],
    ['asProgram', 'opensAsProgram'],
    ['connectionAlone', 'opensWithConnectionAlone'],
    ['withSlash', 'opensWithSlash'],
    ['otherPath', 'opensOnOtherPath'],
    ['enginePath', 'opensOnEnginePath'],
    ['withoutCredential', 'opensWithoutCredential'],
  ] satisfies [ContrastSeen['name'], string][])('%s', (name, sign) => {
    const observation = seen(no, { [name]: accepted() });
    expect(signsOf(observation)).toContain(sign);
    expect(evidenceOf(observation)[sign]).toBe(`the same request with ${name} opens the connection`);
  });

  test('another Origin than the one that was sent', () => {
    const observation = seen(no, { withOwnOrigin: accepted() }, { origin: 'http://b.example' });
    expect(ofContrast(signsOf(observation))).toEqual(['opensWithOtherOrigin', 'failsWithOrigin']);
    expect(idsOf(observation)[0]).toBe('server/origin-refused');
  });

  test('a plain GET never does', () => {
    expect(ofContrast(signsOf(seen(no, { plainGet: accepted() })))).toEqual([]);
  });
});

describe('what makes no difference', () => {
  test.each([
    ['the same', { plainGet: no }, ['plainGetIsSame']],
    ['another status', { plainGet: refused('200 OK', 'no') }, ['plainGetDiffers']],
    ['other content', { plainGet: refused('403 Forbidden', 'yes') }, ['plainGetDiffers']],
    ['nothing', { plainGet: '' }, ['plainGetDiffers']],
    ['the same on a path of nobody', { randomPath: no }, ['randomPathIsSame']],
    ['another on a path of nobody', { randomPath: refused('404 A') }, ['randomPathDiffers']],
    [
      'the same for each Origin',
      { withOwnOrigin: no, asBrowser: no },
      ['everyOriginIsSame', 'failsWithOrigin'],
    ],
    ['not for each', { withOwnOrigin: no, asBrowser: refused('404 A') }, ['failsWithOrigin']],
    ['without the credential', { withoutCredential: no }, ['failsTheSameWithoutCredential']],
    ['another without it', { withoutCredential: refused('401 A') }, ['differsWithoutCredential']],
  ])('%s', (_what, others, expected) => {
    expect(ofContrast(signsOf(seen(no, others)))).toEqual(expected);
  });

  test('content that differs in a number is the same', () => {
    const [one, other] = [refused('403 A', 'id 12ab34cd'), refused('403 A', 'id 98fe76dc')];
    expect(ofContrast(signsOf(seen(one, { plainGet: other })))).toEqual(['plainGetIsSame']);
  });

  test('what was not reached tells nothing', () => {
    const contrasts = [
      { name: 'plainGet', change: 'a', exchange: exchange('', { unreached: 'no connection' }) },
    ] as const;
    expect(ofContrast(signsOf({ opening: exchange(no), contrasts }))).toEqual([]);
  });
});

test.each([
  ['connectionList', 'failsWithConnectionList'],
  ['asBrowser', 'failsAsBrowser'],
] satisfies [ContrastSeen['name'], string][])('what breaks an opening: %s', (name, sign) => {
  const observation = seen(accepted(), { [name]: no });
  expect(ofContrast(signsOf(observation))).toEqual([sign]);
  expect(evidenceOf(observation)[sign]).toBe(`the same request with ${name} gets 403 Forbidden`);
});

test('a 101 with a wrong accept value is not for what was changed', () => {
  const wrong = accepted().replace(/(Accept: )..../, '$1AAAA');
  expect(ofContrast(signsOf(seen(accepted(), { connectionList: wrong })))).toEqual([]);
});

describe('nearer to the application', () => {
  const direct = (reply: string, lines = '') => ({
    asked: asked({}, 'ws://inner.example:8080/chat'),
    opening: exchange(reply, {
      request: new TextEncoder().encode(
        `GET / HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${lines}\r\n`,
      ),
    }),
  });

  test.each([
    ['it opens', no, accepted(), ['opensDirectly']],
    ['it fails too', no, no, ['failsDirectly']],
    ['it opens as here', accepted(), accepted(), []],
    ['it fails, and not here', accepted(), no, []],
  ])('%s', (_what, here, there, expected) => {
    expect(ofContrast(signsOf({ opening: exchange(here), direct: direct(there) }))).toEqual(expected);
  });

  test('both answers are told', () => {
    expect(evidenceOf({ opening: exchange(no), direct: direct(accepted()) })['opensDirectly']).toBe(
      'the request gets 101 Switching Protocols at inner.example:8080, and 403 Forbidden here',
    );
  });

  test('a subprotocol that is lost between', () => {
    const offer = 'Sec-WebSocket-Protocol: chat\r\n';
    const here = direct(accepted(), offer).opening;
    const there = direct(accepted('Sec-WebSocket-Protocol: chat'), offer);
    expect(idsOf({ opening: here, direct: there })).toEqual(['hop/subprotocol-lost']);
    expect(idsOf({ opening: here, direct: direct(accepted(), offer) })).toEqual([
      'server/subprotocol-none-chosen',
    ]);
  });

  test('it cannot be asked', () => {
    const observation = { opening: exchange(no), direct: { asked: asked() } };
    expect(signsOf(observation)).toContain('isUnreachableDirectly');
  });
});

describe('another connection beside the one that is open', () => {
  const nginx =
    '<html>\r\n<center><h1>503 Service Temporarily Unavailable</h1></center>\r\n<hr><center>nginx/1.22.1</center>';

  const wrong = accepted().replace(/(Accept: )..../, '$1AAAA');
  const hop = refused('503 Service Temporarily Unavailable', nginx);

  test.each([
    ['429 of anybody', [refused('429 A'), refused('429 A')], ['limitIsReached']],
    ['429 once', [refused('429 A')], []],
    ['429 and 503 of a hop by its page', [refused('429 A'), hop], ['limitIsReached']],
    ['503 of the server', [refused('503 A'), refused('503 A')], ['secondIsBusy']],
    ['503 and then none', [refused('503 A'), accepted()], []],
    ['a wrong 101', [wrong, wrong], ['acceptIsWrong']],
    ['a wrong 101 and then none', [wrong, refused('400 A')], []],
    ['400', [refused('400 A'), refused('400 A')], []],
  ])('%s', (_what, replies, signs) => {
    const contrasts = replies.flatMap((reply) => seen('', { another: reply }).contrasts);
    const told = signsOf({ opening: exchange(accepted()), contrasts });
    expect(told.filter((sign) => !['statusIs101', 'acceptIsRight', 'opens'].includes(sign))).toEqual([
      'secondFails',
      ...signs,
    ]);
  });
});
