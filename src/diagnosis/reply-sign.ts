import type { ReplySign } from '../../models/verdict/diagnose.ts';
import {
  classifyKey,
  decodeLatin1,
  equalsIgnoringCase,
  type Field,
  fieldValues,
  type ReplyHead,
  splitList,
} from '../wire/index.ts';
import { type Hashes, readAcceptSigns, type SentKey } from './accept-sign.ts';

type FieldText = Pick<Field, 'name' | 'value'>;

/** A reply as far as it tells causes apart. */
export interface ToldReply extends Pick<ReplyHead, 'status' | 'reason'> {
  readonly fields: readonly FieldText[];
}

/**
 * What a 101 shows of how it was made.
 *
 * @param key what it answers; null where that is not one well-formed key
 * @param fields those of the request
 */
export function readReplySigns(
  key: SentKey | null,
  fields: readonly FieldText[],
  reply: ToldReply,
  hashes: Hashes,
): readonly ReplySign[] {
  if (reply.status !== 101) return [];
  const [accept, ...more] = fieldValues(reply.fields, 'sec-websocket-accept');
  return [
    ...(key !== null && accept !== undefined && more.length === 0
      ? readAcceptSigns(accept, key, hashes)
      : []),
    ...(accept === undefined && isHixie76(reply) ? (['replyIsHixie76'] as const) : []),
    ...readChoices(fields, reply),
  ];
}

/** The one key of a request as it stood on the wire; null where there is no other than a malformed one. */
export function readSentKey(request: Uint8Array, fields: readonly Field[]): SentKey | null {
  const [field, ...others] = fields.filter(({ name }) => equalsIgnoringCase(name, 'sec-websocket-key'));
  if (!field || others.length > 0 || classifyKey(field.value) !== 'ok') return null;
  const { name, value, span } = field;
  const text = decodeLatin1(request.subarray(span.start + name.length + 1, span.end));
  const at = text.indexOf(value);
  return { value, before: text.slice(0, at), behind: text.slice(at + value.length) };
}

/** The draft calls its fields so, and has a phrase of its own. */
function isHixie76({ reason, fields }: ToldReply): boolean {
  return (
    reason === 'WebSocket Protocol Handshake' ||
    ['sec-websocket-origin', 'sec-websocket-location'].some((name) => fieldValues(fields, name).length > 0)
  );
}

function readChoices(fields: readonly FieldText[], reply: ToldReply): readonly ReplySign[] {
  const hasElements = (of: readonly FieldText[], name: string) =>
    fieldValues(of, name).some((value) => splitList(value).length > 0);
  const [protocol, extensions] = ['sec-websocket-protocol', 'sec-websocket-extensions'] as const;
  return [
    ...(hasElements(reply.fields, protocol)
      ? [
          hasElements(fields, protocol)
            ? ('subprotocolIsChosen' as const)
            : ('subprotocolIsUnoffered' as const),
        ]
      : []),
    ...(hasElements(reply.fields, extensions)
      ? [
          hasElements(fields, extensions)
            ? ('extensionsAreAnswered' as const)
            : ('extensionsAreUnoffered' as const),
        ]
      : []),
  ];
}
