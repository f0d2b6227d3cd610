import { type Clauses, must } from './clause.ts';

/** The WebSockets Standard of the WHATWG: what binds browsers besides. */
// biome-ignore format: a clause is a line or two, its note below it
export const whatwg = {
  'whatwg/2.2/compression-offered':
    must('client', 'A browser offers permessage-deflate with every opening.', { needs: 'browser' }),
  'whatwg/2.2/subprotocol-chosen':
    must('client', 'A browser fails the connection when it offered subprotocols and the reply chooses none.', {
      needs: 'browser',
      note: 'RFC 6455 §4.1 lets a client open the connection; see rfc6455/4.1/subprotocol-none-chosen.',
    }),
  'whatwg/3.1/http-scheme':
    must('client', 'A browser takes the schemes http and https of a URL for ws and wss.', { needs: 'browser' }),
  'whatwg/4/failure-untold':
    must('client', 'A browser lets no script tell why a connection failed.', {
      observable: false,
      unchecked: true,
    }),
} as const satisfies Clauses;
