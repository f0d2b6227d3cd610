import { connect, toWebSocket } from '../../../../dist/src/client/index.js';

/** Makes a WebSocket of `ws`, and destroys its socket as soon as it is open. */
export function open(url, { isOpen, isClosed, hasFailed }) {
  connect(url).then((connection) => {
    isOpen();
    toWebSocket(connection).on('close', isClosed).terminate();
  }, hasFailed);
}
