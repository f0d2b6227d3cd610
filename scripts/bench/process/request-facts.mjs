import { serverTable } from '../../../dist/models/decisions/server.js';

// Facts as the server reads them. Every name is written out, so that all of them are of one shape, as there.
const accepted = {
  head: 'complete',
  requestLine: 'ok',
  httpVersion: '1.1',
  fieldLines: 'ok',
  target: 'ok',
  method: 'GET',
  host: 'ok',
  upgrade: 'websocket',
  connection: 'upgrade',
  content: 'none',
  expectation: 'none',
  version: '13',
  key: 'ok',
  subprotocol: 'absent',
  extensions: 'absent',
  path: 'known',
  origin: 'absent',
  authorization: 'granted',
};

/** One in every group of rows, from the first to the last. */
const faults = [
  { head: 'tooLarge' },
  { requestLine: 'malformed' },
  { host: 'absent' },
  { upgrade: 'absent' },
  { connection: 'lacksUpgrade' },
  { method: 'other' },
  { version: 'other' },
  { key: 'absent' },
  { key: 'wrongLength' },
  { extensions: 'malformed' },
  { path: 'unknown' },
  { origin: 'foreign' },
  { authorization: 'invalid' },
];

function replace(changes) {
  const facts = { ...accepted, ...changes };
  return {
    head: facts.head,
    requestLine: facts.requestLine,
    httpVersion: facts.httpVersion,
    fieldLines: facts.fieldLines,
    target: facts.target,
    method: facts.method,
    host: facts.host,
    upgrade: facts.upgrade,
    connection: facts.connection,
    content: facts.content,
    expectation: facts.expectation,
    version: facts.version,
    key: facts.key,
    subprotocol: facts.subprotocol,
    extensions: facts.extensions,
    path: facts.path,
    origin: facts.origin,
    authorization: facts.authorization,
  };
}

/** 500 each: nothing but what is accepted, and one in five with a fault. */
export const lists = {
  accepted: Array.from({ length: 500 }, () => replace({})),
  mixed: Array.from({ length: 500 }, (_, at) =>
    replace(at % 5 === 0 ? faults[(at / 5) % faults.length] : {}),
  ),
};

/** What a server chooses where it is told nothing. */
export const choices = serverTable.defaults;
