// Puts load on a server: opens connections, checks every reply in full, and ends each. Runs in Bun, which takes less of
// the CPU for it than the servers do.
import { answerLines } from './answer-lines.mjs';
import { Opening } from './opening.mjs';

/** More come bit by bit: a queue that overflows with the first of them has its clients wait for a second. */
const atOnceFirst = 64;

const held = [];
let lost = 0;
const lose = () => {
  lost += 1;
};

answerLines({}, (job) => (job.release ? release() : load(job)));

/**
 * Opens more connections than `concurrency`, which are under way at once; `hold` keeps them open, and `resets` ends them
 * by a reset.
 */
async function load({ port, count, concurrency, hold = false, resets = false, ...wanted }) {
  const opening = new Opening(wanted);
  const latencies = new Float64Array(count);
  const { promise, resolve } = Promise.withResolvers();
  let started = 0;
  let finished = 0;
  let problem = null;

  const finish = (error) => {
    problem ??= error;
    finished += 1;
    if (problem !== null || finished === count) return resolve();
    start();
    if (started - finished < concurrency) start();
  };
  const handlers = {
    open(connection) {
      connection.write(opening.request(connection.data.at));
    },
    data(connection, octets) {
      const { data } = connection;
      if (data.isReplied) return;
      data.octets = data.octets === null ? octets : Buffer.concat([data.octets, octets]);
      const verdict = opening.judge(data.at, data.octets);
      if (verdict === 'incomplete') return;
      data.isReplied = true;
      latencies[data.at] = performance.now() - data.startedAt;
      if (verdict !== 'good') finish(verdict);
      else if (hold) {
        held.push(connection);
        finish(null);
      } else if (resets) connection.terminate();
      else connection.end();
    },
    close({ data }) {
      if (hold && data.isReplied) data.onClose();
      else finish(data.isReplied ? null : 'closed before its reply was complete');
    },
    error(_connection, error) {
      finish(String(error));
    },
    connectError(_connection, error) {
      finish(String(error));
    },
  };
  function start() {
    if (started === count) return;
    const data = { at: started, octets: null, isReplied: false, onClose: lose, startedAt: performance.now() };
    started += 1;
    Bun.connect({ hostname: '127.0.0.1', port, data, socket: handlers }).catch(() => {});
  }

  const before = process.cpuUsage();
  const startedAt = performance.now();
  for (let at = 0; at < Math.min(concurrency, atOnceFirst); at += 1) start();
  await promise;
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, cpu: user + system, problem, ...percentiles(latencies.subarray(concurrency)) };
}

/** Ends what was held, and waits until all of it is closed. */
async function release() {
  if (lost > 0) return { problem: `${lost} of ${held.length} idle connections were closed` };
  const closed = held.map(
    (connection) =>
      new Promise((resolve) => {
        connection.data.onClose = resolve;
        connection.end();
      }),
  );
  await Promise.all(closed);
  held.length = 0;
  return { problem: null };
}

/** Milliseconds from the start of a connection to its whole reply. */
function percentiles(latencies) {
  const sorted = latencies.toSorted();
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { p50: at(0.5), p99: at(0.99) };
}
