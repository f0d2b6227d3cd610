// One contender as a client: node open.mjs <name of a file in client>
import { answerLines } from './answer-lines.mjs';

const { open } = await import(`./client/${process.argv[2]}.mjs`);

answerLines({}, ({ urls, count, concurrency }) => openAll(urls, count, concurrency));

/** Opens so many connections, round and round the addresses, and waits until each is closed again. */
async function openAll(urls, count, concurrency) {
  let [started, opened, closed] = [0, 0, 0];
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const problem = await new Promise((resolve) => {
    const start = () => {
      if (started === count) return;
      started += 1;
      open(urls[started % urls.length], {
        isOpen() {
          opened += 1;
        },
        isClosed() {
          closed += 1;
          if (closed === count) resolve(opened === count ? null : `${opened} of ${count} were opened`);
          else start();
        },
        hasFailed: (error) => resolve(String(error)),
      });
    };
    for (let at = 0; at < concurrency; at += 1) start();
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, cpu: user + system, problem };
}
