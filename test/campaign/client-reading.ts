import { readReadings } from './reading.ts';

/** What there is to be looked at in what a client sends, in what it is sent, and in when it connects. */
const clientParts = [
  // What it sends.
  ...(['target', 'host', 'fieldOrder', 'key', 'offer', 'connecting'] as const),
  // What it is sent: `space` is that around values, and `severalLines` are those of one field that should have one alone.
  ...(['statusLine', 'interimReplies', 'space', 'severalLines'] as const),
  ...(['connection', 'upgrade', 'accept', 'subprotocols', 'extensions', 'frames'] as const),
] as const;

export type ClientPart = (typeof clientParts)[number];

/** What was read for each clause of which a client here was found to break it. */
export const clientReadings = readReadings('client', clientParts);
