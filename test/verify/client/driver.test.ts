import { afterEach, expect, test } from 'vitest';
import { type Connector, NoClient } from '../../../src/verify/connector/connector.ts';
import { createDriver, readWord } from '../../../src/verify/connector/driver.ts';

const order = { url: 'ws://localhost/', subprotocols: ['chat'] };
const never = new AbortController().signal;
const drivers: Connector[] = [];
afterEach(async () => {
  await Promise.all(drivers.splice(0).map((each) => each.close()));
});

/** A driver in a few lines: `told` is what came, and `say` writes a line. */
function drive(onLine: string, first = ''): Connector {
  const script = `
    const say = (text) => process.stdout.write(text + '\\n');
    ${first};
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const told = JSON.parse(line);
      const answer = (more) => say(JSON.stringify({ id: told.id, opened: true, ...more }));
      ${onLine};
    });`;
  const driver = createDriver([process.execPath, '-e', script], { subprotocols: ['chat'], atOnce: 2 });
  drivers.push(driver);
  return driver;
}

const pidOf = ({ error }: { readonly error?: string }) => Number(error);

test('a driver is told what to do, and what it says is its word', async () => {
  const driver = drive('answer({ subprotocol: told.subprotocols[0], error: JSON.stringify(told) })');
  expect(await driver.connect(order, never)).toEqual({
    ...{ id: 0, opened: true, subprotocol: 'chat' },
    error: JSON.stringify({ id: 0, ...order }),
  });
});

test('it is told where the authority is that it should trust', async () => {
  const driver = drive('answer({ error: told.ca })');
  expect(await driver.connect({ ...order, ca: '/ca.pem' }, never)).toMatchObject({ error: '/ca.pem' });
});

test('lines that are no answers are passed over', async () => {
  const driver = drive(
    "say('connecting'); say('{}'); say('[1]'); say('null'); say('{\"id\":0}'); say(''); answer({ error: 'x' })",
    "say('hello')",
  );
  expect(await driver.connect(order, never)).toMatchObject({ opened: true, error: 'x' });
});

test('it is asked again when it has answered, and another is started beside it where it has not', async () => {
  const driver = drive('setImmediate(() => answer({ error: String(process.pid) }))');
  const [first, second] = await Promise.all([driver.connect(order, never), driver.connect(order, never)]);
  const third = await driver.connect(order, never);
  expect(pidOf(first)).not.toBe(pidOf(second));
  expect([pidOf(first), pidOf(second)]).toContain(pidOf(third));
});

test('an answer that is late is waited for a little, and silence is no answer', async () => {
  const driver = drive("if (told.url !== 'ws://silent/') setImmediate(() => answer({}))");
  const over = AbortSignal.abort();
  expect(await driver.connect(order, over)).toMatchObject({ opened: true });
  expect(await driver.connect({ ...order, url: 'ws://silent/' }, over)).toEqual({ opened: null });
  expect(await driver.connect(order, never)).toMatchObject({ opened: true });
});

test('one that ends in the middle of a case is told so, with its last line, and is started again', async () => {
  const driver = drive(
    "if (told.url === 'ws://crash/') { console.error('a\\nboom'); process.exit(7) } answer({})",
  );
  expect(await driver.connect(order, never)).toMatchObject({ opened: true });
  expect(await driver.connect({ ...order, url: 'ws://crash/' }, never)).toEqual({
    ...{ opened: null, gone: 'status 7' },
    error: 'the driver ended (status 7): boom',
  });
  expect(await driver.connect(order, never)).toMatchObject({ opened: true });
});

test('one that was ended by a signal is told which', async () => {
  const driver = drive(
    "if (told.url === 'ws://crash/') process.kill(process.pid, 'SIGKILL'); else answer({})",
  );
  await driver.connect(order, never);
  expect(await driver.connect({ ...order, url: 'ws://crash/' }, never)).toMatchObject({ gone: 'SIGKILL' });
});

test('one that has never answered before it ended is none', async () => {
  const silent = drive('process.exit(3)');
  await expect(silent.connect(order, never)).rejects.toThrow(new NoClient('the driver ended (status 3)'));
});

test('one that does not end when it is told to is ended', async () => {
  const driver = drive(
    'answer({ error: String(process.pid) })',
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6)",
  );
  const pid = pidOf(await driver.connect(order, never));
  await driver.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('one that writes a line without end is ended, and is none', async () => {
  const driver = drive(
    "if (told.url === 'ws://flood/') setInterval(() => say('a'.repeat(1 << 20) + 'a'), 0); else answer({})",
  );
  await driver.connect(order, never);
  await expect(driver.connect({ ...order, url: 'ws://flood/' }, never)).rejects.toThrow(
    new NoClient('the driver wrote a line of more than 1048576 octets: expected one JSON object a line'),
  );
});

test('one that was given up in the middle of a case is waited for at the end', async () => {
  const driver = drive(
    'if (told.subprotocols[0]) answer({ error: String(process.pid) })',
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6)",
  );
  const pid = pidOf(await driver.connect(order, never));
  await driver.connect({ ...order, subprotocols: [] }, AbortSignal.abort());
  await driver.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a program that is not there is none', async () => {
  const driver = createDriver(['/no/such/program'], { subprotocols: [], atOnce: 1 });
  await expect(driver.connect(order, never)).rejects.toThrow(
    /^\/no\/such\/program cannot be started: .*ENOENT/,
  );
});

test.each([
  ['{"id":1,"opened":false,"error":"x"}', { id: 1, opened: false, error: 'x' }],
  ['{"id":1,"opened":true,"subprotocol":""}', { id: 1, opened: true, subprotocol: null }],
  ['{"id":1,"opened":true,"subprotocol":null}', { id: 1, opened: true, subprotocol: null }],
  ['{"id":"1","opened":true}', null],
  ['{"id":1,"opened":"yes"}', null],
  ['true', null],
  ['{', null],
])('the line %s is read as %j', (line, word) => {
  expect(readWord(line)).toEqual(word);
});
