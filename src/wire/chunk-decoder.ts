/** What an octet of a chunked body is: content, framing, the last octet, or the first that is out of place. */
export type ChunkOctet = 'data' | 'framing' | 'end' | 'malformed';

type Phase =
  | 'sizeStart'
  | 'size'
  | 'extension'
  | 'sizeLf'
  | 'data'
  | 'dataCr'
  | 'dataLf'
  | 'trailerStart'
  | 'trailer'
  | 'trailerLf'
  | 'endLf'
  | 'end'
  | 'malformed';

/**
 * Tells the data of a chunked body from its framing, one octet at a time.
 *
 * Lenient: chunk extensions and trailer fields are skipped unread.
 * Strict: a size of more than 2^53 - 1 octets is malformed, and so is a bare LF.
 *
 * @see RFC 9112 §7.1
 */
export class ChunkDecoder {
  #phase: Phase = 'sizeStart';
  #size = 0;

  /** Takes the next octet; once a body has ended or is malformed, that is all that comes back. */
  take(octet: number): ChunkOctet {
    const phase = this.#phase;
    this.#phase = this.#follow(phase, String.fromCharCode(octet));
    if (this.#phase === 'end' || this.#phase === 'malformed') return this.#phase;
    return phase === 'data' ? 'data' : 'framing';
  }

  #follow(phase: Phase, octet: string): Phase {
    switch (phase) {
      case 'sizeStart':
        this.#size = 0;
        return this.#addDigit(octet);
      case 'size':
        if (octet === '\r') return 'sizeLf';
        return ' \t;'.includes(octet) ? 'extension' : this.#addDigit(octet);
      case 'extension':
        return skipLine(octet, 'extension', 'sizeLf');
      case 'sizeLf':
        return demand(octet, '\n', this.#size > 0 ? 'data' : 'trailerStart');
      case 'data':
        this.#size -= 1;
        return this.#size > 0 ? 'data' : 'dataCr';
      case 'dataCr':
        return demand(octet, '\r', 'dataLf');
      case 'dataLf':
        return demand(octet, '\n', 'sizeStart');
      case 'trailerStart':
        return skipLine(octet, 'trailer', 'endLf');
      case 'trailer':
        return skipLine(octet, 'trailer', 'trailerLf');
      case 'trailerLf':
        return demand(octet, '\n', 'trailerStart');
      case 'endLf':
        return demand(octet, '\n', 'end');
      default:
        return phase;
    }
  }

  // chunk-size = 1*HEXDIG
  #addDigit(octet: string): Phase {
    if (!/[0-9A-Fa-f]/.test(octet)) return 'malformed';
    this.#size = 16 * this.#size + Number.parseInt(octet, 16);
    return Number.isSafeInteger(this.#size) ? 'size' : 'malformed';
  }
}

function demand(octet: string, expected: string, next: Phase): Phase {
  return octet === expected ? next : 'malformed';
}

function skipLine(octet: string, line: Phase, lineEnd: Phase): Phase {
  if (octet === '\n') return 'malformed';
  return octet === '\r' ? lineEnd : line;
}
