// How fast `ws101 verify server` is, and whose CPU limits it: ours, or that of the target in a process of its own.
// Targets, in turns: the reference server, bare, and `ws`, which have few findings or none; and a floor that answers
// every head with the SHA-1 of its key, whatever else is asked, so that most faults are findings. Beside them a bare
// client, which connects to that floor, sends the same opening, a ping behind the 101, and destroys the socket.
//
// node scripts/bench-verify.mjs [--rounds 5] [--runs 100]
// node scripts/bench-verify.mjs --client [--rounds 5] [--runs 300]        the same for `ws101 verify client` with a driver
// node --expose-gc scripts/bench-verify.mjs --cases 1000000   how memory grows with as many cases, against the reference
import { fork, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

/** Targets, each in a process of its own. */
const children = new Set();

if (process.argv[2] === 'driver') {
  await drive();
} else if (process.send) {
  const listeners = { reference: listenReference, ws: listenWs, floor: listenFloor };
  const port = await listeners[process.argv[2]]();
  process.on('message', () => process.send(process.cpuUsage()));
  process.send(port);
} else {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      runs: { type: 'string' },
      client: { type: 'boolean' },
      cases: { type: 'string' },
    },
  });
  const { readTarget } = await import('../dist/src/verify/judge/target.js');
  const { verifyServer } = await import('../dist/src/verify/server/verify-server.js');
  const { serverCases } = await import('../dist/src/verify/server/case/request-case.js');
  const targetAt = (port) => readTarget(`ws://127.0.0.1:${port}/`, {}).value;
  const verify = (port, options) => verifyServer('', targetAt(port), { seed: 1, timeout: 500, ...options });
  const count = (port, runs) => serverCases(targetAt(port), 1, runs).total;
  try {
    if (values.cases) await showMemory(verify, count, Number(values.cases));
    else if (values.client) await showClientSpeed(Number(values.rounds), Number(values.runs ?? 300));
    else await showSpeed(verify, Number(values.rounds), Number(values.runs ?? 100));
  } finally {
    for (const child of children) child.kill();
  }
}

async function showSpeed(verify, rounds, runs) {
  const targets = [await start('reference'), await start('ws'), await start('floor')];
  const rows = targets.map((target) => ({
    target,
    name: target.name,
    play: async (count) => (await verify(target.port, { runs: count })).report.summary.cases,
    measured: [],
  }));
  const bare = {
    target: targets[2],
    name: 'bare client',
    play: (count) => connectBarely(targets[2], 40 * count),
  };
  const all = [...rows, { ...bare, measured: [] }];
  // What is compiled in the first round is no part of the measurement.
  for (const { play } of all) await play(runs);
  for (let round = 0; round < rounds; round += 1) {
    for (const { play, target, measured } of all) measured.push(await measure(() => play(runs), target));
  }
  console.table(
    Object.fromEntries(
      all.map(({ name, measured }) => [
        name,
        Object.fromEntries(
          Object.keys(measured[0]).map((key) => [key, median(measured.map((each) => each[key]))]),
        ),
      ]),
    ),
  );
}

/**
 * How many connections of our client a second, two at once: those of `verify client`, and those of a bare server that
 * answers each with a right 101 and a ping, and asks for the next as soon as the driver has said that it is open.
 * What a run takes whatever it plays (to start, and to wait for what is held back) is left out: a run of few variants
 * is subtracted from one of many.
 */
async function showClientSpeed(rounds, runs) {
  const { createDriver } = await import('../dist/src/verify/connector/driver.js');
  const { verifyClient } = await import('../dist/src/verify/client/verify-client.js');
  const words = [process.execPath, new URL(import.meta.url).pathname, 'driver'];
  const verifyWith = async (count) => {
    const connector = createDriver(words, { subprotocols: ['chat', 'superchat'], atOnce: 2 });
    const startedAt = performance.now();
    const { report } = await verifyClient('', connector, { seed: 1, runs: count });
    const seconds = (performance.now() - startedAt) / 1_000;
    await connector.close();
    return { cases: report.summary.cases, seconds, findings: report.findings.length };
  };
  const few = Math.ceil(runs / 10);
  const rates = [];
  for (let round = 0; round < rounds; round += 1) {
    const [less, more] = [await verifyWith(few), await verifyWith(runs)];
    const cases = more.cases - less.cases;
    const verified = cases / (more.seconds - less.seconds);
    const bare = await serveBarely(words, cases);
    rates.push({ 'verify client': verified, 'bare server': bare, ratio: verified / bare });
    console.log(
      `${cases} cases: ${verified.toFixed(0)}/s; bare server: ${bare.toFixed(0)}/s; ratio ${(verified / bare).toFixed(2)}; ` +
        `all of ${more.cases} in ${more.seconds.toFixed(1)} s, of ${less.cases} in ${less.seconds.toFixed(1)} s; ` +
        `findings: ${more.findings}`,
    );
  }
  const medianOf = (key) => median(rates.map((each) => each[key]));
  console.log(
    `median: ${medianOf('verify client').toFixed(0)}/s, ${medianOf('bare server').toFixed(0)}/s, ratio ${medianOf('ratio').toFixed(2)}`,
  );
}

/** Connections a second to a server that does nothing else, from two drivers; the first tenth is not counted. */
async function serveBarely([program, ...args], count) {
  const close = Buffer.of(0x88, 2, 0x03, 0xe8);
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    let head = '';
    let isSwitched = false;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (isSwitched) return void socket.end(close);
      head += chunk.toString('latin1');
      if (!head.endsWith('\r\n\r\n')) return;
      isSwitched = true;
      const [, key] = /^sec-websocket-key: *(.*?) *\r$/im.exec(head) ?? [];
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: chat\r\n\r\n\x89\x05ws101`,
        'latin1',
      );
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `ws://127.0.0.1:${server.address().port}/chat?case=`;
  const drivers = [1, 2].map(() => spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
  const warm = Math.ceil(count / 10);
  let [asked, open, startedAt] = [0, 0, 0];
  const askAll = (resolve, reject) => {
    for (const { stdin, stdout } of drivers) askFrom(stdin, stdout, resolve, reject);
  };
  const askFrom = (stdin, stdout, resolve, reject) => {
    const ask = () => {
      if (asked === count) return;
      asked += 1;
      stdin.write(
        `${JSON.stringify({ id: asked, url: url + asked, subprotocols: ['chat', 'superchat'] })}\n`,
      );
    };
    createInterface({ input: stdout }).on('line', (line) => {
      if (!JSON.parse(line).opened) return reject(new Error(`a right 101 was refused: ${line}`));
      open += 1;
      if (open === warm) startedAt = performance.now();
      if (open === count) resolve();
      else ask();
    });
    ask();
  };
  await new Promise(askAll);
  const rate = (count - warm) / ((performance.now() - startedAt) / 1_000);
  for (const driver of drivers) driver.kill();
  server.close();
  return rate;
}

/** Our client as a driver. */
async function drive() {
  const { connect, toWebSocket } = await import('../dist/src/client/index.js');
  const say = (word) => process.stdout.write(`${JSON.stringify(word)}\n`);
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, url, subprotocols, ca } = JSON.parse(line);
    try {
      const connection = await connect(url, {
        subprotocols,
        ...(ca ? { tls: { ca: readFileSync(ca) } } : {}),
      });
      toWebSocket(connection).on('error', () => {});
      say({ id, opened: true, subprotocol: connection.subprotocol });
    } catch (error) {
      say({ id, opened: false, error: error.message });
    }
  });
}

async function measure(play, target) {
  const theirsBefore = await target.usage();
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const cases = await play();
  const seconds = (performance.now() - startedAt) / 1_000;
  const ours = process.cpuUsage(before);
  const theirs = (await target.usage()) - theirsBefore;
  return {
    cases,
    'cases/s': Math.round(cases / seconds),
    'our CPU µs/case': Math.round((ours.user + ours.system) / cases),
    'of it system': Math.round(ours.system / cases),
    "the target's CPU µs/case": Math.round(theirs / cases),
    'our CPU %': Math.round((ours.user + ours.system) / seconds / 10_000),
    "the target's CPU %": Math.round(theirs / seconds / 10_000),
  };
}

/** What connections cost, and nothing else: as many at once as the verifier has. */
async function connectBarely({ port }, count) {
  const octets = Buffer.from(
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  const ping = Buffer.from([0x89, 0x83, 1, 2, 3, 4, 0x76, 0x71, 0x32]);
  const connectOnce = () =>
    new Promise((resolve, reject) => {
      let isPinged = false;
      const socket = createConnection({ host: '127.0.0.1', port, noDelay: true });
      socket.on('error', reject).on('connect', () => socket.write(octets));
      socket.on('data', () => {
        if (isPinged) resolve(socket.destroy());
        else socket.write(ping);
        isPinged = true;
      });
    });
  let left = count;
  const work = async () => {
    while (left-- > 0) await connectOnce();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return count;
}

async function showMemory(verify, count, cases) {
  const { port } = await start('reference');
  const mebibytes = (octets) => Math.round(octets / 1_048_576);
  const show = (done) => {
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    const parts = [`rss ${mebibytes(rss)}`, `heap ${mebibytes(heapUsed)}`, `external ${mebibytes(external)}`];
    console.log(`${String(done).padStart(8)} cases: ${parts.join(', ')} MiB`);
  };
  show(0);
  // Each run adds as many cases as the one before.
  const [few, more] = [count(port, 10), count(port, 20)];
  const runs = 10 + Math.ceil((10 * (cases - few)) / (more - few));
  let shown = 0;
  const onProgress = (done, total) => {
    if (done < shown + total / 10) return;
    shown = done;
    show(done);
  };
  // Long enough for a machine that is busy with something else: what is late is left out later on.
  const { report } = await verify(port, { runs, onProgress, timeout: 10_000 });
  show('all');
  console.log(
    `${report.summary.cases} cases, findings: ${report.findings.map(({ clause }) => clause).join(', ') || 'none'}`,
  );
}

async function start(name) {
  const child = fork(new URL(import.meta.url), [name]);
  children.add(child);
  const [port] = await once(child, 'message');
  const usage = async () => {
    child.send('usage');
    const [{ user, system }] = await once(child, 'message');
    return user + system;
  };
  return { name, port, usage };
}

async function listenReference() {
  const { listen } = await import('../dist/src/server/index.js');
  const { port } = await listen({
    port: 0,
    host: '127.0.0.1',
    onConnection({ socket, head }) {
      socket.on('data', (chunk) => answerPing(socket, chunk)).on('end', () => socket.destroy());
      answerPing(socket, head);
    },
  });
  return port;
}

/** Answers the last frame, where it is a ping that came whole. */
function answerPing(socket, chunk) {
  const ping = chunk.subarray(Math.max(chunk.lastIndexOf(0x89), 0));
  if (ping[0] !== 0x89 || ping.length !== 6 + (ping[1] & 0x7f)) return;
  const data = ping.subarray(6).map((octet, at) => octet ^ ping[2 + (at % 4)]);
  socket.write(Buffer.from([0x8a, data.length, ...data]));
}

async function listenFloor() {
  const server = createServer({ noDelay: true }, (socket) => {
    let head = '';
    let isSwitched = false;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (isSwitched) {
        answerPing(socket, chunk);
        return;
      }
      head += chunk.toString('latin1');
      if (!head.endsWith('\r\n\r\n') || head.length < 5) return;
      isSwitched = true;
      const [, key] = /^sec-websocket-key:[ \t]*(.*?)[ \t]*\r$/im.exec(head) ?? [];
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server.address().port;
}

async function listenWs() {
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => socket.on('error', () => {}));
  await once(server, 'listening');
  return server.address().port;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
