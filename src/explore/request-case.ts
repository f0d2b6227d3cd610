import type { ServerRow } from '../../models/decisions/row.ts';
import { serverRows } from '../../models/decisions/server.ts';
import type { ServerChoices } from '../../models/facts/request.ts';
import { holds } from '../../models/match.ts';
import type { PlacedCredential } from '../arbitraries/credential.ts';
import { applyEdits } from '../arbitraries/edit.ts';
import { literalDeviations } from '../arbitraries/literal-deviation.ts';
import { literalTransforms } from '../arbitraries/literal-transform.ts';
import { type RequestMessage, writeRequestMessage } from '../arbitraries/message.ts';
import { canonicalOpening, type OpeningEndpoint } from '../arbitraries/request-message.ts';
import { describeName } from '../draw/rule-text.ts';
import { defaultLimits } from '../server/option.ts';
import { describeChange, type ExploredCase, groupOfClause } from './case.ts';
import { readList, type ServerSettings } from './setting.ts';
import { writeTyped } from './typed-octets.ts';

/** What there is to pick from: the valid opening, each fault, and each change that must change nothing. */
export function listRequestCases(settings: ServerSettings): readonly ExploredCase[] {
  const endpoint = describeEndpoint(settings);
  const canonical = canonicalOpening(endpoint);
  const valid = write(canonical);
  const named = (group: string, text: string, needed: ExploredCase['settings'] = {}): ExploredCase => {
    return { group, text, name: describeChange(valid, text), settings: needed };
  };
  return [
    { group: 'Valid', name: 'an opening that is accepted', text: valid, settings: {} },
    ...literalDeviations(endpoint).map(({ guard, clause, edits }) =>
      named(
        `${describeName(guard)} (${clause})`,
        write(applyEdits(canonical, edits)),
        choicesFor(guard, settings),
      ),
    ),
    ...literalTransforms(endpoint).map(({ clause, edits }) =>
      named(groupOfClause(clause), write(applyEdits(canonical, edits))),
    ),
  ];
}

/** The choices without which a guard has no row; none where those that are made have one. */
function choicesFor(guard: string, settings: ServerSettings): ExploredCase['settings'] {
  const rows: readonly ServerRow[] = serverRows.filter((row) => row.guard === guard);
  const isSeen = rows.some(({ when = {} }) => holds<ServerChoices>(when, settings));
  return isSeen ? {} : { ...rows[0]?.when };
}

function write(message: RequestMessage): string {
  return writeTyped(writeRequestMessage(message));
}

function describeEndpoint(settings: ServerSettings): OpeningEndpoint {
  const [path = '/chat'] = readList(settings.paths);
  const origins = readList(settings.origins).filter((origin) => !origin.includes('*'));
  const credential = placeOf(settings);
  return {
    path,
    host: 'server.example.com',
    subprotocols: readList(settings.subprotocols),
    ...(origins.length > 0 ? { origins } : {}),
    ...(credential === null ? {} : { credential }),
    limits: { ...defaultLimits },
  };
}

/** Where an opening carries the valid credential; null where it carries none. */
function placeOf({ credential, secret: value }: ServerSettings): PlacedCredential | null {
  switch (credential) {
    case 'none':
    case 'firstMessage':
      return null;
    case 'bearer':
      return { in: 'authorization', scheme: 'Bearer', value };
    case 'basic':
      return { in: 'authorization', scheme: 'Basic', value: btoa(value) };
    case 'apiKey':
      return { in: 'field', name: 'X-API-Key', value };
    case 'cookie':
      return { in: 'cookie', name: 'session', value };
    case 'queryToken':
      return { in: 'query', name: 'token', value };
    case 'subprotocolToken':
      return { in: 'subprotocol', prefix: 'bearer.', value };
  }
}
