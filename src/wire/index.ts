export { computeAccept, GUID, type Sha1 } from './accept.ts';
export { BodyReader } from './body-reader.ts';
export { type Content, replyContent, requestContent } from './content.ts';
export {
  buildExtensionList,
  type Extension,
  type ExtensionParameter,
  parseExtensionList,
} from './extension.ts';
export { countFieldLines, type Field, fieldValues, isFieldValue, parseFieldLines } from './field.ts';
export { type ReplyHead, type RequestHead, type SplitHead, splitHead } from './head.ts';
export { type Built, buildFieldLines, type NewField } from './head-builder.ts';
export { type HeadProgress, HeadReader } from './head-reader.ts';
export { isHostValue } from './host.ts';
export { classifyKey } from './key.ts';
export { joinLines, parseProtocolList, parseTokenList, splitList } from './list.ts';
export { unfoldLines } from './obs-fold.ts';
export { decodeLatin1, encodeLatin1, isSameOctets } from './octet.ts';
export { readQuotedString } from './quoted-string.ts';
export { buildReply, parseReply, setCookies } from './reply.ts';
export { buildRequest, parseRequest } from './request.ts';
export type { Parsed, Span, Unparsed } from './span.ts';
export {
  type HttpVersion,
  parseRequestLine,
  parseStatusLine,
  type RequestLine,
  type StatusLine,
} from './start-line.ts';
export { parseTarget, type RequestTarget } from './target.ts';
export { equalsIgnoringCase, isToken } from './token.ts';
export { parseUrl, parseWebSocketUri, type UriProblem, type WebSocketUri } from './uri.ts';
export { parseVersion, parseVersionList } from './version.ts';
export { trimOws } from './white-space.ts';
