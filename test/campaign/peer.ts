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

/**
 * Starts what a recipe describes, and waits until it listens.
 *
 * @throws Error with what it wrote, where it ends before
 */
export async function startPeer(
  { name, command }: Pick<Recipe, 'name' | 'command'>,
  findPort = findFreePort,
): Promise<Peer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findPort();
    if (attempt < attempts && (await isListenedOn(port))) continue;
    const [program = '', ...args] = command.map((part) => part.replaceAll('{port}', String(port)));
    const group = new ProcessGroup(program, args, { cwd: tmpdir() });
    if (await group.listensOn(port)) return { port, stop: () => group.end() };
    await group.end();
    const isTaken = /address.*in use|EADDRINUSE/i.test(group.said);
    if (!isTaken || attempt === attempts) throw new Error(`${name} ended before it listened: ${group.said}`);
  }
}
