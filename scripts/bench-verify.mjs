// How fast `ws101 verify server` is, and whose CPU limits it: ours, or that of the target in a process of its own.
// Two targets, in turns: a floor that answers every head with the SHA-1 of its key, whatever else is asked, and `ws`.
//
// node scripts/bench-verify.mjs [--rounds 5] [--runs 100]
// node --expose-gc scripts/bench-verify.mjs --cases 100000   how memory grows with as many cases, against the floor
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';

if (process.send) {
  const server = process.argv[2] === 'ws' ? await listenWs() : listenFloor();
  if (!server.address()) await once(server, 'listening');
  process.on('message', () => process.send(process.cpuUsage()));
  process.send(server.address().port);
} else {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      runs: { type: 'string', default: '100' },
      cases: { type: 'string' },
    },
  });
  const { readTarget } = await import('../dist/src/verify/target.js');
  const { verifyTarget } = await import('../dist/src/verify/verify-server.js');
  const { targetCases } = await import('../dist/src/verify/target-case.js');
  const targetAt = (port) => readTarget(`ws://127.0.0.1:${port}/`, {}).value;
  const verify = (port, options) => verifyTarget('', targetAt(port), { seed: 1, timeout: 500, ...options });
  const count = (port, runs) => targetCases(targetAt(port), 1, runs).total;
  if (values.cases) await showMemory(verify, count, Number(values.cases));
  else await showSpeed(verify, Number(values.rounds), Number(values.runs));
}

async function showSpeed(verify, rounds, runs) {
  const targets = [await start('floor'), await start('ws')];
  // What is compiled in the first round is no part of the measurement.
  for (const { port } of targets) await verify(port, { runs: 10 });
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) target.measured.push(await measure(verify, target, runs));
  }
  for (const { child } of targets) child.kill();
  console.table(
    Object.fromEntries(
      targets.map(({ name, measured }) => [
        name,
        Object.fromEntries(
          Object.keys(measured[0]).map((key) => [key, median(measured.map((each) => each[key]))]),
        ),
      ]),
    ),
  );
}

async function measure(verify, target, runs) {
  const theirsBefore = await target.usage();
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const { report } = await verify(target.port, { runs });
  const seconds = (performance.now() - startedAt) / 1_000;
  const ours = process.cpuUsage(before);
  const theirs = (await target.usage()) - theirsBefore;
  const { cases } = report.summary;
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

async function showMemory(verify, count, cases) {
  const { port, child } = await start('floor');
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
    if (done < shown + total / 20) return;
    shown = done;
    show(done);
  };
  await verify(port, { runs, onProgress });
  show('all');
  child.kill();
}

async function start(name) {
  const child = fork(new URL(import.meta.url), [name]);
  const [port] = await once(child, 'message');
  const usage = async () => {
    child.send('usage');
    const [{ user, system }] = await once(child, 'message');
    return user + system;
  };
  return { name, child, port, usage, measured: [] };
}

function listenFloor() {
  const server = createServer({ noDelay: true }, (socket) => {
    let head = '';
    let isSwitched = false;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (isSwitched) {
        const ping = chunk.subarray(-9);
        if (ping[0] !== 0x89) return;
        const data = ping.subarray(6).map((octet, at) => octet ^ ping[2 + (at % 4)]);
        socket.write(Buffer.from([0x8a, data.length, ...data]));
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
  return server.listen(0, '127.0.0.1');
}

async function listenWs() {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({ port: 0, host: '127.0.0.1' }).on('connection', (socket) => {
    socket.on('error', () => {});
  });
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
