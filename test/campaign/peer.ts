import { tmpdir } from 'node:os';
import { findFreePort, isListenedOn, ProcessGroup } from '../process-group.ts';
import type { Recipe } from './recipe.ts';

/** A server or a proxy that listens. */
export interface Peer {
  /** Of 127.0.0.1. */
  readonly port: number;
  /** Ends all of its processes at once, and waits until they are gone. */
  stop(): Promise<void>;
}

/** How many ports are tried, where somebody else has taken one since it was found. */
const attempts = 3;

/** Milliseconds in which it has to listen, on a machine that has much else to do. */
const patience = 120_000;

/**
 * Starts what a recipe describes, and waits until it listens.
 *
 * @throws Error with what it wrote, where it ends before, or does not listen in time
 */
export async function startPeer(
  { name, command }: Pick<Recipe, 'name' | 'command'>,
  findPort = findFreePort,
  deadline = patience,
): Promise<Peer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findPort();
    if (attempt < attempts && (await isListenedOn(port))) continue;
    const [program = '', ...args] = command.map((part) => part.replaceAll('{port}', String(port)));
    const group = new ProcessGroup(program, args, { cwd: tmpdir() });
    // Whoever is ended listens no more, so that nothing waits behind the deadline.
    const timer = setTimeout(() => void group.end(), deadline);
    const isListening = await group.listensOn(port);
    clearTimeout(timer);
    if (isListening) return { port, stop: () => group.end() };
    await group.end();
    const isTaken = /address.*in use|EADDRINUSE/i.test(group.said);
    if (!isTaken || attempt === attempts) throw new Error(`${name} ended before it listened: ${group.said}`);
  }
}
