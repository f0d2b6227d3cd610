import { type Head, type HopBehaviour, valuesOf } from './hop.ts';
import { hashKey } from './server.ts';

/** One thing that a hop may do as it likes. */
export interface HopVariant {
  readonly title: string;
  readonly behaviour: HopBehaviour;
  readonly path?: string;
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
  },
  {
    title: 'adds options to Connection',
    behaviour: {
      forwards: onLines((lines) =>
        lines.map((line) => (line === 'Connection: Upgrade' ? 'Connection: keep-alive, upgrade' : line)),
      ),
    },
  },
  {
    title: 'adds Date and Server to replies',
    behaviour: { relays: add('Date: Sat, 21 Nov 2026 08:00:00 GMT', 'Server: hop') },
  },
  {
    title: 'writes reasons of its own',
    behaviour: { relays: (due) => ({ ...due, first: due.first.replace(/(\d{3}) .*/, '$1 Any') }) },
  },
  {
    title: 'answers 503 for a 502, and the reverse',
    behaviour: {
      relays: (due) => (statusOf(due) === 503 ? { ...due, first: 'HTTP/1.1 502 Bad Gateway' } : due),
    },
  },
  {
    title: 'refuses long fields',
    behaviour: {
      answers: (came) => (came.lines.some((line) => line.length > 1_000) ? page('431 Too Large') : undefined),
    },
  },
  {
    title: 'refuses every method but GET, and every version but 13',
    behaviour: {
      answers: (came) => {
        if (!came.first.startsWith('GET ')) return page('405 Method Not Allowed');
        return valuesOf(came, 'sec-websocket-version')[0] === '13' ? undefined : page('400 Bad Request');
      },
    },
  },
  {
    title: 'drops who sends a key twice',
    behaviour: { answers: (came) => (valuesOf(came, 'sec-websocket-key').length > 1 ? null : undefined) },
  },
  {
    title: 'drops who names no protocol',
    behaviour: { answers: (came) => (valuesOf(came, 'upgrade').length === 0 ? null : undefined) },
  },
  { title: 'ends both sides with one', behaviour: { endsBoth: true } },
  { title: 'sets a backend aside that has failed', behaviour: { setsAside: 300 } },
  {
    title: 'redirects to itself',
    behaviour: {
      relays: onLines((lines) =>
        lines.map((line) => (nameOf(line) === 'Location' ? 'Location: /chat' : line)),
      ),
    },
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
  },
  {
    title: 'maps the path of an absolute target, too, and leaves it absolute',
    behaviour: { forwards: (due) => ({ ...due, first: due.first.replace('/chat', '/app/socket') }) },
  },
  {
    title: 'knows one path',
    behaviour: {
      answers: (came) => (/\/chat(?:\?| )/.test(came.first) ? undefined : page('404 Not Found')),
    },
  },
  {
    title: 'refuses absolute targets',
    behaviour: { answers: (came) => (came.first.includes(' http:') ? page('400 Bad Request') : undefined) },
  },
  { title: 'reads frames, and masks them anew', behaviour: { masksAnew: true } },
  {
    title: 'ends content with the connection, and passes it on in halves',
    behaviour: {
      halves: true,
      relays: onLines((lines) => lines.filter((line) => nameOf(line).toLowerCase() !== 'content-length')),
    },
  },
  {
    title: 'maps the path',
    behaviour: { forwards: (due) => ({ ...due, first: due.first.replace('/chat', '/app/socket') }) },
  },
];
