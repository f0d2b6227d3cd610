import * as v from 'valibot';
import type { DeflateTerms } from '../negotiation/permessage-deflate.ts';
import {
  anything,
  callback,
  clock,
  flag,
  flagOr,
  isRecord,
  number,
  object,
  objectOf,
  oneOf,
  text,
  texts,
} from '../option/kind.ts';

const terms = objectOf<DeflateTerms>({
  serverNoContextTakeover: flag,
  clientNoContextTakeover: flag,
  serverMaxWindowBits: number,
  clientMaxWindowBits: number,
});

/** What one endpoint can be told; `authentication` has a check of its own. */
export const endpointShape = {
  subprotocols: texts,
  preference: oneOf('client', 'server'),
  selectSubprotocol: callback,
  subprotocolRequired: flag,
  subprotocolMismatch: oneOf('omit', 'refuse'),
  origins: texts,
  originRequired: flag,
  authentication: anything,
  authorize: callback,
  answerDeadline: number,
  permessageDeflate: flagOr(terms, 'an object'),
  onConnection: callback,
};

const attachLimits = { targetOctets: number, fields: number, pending: number };

const path = 'a path that begins with /';
const somePaths = `${path}, a list of such paths or a function`;
const pathOr = (expected: string) => v.pipe(v.string(expected), v.startsWith('/', expected));
const paths = v.union([pathOr(somePaths), v.array(pathOr(path)), callback], somePaths);

const common = {
  interpreter: oneOf('compiled', 'actor'),
  inspect: callback,
  clock,
  onOutcome: callback,
};

/** What `attach` can be told besides its routes. */
export const attachShape = { ...common, limits: objectOf(attachLimits) };

/** What `listen` can be told; what stands in `tls` is checked by Node. */
export const listenShape = {
  ...endpointShape,
  ...common,
  deadline: number,
  limits: objectOf({ ...attachLimits, headOctets: number }),
  host: text,
  port: number,
  tls: object,
  paths,
  plainHttp: oneOf('application', 'badRequest', 'upgradeRequired'),
  application: v.custom(isRecord, 'a server of node:http or node:https'),
};
