import type { ExploredCase } from './case.ts';
import { fieldsOfMode, type Mode, type PageState } from './fragment.ts';
import { listReplyCases } from './reply-case.ts';
import { viewReply } from './reply-view.ts';
import { listRequestCases } from './request-case.ts';
import { viewRequest } from './request-view.ts';
import { clientFields, serverFields, settle } from './setting.ts';
import { readTyped } from './typed-octets.ts';
import type { View } from './view.ts';

/** The examples of RFC 6455 §1.2, with the version of the reply's key. */
const examples: Readonly<Record<Mode, readonly string[]>> = {
  request: [
    'GET /chat HTTP/1.1',
    'Host: server.example.com',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Origin: http://example.com',
    'Sec-WebSocket-Protocol: chat, superchat',
    'Sec-WebSocket-Version: 13',
  ],
  reply: [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    'Sec-WebSocket-Protocol: chat',
  ],
};

function begin(mode: Mode): PageState {
  return { mode, text: `${examples[mode].join('\n')}\n\n`, settings: settle(fieldsOfMode[mode], {}) };
}

/** What a page shows at first. */
export const initialStates: Readonly<Record<Mode, PageState>> = {
  request: begin('request'),
  reply: begin('reply'),
};

/**
 * What comes of a message.
 *
 * @param date what Date says in a reply of the server
 * @returns a text where the settings make no sense: what is wrong with them
 */
export async function viewMessage({ mode, text, settings }: PageState, date: Date): Promise<View | string> {
  const octets = readTyped(text);
  return mode === 'request'
    ? viewRequest(octets, settle(serverFields, settings), date)
    : viewReply(octets, settle(clientFields, settings));
}

/** The messages to pick from, made for what is set. */
export function listCases({ mode, settings }: PageState): readonly ExploredCase[] {
  return mode === 'request'
    ? listRequestCases(settle(serverFields, settings))
    : listReplyCases(settle(clientFields, settings));
}
