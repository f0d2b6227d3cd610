import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { decideRequest } from '../../models/compiled/server.ts';
import { includesWebSocket, readFields, readUnfinished } from '../facts/request-facts.ts';
import { fieldValues, parseTarget, type RequestHead, requestContent } from '../wire/index.ts';
import { afterAnswers } from './after-answers.ts';
import type { ServedEndpoint } from './endpoint-option.ts';
import { handToHttp, writeWithoutUpgrade } from './hand-back.ts';
import { lacksFields, requestOf } from './node-request.ts';
import type { Settings } from './option.ts';
import type { Registry, RegistryPlace } from './registry.ts';
import { playSession } from './session.ts';
import { nothing, type Reading } from './session-state.ts';
import { narrowUpgrades } from './upgrade-callback.ts';
import { socketOf } from './upgrade-socket.ts';

type Server = HttpServer | HttpsServer;

/** One table of routes on a server. */
export interface Table {
  readonly settings: Settings;
  readonly routes: ReadonlyMap<string, ServedEndpoint>;
  readonly registry: Registry;
}

/** What is attached to each server: one listener for all of its tables, so that nobody answers twice. */
export interface Attached {
  readonly tables: Set<Table>;
  readonly listener: UpgradeListener;
  /** Puts back who decides what is upgraded; null where that was left alone. */
  readonly restoreCallback: (() => void) | null;
  /** For paths of no endpoint; null until one is asked for. */
  elsewhere: Settings | null;
}
type UpgradeListener = (message: IncomingMessage, stream: Duplex, head: Buffer) => void;

/** What a request that may be upgraded is to the tables of a server. */
interface Look {
  readonly request: RequestHead;
  /** Whether it is for other listeners to answer. */
  readonly isOthers: boolean;
  /** Null where nothing has to be decided. */
  readonly taken: Taken | null;
}
interface Taken {
  readonly registry: Registry;
  readonly settings: Settings;
  readonly reading: Reading;
}

/** Takes the openings that arrive at a server for a table, and for those that are added. */
export function listenForUpgrades(server: Server, first: Table): Attached {
  const tables = new Set([first]);
  const lookAt = (message: IncomingMessage): Look => {
    const request = requestOf(message);
    const target = parseTarget(request.target);
    const own = [...tables].find(({ routes }) => 'path' in target && routes.has(target.path));
    const isOpening = includesWebSocket(fieldValues(request.fields, 'upgrade'));
    const isOthers = server.listenerCount('upgrade') > 1 && !(own && isOpening);
    const isCut = lacksFields(message, server);
    if (isOthers || !(isOpening || isCut)) return { request, isOthers, taken: null };
    const table = own ?? [...tables][0] ?? first;
    const settings = own ? own.settings : (all.elsewhere ?? settleElsewhere(all, table.settings));
    const { policy } = settings;
    // What Node has cut cannot be judged, nor given back: what frames its content may be missing.
    const reading = isCut ? readUnfinished(nothing, 'tooManyFields', policy) : readFields(request, policy);
    return { request, isOthers, taken: { registry: table.registry, settings, reading } };
  };
  const restoreCallback = narrowUpgrades(server, (message) => {
    const { isOthers, taken } = lookAt(message);
    return isOthers || (taken !== null && !passBy(message.socket, taken));
  });
  const listener: UpgradeListener = (message, stream, rest) => {
    const { request, isOthers, taken } = lookAt(message);
    if (isOthers) return;
    const socket = socketOf(message, stream);
    const handBack = () => {
      // Content comes here only by a callback that was set later, and Node has read some of it already.
      if (restoreCallback && requestContent(request.fields).kind !== 'none') socket.destroy();
      else handToHttp(server, socket, Buffer.concat([writeWithoutUpgrade(request), rest]));
    };
    if (!taken) {
      afterAnswers(socket, handBack);
      return;
    }
    const { registry, settings, reading } = taken;
    const place = registry.enter(socket);
    let isLeft = false;
    const giveUp = () => {
      if (!isLeft) leave(place);
      isLeft = true;
    };
    place.giveWay = () => {
      giveUp();
      socket.destroy();
    };
    const take = () => {
      socket.setTimeout(0).setNoDelay();
      playSession(socket, settings, { place, arrivedAt: null, read: { reading, rest } }, handBack);
    };
    afterAnswers(socket, take, giveUp);
  };
  const all: Attached = { tables, listener, restoreCallback, elsewhere: null };
  server.on('upgrade', listener);
  return all;
}

/** Tells of a request that its row leaves to the application, before anything is upgraded; false for any other. */
function passBy(socket: Socket, { registry, settings, reading }: Taken): boolean {
  if (decideRequest(reading.facts, reading.endpoint.choices).verdict !== 'plainHttp') return false;
  const place = registry.enter(socket);
  if (place.admitted) {
    playSession(socket, settings, { place, arrivedAt: null, read: { reading, rest: nothing } }, () => {});
  } else {
    leave(place);
  }
  return place.admitted;
}

function leave(place: RegistryPlace): void {
  place.decided();
  place.settled();
}

/** At a path of no endpoint a credential of any of them may still stand. */
function settleElsewhere(all: Attached, settings: Settings): Settings {
  const endpoints = [...all.tables].flatMap(({ routes }) => [...routes.values()]);
  const query = endpoints.flatMap(({ secrets }) => secrets.query ?? []);
  const fallback = { ...settings.policy.fallback, secrets: { query } };
  all.elsewhere = { ...settings, policy: { ...settings.policy, fallback } };
  return all.elsewhere;
}
