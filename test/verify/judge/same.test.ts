import { expect, test } from 'vitest';
import { replyObligations } from '../../../models/obligations/reply.ts';
import { shownRows } from '../../../models/obligations/switch.ts';
import { type Fault, isSameFault } from '../../../src/verify/judge/judgement.ts';
import { isOfSwitch } from '../../../src/verify/judge/obligation.ts';
import { acceptPhrase } from '../../../src/verify/judge/seen/accept.ts';
import { parseReply, parseRequest } from '../../../src/wire/index.ts';
import { reply, request } from '../../clauses/peer.ts';

const fault: Fault = {
  ...{ kind: 'reply', clause: 'rfc9110/5.1/handshake-fields-forwarded', row: 'keyIsAltered', guard: null },
  ...{ expected: 'nothing', observed: 'nothing', about: 'host', seen: [], severity: 'MUST', tags: [] },
};

test.each<[boolean, Partial<Fault>]>([
  [true, { severity: 'SHOULD', observed: 'end', tags: ['declared'] }],
  [false, { row: 'versionIsAltered' }],
  [false, { clause: 'service/3/proxy-drop' }],
  [false, { kind: 'refused' }],
])('a fault is the same one: %s, with %j', (isSame, other) => {
  expect(isSameFault(fault, { ...fault, ...other })).toBe(isSame);
});

test('what no 101 shows is what a refusal owes', () => {
  expect(shownRows.filter(({ clause }) => !isOfSwitch(clause))).toEqual([]);
  const ofRefusals = replyObligations.map(({ clause }) => clause).filter((clause) => !isOfSwitch(clause));
  expect(ofRefusals.join(' ')).toBe(
    'service/9/version-426 service/5.2/credential-401 rfc6455/10.2/origin-403 rfc9110/9.1/method-405 service/7/malformed-400 rfc9110/15.5.2/challenge rfc9110/15.5.6/allow rfc9110/15.5.22/upgrade-in-426 rfc9110/7.8/connection-option-with-upgrade rfc6455/4.2.2/version-advertised rfc6455/11.3.5/refused-version-unlisted rfc6455/4.4/all-versions-listed rfc9110/6.6.1/date service/7/no-upgrade-after-refusal rfc9112/6.1/closed-after-both rfc9112/9.6/close-option-sent rfc9112/9.6/close-after-close-option rfc6455/7.1.7/server-closed-on-failure',
  );
});

test('an accept value is told by how far it is from the right one', () => {
  const [asked, answered] = [
    parseRequest(Buffer.from(request())),
    parseReply(Buffer.from(reply({ 'Sec-WebSocket-Accept': 's3pPLMBiTxaQ9kYGzzhZRbK+xOo' }))),
  ];
  if (!asked.ok || !answered.ok) throw new Error('both can be read');
  const told = acceptPhrase(asked.value, answered.value);
  expect(told).toMatchObject({ is: 'rightAccept', accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=' });
  expect(JSON.stringify(told)).toContain('padding');
  const keyless = parseRequest(Buffer.from(request({ 'Sec-WebSocket-Key': null })));
  if (!keyless.ok) throw new Error('it can be read');
  expect(acceptPhrase(keyless.value, answered.value)).toMatchObject({
    accept: 'Kfh9QIsMVZcl6xEPYxPHzW8SZ8w=',
  });
});
