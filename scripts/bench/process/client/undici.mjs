import { WebSocket } from 'undici';

/** Sends a Close frame as soon as it is open. */
export function open(url, { isOpen, isClosed, hasFailed }) {
  const webSocket = new WebSocket(url);
  let wasOpen = false;
  webSocket.onerror = ({ error }) => {
    if (!wasOpen) hasFailed(error);
  };
  webSocket.onclose = isClosed;
  webSocket.onopen = () => {
    wasOpen = true;
    isOpen();
    webSocket.close();
  };
}
