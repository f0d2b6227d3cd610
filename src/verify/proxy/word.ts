import type { HopBreach } from '../../../models/hop-latitude.ts';
import {
  firstLine,
  ofFields,
  ofReply,
  ofReplyFields,
  ofRequest,
  replies,
  requests,
  type Sight,
  say,
  statusLine,
  type Told,
  tellCarried,
  tellField,
  tellLine,
  tellNominated,
  type Word,
} from './told.ts';

const words: Readonly<Record<HopBreach['guard'], Word>> = {
  requestIsDropped: {
    deed: 'Ends the connection without a reply, and forwards nothing',
    tell: say('the request at the backend, or a reply', 'neither'),
  },
  hopAnswersFirst: {
    deed: 'Answers by itself',
    tell: ({ status }) => ({
      expected: 'the request at the backend',
      observed: `${status ?? 'octets'} of the hop, and nothing at the backend`,
    }),
  },
  requestIsGarbled: { deed: 'Forwards octets that are no request', tell: tellLine('request') },
  backendHttpIs10: {
    deed: 'Speaks HTTP/1.0 to the backend, which knows no upgrade',
    tell: tellLine('request'),
  },
  requestHttpIsNotOwn: { deed: 'Forwards a version of HTTP that is none', tell: tellLine('request') },
  upgradeIsStripped: { ...ofRequest('Upgrade'), deed: 'Forwards the opening without Upgrade: websocket' },
  connectionIsNotSet: {
    ...ofRequest('Connection'),
    deed: 'Forwards the opening without Connection: Upgrade',
  },
  nominatedFieldIsForwarded: {
    deed: 'Forwards a field that Connection names',
    tell: (sight) => tellNominated(requests(sight)),
  },
  hostIsRewritten: { ...ofRequest('Host'), deed: 'Changes Host, and tells the one that was sent nowhere' },
  targetIsRewritten: { deed: 'Changes the target', tell: tellLine('request') },
  keyIsAltered: ofRequest('Sec-WebSocket-Key'),
  versionIsAltered: ofRequest('Sec-WebSocket-Version'),
  offeredSubprotocolsAreAltered: ofRequest('Sec-WebSocket-Protocol'),
  offeredExtensionsAreAltered: ofRequest('Sec-WebSocket-Extensions'),
  originIsAltered: ofRequest('Origin'),
  interimIsDropped: {
    deed: 'Does not pass on the 1xx before the final reply',
    tell: ({ returned }) => ({
      expected: '103, then the final reply',
      observed: firstLine(returned) || 'nothing',
    }),
  },
  backendIsSilent: { deed: 'Answers where the backend does not', tell: tellLine('reply') },
  hopAnswersInstead: { deed: 'Answers in the place of the backend', tell: tellLine('reply') },
  replyIsDropped: { deed: 'Drops the reply of the backend', tell: tellLine('reply') },
  replyIsGarbled: { deed: 'Passes back octets that are no reply', tell: tellLine('reply') },
  replyHttpIsNotOwn: {
    deed: 'Passes back a version of HTTP that is none, or knows no 101',
    tell: tellLine('reply'),
  },
  switchIsUnasked: {
    deed: 'Relays a 101 that the client did not ask for',
    tell: say('no 101, since the request asks for no WebSocket', 'a 101'),
  },
  statusIsChanged: {
    deed: 'Changes the status of the reply',
    tell: (sight) => {
      const [replied, returned] = replies(sight);
      return { expected: statusLine(replied), observed: statusLine(returned) };
    },
  },
  repliedUpgradeIsStripped: { ...ofReply('Upgrade'), deed: 'Relays the 101 without Upgrade: websocket' },
  repliedConnectionIsNotSet: { ...ofReply('Connection'), deed: 'Relays the 101 without Connection: Upgrade' },
  acceptIsAltered: ofReply('Sec-WebSocket-Accept'),
  chosenSubprotocolIsAltered: ofReply('Sec-WebSocket-Protocol'),
  agreedExtensionsAreAltered: ofReply('Sec-WebSocket-Extensions'),
  idleTimeIsTooShort: {
    deed: 'Ends an idle connection',
    tell: say('a connection that is still open after the pause', 'its end'),
  },
  otherwise: { deed: 'Passes the handshake', tell: say('', '') },
  fieldsAreAltered: { deed: 'Does not forward fields as they were sent', tell: ofFields('altered') },
  linesAreReordered: { deed: 'Changes the order of lines that have one name', tell: ofFields('reordered') },
  authorizationIsAltered: ofRequest('Authorization'),
  challengeIsAltered: ofReply('WWW-Authenticate'),
  replyFieldsAreAltered: {
    deed: 'Does not pass back fields as they were sent',
    tell: ofReplyFields('altered'),
  },
  replyLinesAreReordered: {
    deed: 'Changes the order of lines of the reply that have one name',
    tell: ofReplyFields('reordered'),
  },
  contentIsCut: {
    deed: 'Passes back a part of the content of a refusal',
    tell: say('all of the content that the reply announces', 'less of it'),
  },
  switchLengthIsAdded: {
    ...ofReply('Content-Length'),
    deed: 'Adds Content-Length to the 101',
  },
  switchCodingIsAdded: {
    ...ofReply('Transfer-Encoding'),
    deed: 'Adds Transfer-Encoding to the 101',
  },
  octetsForthAreDamaged: {
    deed: 'Loses or changes octets that the client sends behind the 101',
    tell: tellCarried('forth'),
  },
  octetsBackAreDamaged: {
    deed: 'Loses or changes octets that the backend sends behind the 101',
    tell: tellCarried('back'),
  },
  earlyOctetsAreDamaged: {
    deed: 'Loses or changes octets that stand right behind the opening',
    tell: tellCarried('early'),
  },
  octetsBeyondHaveArrived: {
    deed: 'Passes octets on as if a 101 had answered, where none has',
    tell: say('nothing at the backend that is no request', 'the octets that the client had sent behind'),
  },
  framingIsAmbiguous: {
    deed: 'Forwards a request whose length can be read in two ways',
    tell: (sight) => {
      const [length, coding] = ['Content-Length', 'Transfer-Encoding'].map(
        (name) => tellField(name, requests(sight)).observed,
      );
      return { expected: 'one length, or none', observed: `${length}; ${coding}` };
    },
  },
};

export function tellGuard(guard: HopBreach['guard'], sight: Sight): Told {
  return words[guard].tell(sight);
}

/** What a hop did, in one line that is true of it. */
export function tellDeed(guard: HopBreach['guard']): string {
  return words[guard].deed;
}
