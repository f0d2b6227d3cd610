import { startProxy } from './proxy-program.ts';

/** What stands on the page where it says on which port to listen, and what to put there. */
const listens = {
  nginx: ['listen 80;', (port: number) => `listen 127.0.0.1:${port};`],
  haproxy: ['bind :80', (port: number) => `bind 127.0.0.1:${port}`],
  apache2: [
    '<VirtualHost *:80>',
    (port: number) => `Listen 127.0.0.1:${port}\n<VirtualHost 127.0.0.1:${port}>`,
  ],
  caddy: [':80 {', (port: number) => `:${port} {`],
} as const;

export type ReverseProxyName = keyof typeof listens;

export interface ReverseProxy {
  /** For example `ws://127.0.0.1:34567`. */
  readonly url: string;
  end(): Promise<void>;
}

/**
 * Starts a real reverse proxy, as an account without rights where this is root, and waits until it listens.
 *
 * @param page configuration that listens on port 80 and passes on to 127.0.0.1:8080
 * @param backend the port to put in the place of 8080
 */
export async function startReverseProxy(
  program: ReverseProxyName,
  page: string,
  backend: number,
): Promise<ReverseProxy> {
  const [onPage, on] = listens[program];
  const proxy = await startProxy(program, ({ port }) =>
    replaceOnce(replaceOnce(page, onPage, on(port)), '127.0.0.1:8080', `127.0.0.1:${backend}`),
  );
  return { url: `ws://127.0.0.1:${proxy.port}`, end: () => proxy.end() };
}

/** @throws RangeError where the text does not stand there once */
function replaceOnce(page: string, from: string, to: string): string {
  const parts = page.split(from);
  if (parts.length !== 2) throw new RangeError(`${from} stands ${parts.length - 1} times in ${page}`);
  return parts.join(to);
}
