import type { ClauseId } from '../../../models/clauses.ts';
import { connect } from '../../client/connect.ts';
import { toWebSocket } from '../../frames/to-web-socket.ts';
import type { DeflateTerms } from '../../negotiation/permessage-deflate.ts';
import { fieldValues } from '../../wire/index.ts';
import { observe } from '../judge/observation.ts';
import { openConnection } from '../peer/open-connection.ts';
import { receiveReply } from '../peer/received-reply.ts';
import { startRecordingHop } from '../peer/recording-hop.ts';
import { type Scenario, scenario } from '../run/scenario.ts';
import { endpoint, startSetUp, writeOpening } from './set-up.ts';

/** What a server with certain terms answers to an offer; null where it leaves the field out. */
interface Negotiation {
  readonly clause: ClauseId;
  readonly offer: string;
  readonly answer: string | null;
  readonly terms?: DeflateTerms;
}

const d = 'permessage-deflate';

const negotiations: readonly Negotiation[] = [
  { clause: 'rfc6455/9/extensions-accepted', offer: d, answer: d },
  { clause: 'rfc7692/5/declined-by-omission', offer: `x, ${d}; foo`, answer: null },
  {
    clause: 'rfc7692/5/offer-order',
    offer: `${d}; server_max_window_bits=10, ${d}`,
    answer: `${d}; server_max_window_bits=10`,
  },
  { clause: 'rfc7692/5/answered-once', offer: `${d}, ${d}`, answer: d },
  {
    clause: 'rfc6455/9.1/offer-order',
    offer: `${d}; foo, ${d}; server_no_context_takeover, ${d}`,
    answer: `${d}; server_no_context_takeover`,
  },
  { clause: 'rfc7692/7/parameter-undefined', offer: `${d}; constructor`, answer: null },
  {
    clause: 'rfc7692/7/parameter-repeated',
    offer: `${d}; client_max_window_bits; client_max_window_bits`,
    answer: null,
  },
  ...['7', '16', '010', '-9', '9.5', '0x9', '1e1'].map(
    (bits): Negotiation => ({
      clause: 'rfc7692/7/parameter-invalid',
      offer: `${d}; server_max_window_bits=${bits}`,
      answer: null,
    }),
  ),
  { clause: 'rfc7692/7/parameter-invalid', offer: `${d}; server_max_window_bits`, answer: null },
  { clause: 'rfc7692/7/parameter-invalid', offer: `${d}; server_no_context_takeover=1`, answer: null },
  { clause: 'rfc7692/7/parameter-invalid', offer: `${d}; client_no_context_takeover="x"`, answer: null },
  // zlib cannot compress with a window of 8 bits.
  { clause: 'rfc7692/7/configuration-unsupported', offer: `${d}; server_max_window_bits=8`, answer: null },
  {
    clause: 'rfc7692/7.1.1.1/server-takeover-echoed',
    offer: `${d}; server_no_context_takeover`,
    answer: `${d}; server_no_context_takeover`,
  },
  {
    clause: 'rfc7692/7.1.1.1/server-takeover-valueless',
    offer: `${d}; client_max_window_bits; server_no_context_takeover`,
    answer: `${d}; server_no_context_takeover`,
  },
  {
    clause: 'rfc6455/9/parameters-by-specification',
    offer: `${d}; client_max_window_bits=10; server_max_window_bits=10; client_no_context_takeover`,
    answer: `${d}; client_no_context_takeover; server_max_window_bits=10`,
  },
  {
    clause: 'rfc7692/7.1.1.1/server-takeover-unasked',
    offer: d,
    answer: `${d}; server_no_context_takeover`,
    terms: { serverNoContextTakeover: true },
  },
  {
    clause: 'rfc7692/7.1.1.2/client-takeover-answered',
    offer: d,
    answer: `${d}; client_no_context_takeover`,
    terms: { clientNoContextTakeover: true },
  },
  {
    clause: 'rfc7692/7.1.2.1/server-bits-echoed',
    offer: `${d}; server_max_window_bits="11"`,
    answer: `${d}; server_max_window_bits=11`,
  },
  {
    clause: 'rfc7692/7.1.2.1/server-bits-not-larger',
    offer: `${d}; server_max_window_bits=15`,
    answer: `${d}; server_max_window_bits=12`,
    terms: { serverMaxWindowBits: 12 },
  },
  {
    clause: 'rfc7692/7.1.2.1/server-bits-not-larger',
    offer: `${d}; server_max_window_bits=10`,
    answer: `${d}; server_max_window_bits=10`,
    terms: { serverMaxWindowBits: 12 },
  },
  {
    clause: 'rfc7692/7.1.2.1/server-bits-unasked',
    offer: d,
    answer: `${d}; server_max_window_bits=12`,
    terms: { serverMaxWindowBits: 12 },
  },
  {
    clause: 'rfc7692/7.1.2.2/client-bits-answered',
    offer: `${d}; client_max_window_bits`,
    answer: `${d}; client_max_window_bits=10`,
    terms: { clientMaxWindowBits: 10 },
  },
  {
    clause: 'rfc7692/7.1.2.2/client-bits-unoffered',
    offer: d,
    answer: d,
    terms: { clientMaxWindowBits: 10 },
  },
  {
    clause: 'rfc7692/7.1.2.2/client-bits-value',
    offer: `${d}; client_max_window_bits=12`,
    answer: `${d}; client_max_window_bits=9`,
    terms: { clientMaxWindowBits: 9 },
  },
];

/** What a server agrees to of permessage-deflate, and that both sides keep to it. */
export function deflateScenarios(): readonly Scenario[] {
  return [
    ...negotiations.map((negotiation) =>
      scenario(negotiation.clause, `an offer of ${negotiation.offer}`, (signal) =>
        negotiate(negotiation, signal),
      ),
    ),
    scenario('rfc7692/7.1.1.2/client-takeover-obeyed', 'compressed messages, each by itself', () =>
      playMessages('rfc7692/7.1.1.2/client-takeover-obeyed', { clientNoContextTakeover: true }, 'same'),
    ),
    scenario('rfc7692/7.1.2.2/client-bits-obeyed', 'compressed messages with a window that goes on', () =>
      playMessages('rfc7692/7.1.2.2/client-bits-obeyed', { clientMaxWindowBits: 9 }, 'smaller'),
    ),
  ];
}

async function negotiate({ clause, offer, answer, terms = {} }: Negotiation, signal: AbortSignal) {
  const setUp = await startSetUp({ endpoint: { permessageDeflate: terms } });
  try {
    const peer = await openConnection({ port: setUp.port, signal });
    await peer.send(Buffer.from(writeOpening(`Sec-WebSocket-Extensions: ${offer}\r\n`)));
    const { reply } = await receiveReply(peer);
    peer.socket.destroy();
    const values = reply && fieldValues(reply.fields, 'sec-websocket-extensions');
    return [observe(clause, [101, answer === null ? [] : [answer]], [reply?.status, values])];
  } finally {
    await setUp.close();
  }
}

/** The same message twice, from the reference client to the reference server and back, past a hop that looks on. */
async function playMessages(clause: ClauseId, terms: DeflateTerms, second: 'same' | 'smaller') {
  const setUp = await startSetUp({ endpoint: { permessageDeflate: terms } });
  const hop = await startRecordingHop({ to: setUp.port });
  try {
    const connection = await connect(`ws://127.0.0.1:${hop.port}${endpoint.path}`, {
      permessageDeflate: true,
    });
    const webSocket = toWebSocket(connection);
    const text = 'a message that is worth the trouble '.repeat(100);
    const sent = () => hop.connections[0]?.sent.octets.length ?? 0;
    const sizes: number[] = [];
    const echoes: boolean[] = [];
    for (let round = 0; round < 2; round += 1) {
      const before = sent();
      const echoed = new Promise<string>((resolve) =>
        webSocket.once('message', (data) => resolve(String(data))),
      );
      webSocket.send(text);
      echoes.push((await echoed) === text);
      sizes.push(sent() - before);
    }
    webSocket.terminate();
    const [first = 0, other = 0] = sizes;
    const seen = {
      echoes,
      small: first < text.length / 4,
      second: other === first ? 'same' : other < first ? 'smaller' : 'larger',
    };
    return [observe(clause, { echoes: [true, true], small: true, second }, seen)];
  } finally {
    await hop.close();
    await setUp.close();
  }
}
