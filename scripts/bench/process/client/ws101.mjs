import { connect } from '../../../../dist/src/client/index.js';

/** Destroys its socket as soon as it is open. */
export function open(url, { isOpen, isClosed, hasFailed }) {
  connect(url).then(({ socket }) => {
    isOpen();
    socket.on('close', isClosed).destroy();
  }, hasFailed);
}
