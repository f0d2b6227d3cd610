import { type Head, type HopBehaviour, valuesOf } from './hop.ts';
import { hashKey } from './server.ts';

/** One thing that a hop may do as it likes. */
export interface HopVariant {
  readonly title: string;
  readonly behaviour: HopBehaviour;
  readonly path?: string;
  /** The titles of pairs that it does not treat as others do. */
  readonly needs?: readonly string[];
}

const add =
  (...lines: readonly string[]) =>
  (head: Head): Head => ({ ...head, lines: [...head.lines, ...lines] });
const onLines =
  (change: (lines: readonly string[]) => readonly string[]) =>
  (head: Head): Head => ({ ...head, lines: change(head.lines) });
const statusOf = ({ first }: Head) => Number(first.slice(9, 12));
const nameOf = (line: string) => line.slice(0, line.indexOf(':'));
const page = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno`;

/** The lines of a list in one, at the place of the first. */
const joinLines = (name: string) =>
  onLines((lines) => {
    const own = lines.filter((line) => nameOf(line).toLowerCase() === name);
    if (own.length < 2) return lines;
    const value = own.map((line) => line.slice(name.length + 1).trim()).join(', ');
    return lines.flatMap((line) => (line === own[0] ? `${name}: ${value}` : own.includes(line) ? [] : line));
  });

export const hopVariants: readonly HopVariant[] = [
  { title: 'differs in nothing', behaviour: {} },
  { title: 'has a path of its own', behaviour: {}, path: '/' },
  {
    title: 'adds Via and Forwarded',
    behaviour: { forwards: add('Via: 1.1 hop', 'Forwarded: for=127.0.0.1') },
  },
  {
    title: 'adds X-Forwarded fields',
    behaviour: { forwards: add('X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Proto: http', 'X-Request-Id: 7') },
  },
  {
    title: 'puts its own Host, and tells the other',
    behaviour: {
      forwards: (due) =>
        add(`X-Forwarded-Host: ${valuesOf(due, 'host')[0]}`)(
          onLines((lines) =>
            lines.map((line) => (nameOf(line) === 'Host' || nameOf(line) === 'host' ? 'Host: inside' : line)),
          )(due),
        ),
    },
  },
  {
    title: 'writes names in lower case',
    behaviour: {
      forwards: onLines((lines) =>
        lines.map((line) => nameOf(line).toLowerCase() + line.slice(nameOf(line).length)),
      ),
    },
  },
  {
    title: 'writes names of replies in capitals',
    behaviour: {
      relays: onLines((lines) =>
        lines.map((line) => nameOf(line).toUpperCase() + line.slice(nameOf(line).length)),
      ),
    },
  },
  {
    title: 'sorts differently named fields',
    behaviour: {
      forwards: onLines((lines) =>
        lines.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0)),
      ),
    },
  },
  {
    title: 'joins the lines of lists',
    behaviour: {
      forwards: (due) =>
        joinLines('x-ws101-list')(
          joinLines('sec-websocket-extensions')(joinLines('sec-websocket-protocol')(due)),
        ),
    },
    needs: [
      'subprotocols in two lines',
      'extensions in two lines, with a value in quotes',
      'a field in several lines',
    ],
  },
  {
    title: 'adds options to Connection',
    behaviour: {
      forwards: onLines((lines) =>
        lines.map((line) => (line === 'Connection: Upgrade' ? 'Connection: keep-alive, upgrade' : line)),
      ),
    },
    needs: ['Connection and Upgrade in lower case'],
  },
  {
    title: 'adds Date and Server to replies',
    behaviour: { relays: add('Date: Sat, 21 Nov 2026 08:00:00 GMT', 'Server: hop') },
  },
  {
    title: 'writes reasons of its own',
    behaviour: { relays: (due) => ({ ...due, first: due.first.replace(/(\d{3}) .*/, '$1 Any') }) },
    needs: ['a 101 with a reason of its own', 'a 101 without a reason'],
  },
  {
    title: 'answers 503 for a 502, and the reverse',
    behaviour: {
      relays: (due) => (statusOf(due) === 503 ? { ...due, first: 'HTTP/1.1 502 Bad Gateway' } : due),
    },
    needs: ['a 503 with Retry-After'],
  },
  {
    title: 'refuses long fields',
    behaviour: {
      answers: (came) => (came.lines.some((line) => line.length > 1_000) ? page('431 Too Large') : undefined),
    },
    needs: ['3 kB of cookies'],
  },
  {
    title: 'refuses every method but GET, and every version but 13',
    behaviour: {
      answers: (came) => {
        if (!came.first.startsWith('GET ')) return page('405 Method Not Allowed');
        return valuesOf(came, 'sec-websocket-version')[0] === '13' ? undefined : page('400 Bad Request');
      },
    },
    needs: ['a POST, answered by a 101', 'another version, answered by a 101'],
  },
  {
    title: 'drops who sends a key twice',
    behaviour: { answers: (came) => (valuesOf(came, 'sec-websocket-key').length > 1 ? null : undefined) },
    needs: ['two Sec-WebSocket-Key, answered by a 101'],
  },
  {
    title: 'drops who names no protocol',
    behaviour: { answers: (came) => (valuesOf(came, 'upgrade').length === 0 ? null : undefined) },
    needs: ['no Upgrade, answered by a 101'],
  },
  {
    title: 'ends both sides with one',
    behaviour: { endsBoth: true },
    needs: ['the end of the client behind its frames', 'the end of the backend behind its frames'],
  },
  {
    title: 'sets a backend aside that has failed',
    behaviour: { setsAside: 300 },
    needs: ['the end in the place of a reply', 'a reset in the place of a reply'],
  },
  {
    title: 'redirects to itself',
    behaviour: {
      relays: onLines((lines) =>
        lines.map((line) => (nameOf(line) === 'Location' ? 'Location: /chat' : line)),
      ),
    },
    needs: ['a redirect'],
  },
  {
    title: 'is a server to the client, and a client to the backend',
    behaviour: {
      forwards: onLines((lines) =>
        lines.map((line) =>
          nameOf(line).toLowerCase() === 'sec-websocket-key'
            ? 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
            : line,
        ),
      ),
      relays: (due, _came, asked) =>
        onLines((lines) =>
          lines.map((line) =>
            nameOf(line) === 'Sec-WebSocket-Accept'
              ? `Sec-WebSocket-Accept: ${hashKey(valuesOf(asked, 'sec-websocket-key')[0] ?? '')}`
              : line,
          ),
        )(due),
    },
    needs: ['a 101 with fields', 'two Sec-WebSocket-Key, answered by a 101'],
  },
  {
    title: 'maps the path of an absolute target, too, and leaves it absolute',
    behaviour: { forwards: (due) => ({ ...due, first: due.first.replace('/chat', '/app/socket') }) },
    needs: ['an absolute target'],
  },
  {
    title: 'knows one path',
    behaviour: {
      answers: (came) => (/\/chat(?:\?| )/.test(came.first) ? undefined : page('404 Not Found')),
    },
    needs: ['a path with two slashes', 'a path with percent-encoding', 'a path with an encoded slash'],
  },
  {
    title: 'refuses absolute targets',
    behaviour: { answers: (came) => (came.first.includes(' http:') ? page('400 Bad Request') : undefined) },
    needs: ['an absolute target'],
  },
  {
    title: 'reads frames, and masks them anew',
    behaviour: { masksAnew: true },
    needs: ['frames right behind the opening', 'large frames in both directions'],
  },
  {
    title: 'ends content with the connection, and passes it on in halves',
    behaviour: {
      halves: true,
      relays: onLines((lines) => lines.filter((line) => nameOf(line).toLowerCase() !== 'content-length')),
    },
    needs: [
      'a 403 with content',
      'a 403 with content in chunks',
      'a 403 whose content ends with the connection',
      'a plain opening, answered by a 403, and octets behind it',
    ],
  },
  {
    title: 'maps the path',
    behaviour: { forwards: (due) => ({ ...due, first: due.first.replace('/chat', '/app/socket') }) },
    needs: ['an absolute target', 'a path with two slashes'],
  },
];
