import { randomBytes } from 'node:crypto';
import type { ClientBehaviour, Next, Reply } from './client.ts';

/** Follows redirects, up to so many one behind the other. */
export function followUpTo(
  most: number,
  takes: (status: number, location: string) => boolean = () => true,
): ClientBehaviour {
  return {
    goesOn: ({ status, values }, from, hops) => {
      const [location] = values('location');
      const isRedirect = [301, 302, 303, 307, 308].includes(status) && location !== undefined;
      if (!isRedirect || hops > most || !takes(status, location)) return null;
      return { url: new URL(location, from) };
    },
  };
}

export const follow = followUpTo(10);

/** Answers challenges of Basic by the credentials of the URL, as long as it has any. */
export function authenticate(reply: Reply, url: URL, hops: number): Next | null {
  const isProxy = reply.status === 407;
  const challenges = reply.values(isProxy ? 'proxy-authenticate' : 'www-authenticate');
  const { username, password } = url;
  if (username === '' || hops > 1 || !challenges.some((each) => each.startsWith('Basic '))) return null;
  const name = isProxy ? 'Proxy-Authorization' : 'Authorization';
  return { url, field: `${name}: Basic ${btoa(`${username}:${password}`)}` };
}

/** Has the same key on every connection that it makes because of one order. */
export function keepKey(): ClientBehaviour {
  const own = new Map<string, string>();
  return {
    keys: (_, hops, asked) => {
      if (hops === 0) own.set(asked, randomBytes(16).toString('base64'));
      return own.get(asked) ?? '';
    },
  };
}

/** Sends the Host of the first connection on all that it makes because of it. */
export function keepHost(): ClientBehaviour {
  return {
    sends: (opening, _order, _hops, asked) => opening.replace(/^Host: .*/m, `Host: ${new URL(asked).host}`),
  };
}
