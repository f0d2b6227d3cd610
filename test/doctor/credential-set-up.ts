import type { VerifyClientCallbackAsync } from 'ws';
import { bearer, cookie, queryToken, refuse } from '../../src/server/index.ts';
import { findFreePort } from '../process-group.ts';
import { echo, onAiohttp, onUvicorn, runReference, runWs } from './run-server.ts';
import type { SetUp } from './set-up.ts';

const wrong = { args: ['--header', 'Authorization: Bearer wrong'] };
const fromElsewhere = { args: ['--origin', 'https://elsewhere.example'] };

type Client = Parameters<VerifyClientCallbackAsync>[0];

const isRight = ({ req }: Client) => req.headers.authorization === 'Bearer right';
const isWelcome = ({ origin }: Partial<Client>) => origin === undefined || origin === 'https://app.example';

/** Servers that want to know who asks, and from where. */
export const credentialSetUps: readonly SetUp[] = [
  {
    title: 'the reference server, which wants a bearer token',
    expected: 'server/credential-missing',
    start: () => runReference({ authentication: bearer('right') }),
  },
  {
    title: 'the reference server, which wants a token in the query',
    expected: 'server/credential-missing',
    start: () => runReference({ authentication: queryToken('right') }),
  },
  {
    title: 'ws, whose verifyClient answers false',
    expected: 'server/credential-missing',
    start: () => runWs({ verifyClient: isRight }),
  },
  {
    title: 'ws, whose verifyClient looks for a cookie and gives no challenge',
    expected: 'server/credential-missing',
    start: () =>
      runWs({
        verifyClient: ({ req }, done) => done(/\bsession=right\b/.test(req.headers.cookie ?? ''), 401),
      }),
  },
  {
    title: 'ws, which opens, and closes by 4401',
    expected: 'server/credential-missing',
    start: () => runWs({}, {}, (webSocket) => webSocket.close(4401, 'Unauthorized')),
  },
  {
    title: 'ws, which opens, and closes by 1008 for want of a token',
    expected: 'server/credential-missing',
    start: () => runWs({}, {}, (webSocket) => webSocket.close(1008, 'authentication required')),
  },
  {
    title: 'uvicorn, whose application opens, and closes by 4401',
    expected: 'server/credential-missing',
    ...onUvicorn('closing', 'websockets'),
  },
  {
    title: 'aiohttp, which wants a token',
    expected: 'server/credential-missing',
    ...onAiohttp('guarded'),
  },
  {
    title: 'the reference server, given a wrong bearer token',
    expected: 'server/credential-refused',
    start: () => runReference({ authentication: bearer('right') }, wrong),
  },
  {
    title: 'the reference server, given a wrong cookie',
    expected: 'server/credential-refused',
    start: () =>
      runReference(
        { authentication: cookie('session', 'right'), origins: ['https://app.example'] },
        { args: ['--header', 'Cookie: session=wrong'] },
      ),
  },
  {
    title: 'ws, given a wrong token, which verifyClient finds out',
    expected: 'server/credential-refused',
    start: () => runWs({ verifyClient: isRight }, wrong),
  },
  {
    title: 'aiohttp, given a wrong token, which it tells from none',
    expected: 'server/credential-refused',
    ...onAiohttp('guarded', wrong),
  },
  {
    title: 'ws, given a wrong token, which opens, and closes by 4403',
    expected: 'server/credential-refused',
    start: () => runWs({}, wrong, (webSocket) => webSocket.close(4403, 'invalid token')),
  },
  {
    title: 'the reference server with an allowlist of origins',
    expected: 'server/origin-refused',
    start: () => runReference({ origins: ['https://app.example'] }, fromElsewhere),
  },
  {
    title: 'ws, whose verifyClient takes no origin but one, or none at all',
    expected: 'server/origin-refused',
    start: () => runWs({ verifyClient: isWelcome }, fromElsewhere),
  },
  {
    title: 'ws, whose verifyClient answers 403 to another host than its own',
    expected: 'server/origin-refused',
    start: () =>
      runWs(
        { verifyClient: ({ origin, req }, done) => done(origin === `http://${req.headers.host}`, 403) },
        fromElsewhere,
      ),
  },
  {
    title: 'aiohttp, which takes the origin of its own pages alone',
    expected: 'server/origin-refused',
    ...onAiohttp('origin', fromElsewhere),
  },
  {
    title: 'ws, which opens, and closes by 4403 for the origin',
    expected: 'server/origin-refused',
    start: () =>
      runWs({}, fromElsewhere, (webSocket, { headers }) => {
        if (headers.origin !== undefined) webSocket.close(4403, 'origin not allowed');
        else echo(webSocket);
      }),
  },
  {
    title: 'the reference server, which wants an origin of its allowlist',
    expected: 'server/origin-required',
    start: async () => {
      const port = await findFreePort();
      return runReference({ port, origins: [`http://127.0.0.1:${port}`], originRequired: true });
    },
  },
  {
    title: 'ws, whose verifyClient answers 403 where there is no origin',
    expected: 'server/origin-required',
    start: () => runWs({ verifyClient: ({ origin }, done) => done(Boolean(origin), 403) }),
  },
  {
    title: 'aiohttp, which takes the origin of its own pages alone, and is given none',
    expected: 'server/origin-required',
    ...onAiohttp('origin'),
  },
  {
    title: 'the reference server, whose application refuses by 503',
    expected: 'server/overloaded',
    start: () => runReference({ authorize: () => refuse(503) }),
  },
];
