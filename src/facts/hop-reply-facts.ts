import type { ConnectionFieldDisposition, FieldDisposition, HopFacts } from '../../models/facts/hop.ts';
import { fieldValues, type ReplyHead, type RequestHead } from '../wire/index.ts';
import { type FieldKind, readDisposition, splitValues } from './field-disposition.ts';
import { asksForWebSocket, replaceable } from './hop-request-facts.ts';
import { includesUpgrade, includesWebSocket, versionOfHttp } from './request-facts.ts';

type ReplySide = Pick<
  HopFacts,
  | ('replyHttp' | 'status' | 'repliedUpgrade' | 'repliedConnection')
  | ('accept' | 'chosenSubprotocol' | 'agreedExtensions')
>;

export const unseenReply: ReplySide = {
  replyHttp: 'unseen',
  status: 'unseen',
  repliedUpgrade: 'unseen',
  repliedConnection: 'unseen',
  accept: 'unseen',
  chosenSubprotocol: 'unseen',
  agreedExtensions: 'unseen',
};

/** What became of a final reply, told by its heads before a hop and behind it. */
export function compareReplies(replied: ReplyHead, returned: ReplyHead): ReplySide {
  const replyHttp = versionFact(returned);
  if (replied.status !== returned.status) {
    const areRefusals = replied.status >= 300 && returned.status >= 300;
    return { ...unseenReply, replyHttp, status: areRefusals ? 'replaced' : 'changed' };
  }
  const disposition = (name: string, kind: FieldKind = 'single'): FieldDisposition =>
    readDisposition(kind, fieldValues(replied.fields, name), fieldValues(returned.fields, name));
  const own = (name: string, includes: (values: readonly string[]) => boolean): ConnectionFieldDisposition =>
    returned.status === 101
      ? replaceable(disposition(name, 'caselessList'), includes(fieldValues(returned.fields, name)))
      : 'unseen';
  return {
    replyHttp,
    status: 'kept',
    repliedUpgrade: own('upgrade', includesWebSocket),
    repliedConnection: own('connection', includesUpgrade),
    accept: disposition('sec-websocket-accept'),
    chosenSubprotocol: disposition('sec-websocket-protocol'),
    agreedExtensions: disposition('sec-websocket-extensions', 'extensionList'),
  };
}

/** HTTP/1.0 has no 101, so that a 101 in it is wrong; a refusal in it may be on purpose. */
function versionFact({ version: { major, minor }, status }: ReplyHead): HopFacts['replyHttp'] {
  if (major !== 1 || minor > 1) return 'other';
  if (minor === 1) return '1.1';
  return status === 101 ? '1.0' : 'downgraded';
}

/** Whether a 101 switches to protocols that the client has named. A 101 that names none is another fault. */
export function switchedFact(sent: RequestHead, returned: ReplyHead): HopFacts['switched'] {
  if (returned.status !== 101) return 'none';
  const [asked, chosen] = [sent, returned].map(({ fields }) =>
    splitValues(fieldValues(fields, 'upgrade')).map((protocol) => protocol.toLowerCase()),
  );
  const canAsk = versionOfHttp(sent.version) === '1.1' && asked?.length;
  return canAsk && chosen?.every((protocol) => asked.includes(protocol)) ? 'asked' : 'unasked';
}

/** Whether a 101 of the backend opens what the client asks for. If not, a hop may treat it as an invalid reply. */
export function isUsefulSwitch(sent: RequestHead, { fields }: ReplyHead): boolean {
  return (
    asksForWebSocket(sent) &&
    includesWebSocket(fieldValues(fields, 'upgrade')) &&
    includesUpgrade(fieldValues(fields, 'connection')) &&
    fieldValues(fields, 'sec-websocket-accept').length === 1
  );
}
