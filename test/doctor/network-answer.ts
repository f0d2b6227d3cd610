import { type Answer, opens } from './answer.ts';

/** What becomes of each where something is sent, by the title of the set-up. */
export const networkAnswers: Readonly<Record<string, Answer>> = {
  'a port on which nobody listens': ['[error ECONNREFUSED]'],
  'localhost, and a server on 127.0.0.1 alone': [opens, '\x8a\x05ws101'],
  'a name that no one has': ['[error ENOTFOUND]'],
  'a port whose room for connections is taken': ['[late]'],
  'a server that closes each connection at once': ['[ended]'],
  'a server that resets each connection at once': ['[reset]'],
  'ws, given a key by hand': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 43\r\n\r\nMissing or invalid Sec-WebSocket-Key header[ended]',
  ],
  'ws, given Upgrade by hand': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 22\r\n\r\nInvalid Upgrade header[ended]',
  ],
};
