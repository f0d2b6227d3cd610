import { settle } from './octet-paste.ts';
import type { PasteReading } from './paste.ts';

/** The progress meter of curl, which ends no line: what is told next stands behind it. */
const METER = /^[^\n]*--:--:-- +[\d.]+[kMG]?(?=[*<>{}] )/;
/** `> `, or what is left of it where white space at the end of lines was cut. */
const MARK = /^([<>])(?: |(?=\r?\n|$))/;

/** What curl tells of TLS. */
const TLS = /^\* (?:SSL connection using|TLSv1|ALPN)/m;

/** Whether a text is what curl writes with -v. */
export function isTrace(text: string): boolean {
  return /^(?:> \S+ \S+ HTTP\/|< HTTP\/|\* )/m.test(text);
}

/**
 * The last request of a trace, as after a redirection, and what came behind it.
 *
 * @see https://curl.se/docs/manpage.html#-v
 */
export function readTrace(text: string): PasteReading {
  let [request, reply, before] = ['', '', ''];
  for (const each of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const line = each.replace(METER, '');
    const mark = MARK.exec(line);
    if (mark === null) continue;
    const [prefix, side = ''] = mark;
    const octets = line.slice(prefix.length);
    if (side === '<') reply += octets;
    else if (before === '<') [request, reply] = [octets, ''];
    else request += octets;
    before = side;
  }
  if (request === '' && reply === '') {
    return {
      problem: 'curl sent no request ("> ") and had no reply ("< "): it got no further than the connection',
    };
  }
  if (request.startsWith('CONNECT ')) {
    return { problem: 'curl got no further than its proxy, so there is no opening handshake to judge' };
  }
  const notes = reply === '' ? ['The trace has no reply ("< ").'] : request === '' ? [noRequest] : [];
  return { ...settle({ request: request || null, reply: reply || null, notes }), isSecure: TLS.test(text) };
}

const noRequest = 'The trace has no request ("> ").';
