import { decodeLatin1 } from '../../wire/index.ts';

/** Seconds for which the server shows what comes of its reply. */
const patience = 5;

/**
 * A script for bash with a server of a few lines of Python, standard library alone, that answers one connection with the same reply, and shows
 * what the client sends. Where the reply has the accept value of the key, that of the key that comes is put there.
 *
 * @param accept the accept value in the reply
 * @param isLast whether the server ends the connection behind its reply
 */
export function writeReproduction(reply: Uint8Array, accept: string, isLast: boolean): string {
  const parts = decodeLatin1(reply).split(accept);
  const pieces = accept === '' || parts.length === 1 ? [writeBytes(reply)] : fitParts(parts);
  return [
    "python3 - <<'END'",
    'import base64, hashlib, re, socket',
    "server = socket.create_server(('127.0.0.1', 0))",
    "print('connect the client to ws://127.0.0.1:%d/chat' % server.getsockname()[1], flush=True)",
    'client, _ = server.accept()',
    "head = b''",
    "while b'\\r\\n\\r\\n' not in head:",
    '    head += client.recv(65536)',
    "key = re.search(rb'(?i)^sec-websocket-key:[ \\t]*(\\S+)', head, re.M).group(1)",
    "accept = base64.b64encode(hashlib.sha1(key + b'258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest())",
    `client.sendall(${pieces.join(' + ')})`,
    ...(isLast ? ['client.shutdown(socket.SHUT_WR)'] : []),
    `client.settimeout(${patience})`,
    'try:',
    '    came = client.recv(65536)',
    "    print('it sent', came) if came else print('it ended the connection')",
    'except OSError as error:',
    "    print('it did nothing:', error)",
    'END',
  ].join('\n');
}

function fitParts(parts: readonly string[]): readonly string[] {
  return parts.flatMap((part, at) => [
    ...(at === 0 ? [] : ['accept']),
    ...(part === '' ? [] : [writeBytes(Buffer.from(part, 'latin1'))]),
  ]);
}

/** Octets as a literal of Python. */
function writeBytes(octets: Uint8Array): string {
  const text = decodeLatin1(octets).replace(/[^\x20-\x7e]|['\\]|(?<=##)\[/g, (character) => {
    if (character === '\r') return '\\r';
    if (character === '\n') return '\\n';
    if (character === "'" || character === '\\') return `\\${character}`;
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `b'${text}'`;
}
