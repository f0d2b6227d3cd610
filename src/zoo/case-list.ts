import { literalReplyDeviations } from '../arbitraries/literal-reply.ts';
import { offerOf } from '../arbitraries/offer.ts';
import type { ReplyDeviation } from '../arbitraries/reply-deviation.ts';
import { literalReplyTransforms, type ReplyTransform } from '../arbitraries/reply-transform.ts';
import { sha1 } from '../sha1.ts';
import { casePrefix, type ReplySketch, type ZooCase } from './case.ts';
import { makeId } from './case-id.ts';
import { expectOf } from './expectation.ts';
import { ownCases, plainId, refusalId } from './own-case.ts';
import { askingFor } from './reply.ts';
import { describeEdit } from './title.ts';

/** What has to be offered where a reply chooses a subprotocol. */
const offered = ['chat', 'superchat'];

const subprotocolField = 'Sec-WebSocket-Protocol';

/** Groups that hold more than one part of a reply, by the part. */
const groups: Readonly<Record<string, string>> = { 'status line': 'Status line', 'odd line': 'Odd lines' };

const controls = new Map<string, ZooCase['control']>([
  [plainId, 'opens'],
  [refusalId, 'refused'],
]);

/** All cases: first the right replies, then faults in the order of the client's table. The list is always the same. */
export const zooCases: readonly ZooCase[] = listCases();

function listCases(): readonly ZooCase[] {
  const offer = offerOf({ fields: askingFor(offered, 'permessage-deflate') }, sha1);
  const bare = { ...offer, extensions: [] };
  const transforms = literalReplyTransforms(bare, 'whatwg').map(ofTransform);
  const faults = literalReplyDeviations(offer).filter(isForEveryOffer).map(ofDeviation);
  const own = ownCases.map((each) => [each.id, each] as const);
  const isRight = ([, { group }]: readonly [string, ReplySketch]) => group === ownCases[0]?.group;
  const all = [...own.filter(isRight), ...transforms, ...faults, ...own.filter((each) => !isRight(each))];
  return all.map(([id, each]) => {
    const [rfc6455, whatwg] = [expectOf(each, 'rfc6455'), expectOf(each, 'whatwg')];
    return {
      ...each,
      id,
      path: `${casePrefix}${id}`,
      expect: { rfc6455: rfc6455.expectation, whatwg: whatwg.expectation },
      latitude: rfc6455.latitude,
      replies: rfc6455.replies,
      control: controls.get(id) ?? null,
    };
  });
}

/** Some answers of permessage-deflate are right or wrong by what was asked for, and nobody can tell a browser to ask. */
function isForEveryOffer({ guard }: ReplyDeviation): boolean {
  return !/^extension(?:Server|Client)/.test(guard);
}

function ofDeviation({ guard, clause, part, edits }: ReplyDeviation): readonly [string, ReplySketch] {
  const isOther = guard === 'statusIsNot101' || guard === 'statusIsInterim';
  const group = isOther ? 'Other statuses' : (groups[part] ?? part);
  return [makeId(kebab(guard), edits), sketch(group, clause, edits)];
}

function ofTransform({ clause, edits }: ReplyTransform): readonly [string, ReplySketch] {
  return [makeId(clause.split('/')[2] ?? '', edits), sketch('Right replies', clause, edits)];
}

function sketch(group: string, clause: ReplySketch['clause'], edits: ReplySketch['edits']): ReplySketch {
  const isOfChoice = edits.some((edit) => edit.kind === 'setField' && edit.name === subprotocolField);
  return {
    group,
    clause,
    edits,
    delivery: 'whole',
    isDeflating: false,
    title: edits.map(describeEdit).join('; '),
    subprotocols: isOfChoice ? offered : [],
  };
}

function kebab(name: string): string {
  return name.replace(/[A-Z0-9]+/g, (part) => `-${part.toLowerCase()}`);
}
