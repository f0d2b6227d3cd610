import {
  type Authentication,
  apiKey,
  basic,
  bearer,
  cookie,
  firstMessage,
  queryToken,
  subprotocolToken,
} from '../server/authentication.ts';
import { accept, refuse } from '../server/authorize.ts';
import { type EndpointOptions, type ServedEndpoint, settleEndpoint } from '../server/endpoint-option.ts';
import { readList, type ServerSettings } from './setting.ts';

/** The endpoint that the settings describe, or why there can be none. */
export type SettledEndpoint =
  | { readonly ok: true; readonly value: ServedEndpoint }
  | { readonly ok: false; readonly problem: string };

export function settleServer(settings: ServerSettings): SettledEndpoint {
  try {
    return { ok: true, value: settleEndpoint(endpointOptions(settings), settings.plainHttp) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws TypeError for a credential that is empty */
export function endpointOptions(settings: ServerSettings): EndpointOptions {
  const origins = readList(settings.origins);
  return {
    subprotocols: readList(settings.subprotocols),
    subprotocolRequired: settings.subprotocolAbsent === 'refuse',
    subprotocolMismatch: settings.subprotocolMismatch,
    ...(origins.length > 0 ? { origins } : {}),
    originRequired: settings.originAbsent === 'refuse',
    authentication: authenticationOf(settings),
    permessageDeflate: settings.deflate === 'yes',
    ...(settings.application === 'unasked' ? {} : { authorize: answers[settings.application] }),
    onConnection() {},
  };
}

/** Thrown in place of an answer that never comes: nobody waits for one here. */
export const tooLate = new Error('the application did not answer in time');

const answers = {
  accepts: () => accept(),
  refuses: () => refuse(403),
  throws: () => {
    throw new Error('the application threw');
  },
  late: () => {
    throw tooLate;
  },
} as const;

function authenticationOf({ credential, secret }: ServerSettings): readonly Authentication[] {
  switch (credential) {
    case 'none':
      return [];
    case 'bearer':
      return [bearer(secret)];
    case 'basic':
      return [basic(secret)];
    case 'apiKey':
      return [apiKey(secret)];
    case 'cookie':
      return [cookie('session', secret)];
    case 'queryToken':
      return [queryToken(secret)];
    case 'subprotocolToken':
      return [subprotocolToken(secret)];
    case 'firstMessage':
      return [firstMessage(secret)];
  }
}
