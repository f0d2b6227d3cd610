import { createHash } from 'node:crypto';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const keys = Array.from({ length: 256 }, (_, at) =>
  createHash('sha1').update(String(at)).digest().subarray(0, 16).toString('base64'),
);

/** One kind of opening under many keys, and what its reply has to be. */
export class Opening {
  #requests;
  #wanted;
  /** Replies that were found good: most are the same octets as one before, and need no second look. */
  #good = [];

  /**
   * `<key>` in the head stands for a key; values of fields are those that the reply's begin with.
   *
   * @param {{ head: string, status: number, fields: readonly (readonly [name: string, value: string])[] }} wanted
   */
  constructor({ head, status, fields }) {
    this.#requests = keys.map((key) => Buffer.from(head.replace('<key>', key)));
    this.#wanted = keys.map((key) => ({
      start: `HTTP/1.1 ${status} `,
      fields: status === 101 ? [['sec-websocket-accept', computeAccept(key)], ...fields] : fields,
    }));
  }

  request(at) {
    return this.#requests[at % keys.length];
  }

  /** Says `incomplete`, `good`, or what is wrong with the reply to a request. */
  judge(at, octets) {
    const index = at % keys.length;
    if (this.#good[index]?.equals(octets)) return 'good';
    const verdict = judgeReply(octets.toString('latin1'), this.#wanted[index]);
    if (verdict === 'good') this.#good[index] = Buffer.from(octets);
    return verdict;
  }
}

function judgeReply(reply, { start, fields }) {
  const end = reply.indexOf('\r\n\r\n') + 4;
  if (end < 4) return 'incomplete';
  const [statusLine, ...lines] = reply.slice(0, end - 4).split('\r\n');
  const got = new Map(
    lines.map((line) => line.split(': ', 2)).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (reply.length < end + Number(got.get('content-length') ?? 0)) return 'incomplete';
  const missing = fields.filter(([name, value]) => !got.get(name)?.startsWith(value));
  if (statusLine.startsWith(start) && missing.length === 0) return 'good';
  return `${start}${missing.join(' ')} was expected: ${JSON.stringify(reply)}`;
}

function computeAccept(key) {
  return createHash('sha1')
    .update(key + GUID)
    .digest('base64');
}
