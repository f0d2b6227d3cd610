import { onTestFinished } from 'vitest';
import { type AuthorizeRequest, listen, toWebSocket } from '../../src/server/index.ts';

/** Starts a server that opens to those whom it is told to welcome, and is right in everything else. */
export async function startDemanding(isWelcome: (request: AuthorizeRequest) => boolean): Promise<string> {
  const server = await listen({
    authorize: (request) =>
      isWelcome(request)
        ? { type: 'accept' }
        : { type: 'refuse', status: 401, headers: [['WWW-Authenticate', 'Bearer']] },
    onConnection: (connection) => void toWebSocket(connection),
  });
  onTestFinished(() => server.close());
  return server.url;
}

/** The value of a parameter, as a form has it. */
export function parameterOf({ query }: AuthorizeRequest, name: string): string | null {
  return new URLSearchParams(query ?? '').get(name);
}
