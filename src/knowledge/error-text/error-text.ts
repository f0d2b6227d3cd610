import { browserTextRows } from './browser.ts';
import { networkTextRows } from './network.ts';
import { programTextRows } from './program.ts';
import type { ErrorTextRow } from './row.ts';
import { serverTextRows } from './server.ts';

export type { ErrorTextRow, Impersonated } from './row.ts';

const browser = { client: 'a browser or another client', side: 'client' } as const;

/** What is left when nobody's own words are found. */
const generalTextRows = [
  {
    ...browser,
    id: 'general/close-1006',
    pattern: /\b(?:code|close|closed)\b[\s"':=(,]{0,6}1006\b|\b1006\b[\s(:,"'-]{1,4}abnormal/i,
    meaning:
      'Code 1006 is never sent: it means that the connection ended without a Close frame, or never opened. The code does not show the cause.',
    signs: ['textSaysNothingMore'],
  },
  {
    ...browser,
    id: 'general/failed',
    pattern: /WebSocket connection to '[^']*' failed/i,
    meaning:
      'The message says only that the connection failed; for some network errors Chromium shows no more. Open the network panel, or run ws101 doctor with the URL.',
    signs: ['textSaysNothingMore'],
  },
  {
    ...browser,
    id: 'general/response-code',
    pattern: /Unexpected response code: (?<status>\d{3})/i,
    meaning: 'The status of the reply is not 101. The message does not show who replied or why.',
    signs: [],
  },
  {
    id: 'general/status-line',
    client: 'a server (the first line of its reply)',
    side: 'server',
    pattern: /\bHTTP\/1\.[01] (?<status>[1-5]\d\d)\b/,
    meaning: 'The reply has this status. The status does not show who replied or why.',
    signs: [],
  },
  {
    id: 'general/status',
    client: 'a server (the status of its reply)',
    side: 'server',
    pattern: /^(?:HTTP )?(?<status>[1-5]\d\d)(?: [A-Z][A-Za-z '-]{1,40})?$/,
    meaning: 'The reply has this status. The status does not show who replied or why.',
    signs: [],
  },
] as const satisfies readonly ErrorTextRow[];

/** What clients, servers and hops say of a handshake that failed; the first row that fits decides. */
export const errorTextRows: readonly ErrorTextRow[] = [
  ...browserTextRows,
  ...programTextRows,
  ...serverTextRows,
  ...networkTextRows,
  ...generalTextRows,
];
