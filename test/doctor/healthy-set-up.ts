import { createServer } from 'node:http';
import express from 'express';
import { WebSocketServer } from 'ws';
import { bearer } from '../../src/server/index.ts';
import { startPeer } from '../campaign/peer.ts';
import { serverRecipes } from '../campaign/server-recipe.ts';
import { runEngine } from './no-handler-set-up.ts';
import { atPort, echo, onAiohttp, onUvicorn, runReference, runServer, runWs } from './run-server.ts';
import type { SetUp } from './set-up.ts';

const all = { args: ['--subprotocol', 'chat', '--deflate', '--send', 'Hello, hello!'] };

/** An echo of the campaign, as it stands there. */
function setUpRecipe(name: string, expected: SetUp['expected'] = 'healthy'): SetUp {
  const recipe = serverRecipes.find((each) => each.name === name);
  if (!recipe) throw new TypeError(`there is no recipe ${name}`);
  return {
    title: `${name}, by the recipe of the campaign`,
    expected,
    packages: recipe.debian,
    start: async () => {
      const { port, stop } = await startPeer(recipe);
      return atPort(port, {}, stop);
    },
  };
}

/** Servers with which nothing is amiss, or nothing but what is told beside. */
export const healthySetUps: readonly SetUp[] = [
  { title: 'ws', expected: 'healthy', start: () => runWs() },
  {
    title: 'ws, with a subprotocol and compression',
    expected: 'healthy',
    start: () => runWs({ perMessageDeflate: { threshold: 0 } }, all),
  },
  {
    title: 'Express with ws at /ws',
    expected: 'healthy',
    start: () => {
      const server = createServer(express());
      new WebSocketServer({ server, path: '/ws' }).on('connection', echo);
      return runServer(server, { path: '/ws' });
    },
  },
  { title: 'the reference server', expected: 'healthy', start: () => runReference({}) },
  {
    title: 'the reference server, with a subprotocol and compression',
    expected: 'healthy',
    start: () => runReference({ subprotocols: ['chat'], permessageDeflate: true }, all),
  },
  {
    title: 'the reference server, given the right bearer token',
    expected: 'healthy',
    start: () =>
      runReference(
        { authentication: bearer('right') },
        { args: ['--header', 'Authorization: Bearer right'] },
      ),
  },
  {
    title: 'the reference server with an allowlist of origins, given one of them',
    expected: 'healthy',
    start: () =>
      runReference({ origins: ['https://app.example'] }, { args: ['--origin', 'https://app.example'] }),
  },
  {
    title: 'Engine.IO at its own path, with its query',
    expected: 'healthy',
    start: () => runEngine('/socket.io/?EIO=4&transport=websocket'),
  },
  {
    title: 'aiohttp, with a subprotocol and compression',
    expected: 'healthy',
    ...onAiohttp('chat', all),
  },
  {
    title: 'uvicorn, with a subprotocol and compression',
    expected: 'healthy',
    ...onUvicorn('always_chat', 'websockets', all),
  },
  {
    title: 'uvicorn with wsproto',
    expected: 'client/strictness',
    ...onUvicorn('echo', 'wsproto'),
  },
  setUpRecipe('websocket', 'healthy'),
  setUpRecipe('faye-websocket'),
  setUpRecipe('nodejs-websocket'),
  setUpRecipe('websockets'),
  setUpRecipe('tornado'),
  // Its 101 has no reason phrase.
  setUpRecipe('hypercorn', 'client/strictness'),
];
