import fc from 'fast-check';
import { agreementDeviations } from '../arbitraries/agreement-deviation.ts';
import { askedDeflate } from '../arbitraries/asked-deflate.ts';
import { line, type ReplyMessage, writeReplyMessage } from '../arbitraries/message.ts';
import { type ReplyDeviation, replyDeviations } from '../arbitraries/reply-deviation.ts';
import { replyTransforms } from '../arbitraries/reply-transform.ts';
import { replyDefaults } from '../client/reply-reader.ts';
import { describeName } from '../draw/rule-text.ts';
import { sha1 } from '../sha1.ts';
import { computeAccept } from '../wire/index.ts';
import { type Case, describeChange, groupOfClause, type NamedCase } from './case.ts';
import { type ClientSettings, readList } from './setting.ts';
import { writeTyped } from './typed-octets.ts';

/** Replies are drawn, not enumerated: always the same ones, and at most this many for each guard. */
const drawing = { seed: 1, numRuns: 40 };
const most = 8;

/** What there is to pick from: the valid reply, faults for each guard, and changes that must change nothing. */
export function listReplyCases({ key, subprotocols: listed }: ClientSettings): readonly Case[] {
  const accept = computeAccept(key, sha1);
  const subprotocols = readList(listed);
  const canonical = writeAcceptance(accept, subprotocols);
  const valid = write(canonical);
  const draw = (deviations: fc.Arbitrary<ReplyDeviation>, settings: Case['settings']): readonly Case[] =>
    fc
      .sample(deviations, drawing)
      .map(({ guard, clause, apply }) => ({
        group: `${describeName(guard)} (${clause})`,
        text: write(apply(canonical)),
      }))
      .filter(isFirst)
      .slice(0, most)
      .map((each) => ({ ...each, name: describeChange(valid, each.text), settings }));
  const limits = { headOctets: replyDefaults.headLimit, fields: replyDefaults.fieldLimit };
  return [
    { group: 'Valid', name: 'a reply that opens the connection', text: valid, settings: {} },
    ...Object.entries(replyDeviations({ accept, subprotocols }, limits))
      // A head over 64 KiB is more than anybody wants to read.
      .filter(([guard]) => guard !== 'headIsTooLarge')
      .flatMap(([, deviations]) => draw(deviations, {})),
    ...Object.entries(agreementDeviations()).flatMap(([guard, deviations]) =>
      draw(
        deviations,
        guard === 'subprotocolIsNotChosen' ? { rules: 'whatwg' } : { extensions: askedDeflate },
      ),
    ),
    ...replyTransforms(subprotocols)
      .flatMap((transforms) => fc.sample(transforms, drawing))
      .map(({ clause, apply }) => ({ group: groupOfClause(clause), text: write(apply(canonical)) }))
      .filter(({ text }) => text !== valid)
      .filter(isFirst)
      .map((each) => ({ ...each, name: describeChange(valid, each.text), settings: {} })),
  ];
}

function writeAcceptance(accept: string, [subprotocol]: readonly string[]): ReplyMessage {
  return {
    prefix: '',
    statusLine: 'HTTP/1.1 101 Switching Protocols',
    lines: [
      line('Upgrade', 'websocket'),
      line('Connection', 'Upgrade'),
      line('Sec-WebSocket-Accept', accept),
      ...(subprotocol === undefined ? [] : [line('Sec-WebSocket-Protocol', subprotocol)]),
    ],
    content: '',
  };
}

function write(message: ReplyMessage): string {
  return writeTyped(writeReplyMessage(message));
}

function isFirst({ group, text }: NamedCase, at: number, all: readonly NamedCase[]): boolean {
  return all.findIndex((each) => each.group === group && each.text === text) === at;
}
