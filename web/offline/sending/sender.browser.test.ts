import { expect, test, vi } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../../tests/support/delivery-command.ts';
import {
  DELIVERIES,
  done,
  FULFIL,
  isCommand,
  isPut,
  sendingDevice,
} from '../../../tests/support/sending-device.ts';
import { json } from '../../../tests/support/server-double.ts';

const device = sendingDevice();
const { user_id } = device;

test('files are sent first, then the command under its key, then the fulfilment request', async () => {
  const one = device.tab();
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const entry = await one.until(command_id, done);
  expect(entry).toMatchObject({ state: 'done', fulfilment: { result: 'ok' }, attempts: 1, last_error: null });
  const folder = '/storage/v1/object/order-deliveries/1/7/2026-11/1001';
  expect(device.server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PUT ${folder}/delivery-image.jpg`,
    `PUT ${folder}/1001.pdf`,
    `POST ${DELIVERIES}`,
    FULFIL,
  ]);
  expect(device.server.asked[2]?.key).toBe(command_id);
  expect(device.server.asked.every(({ token }) => token === `Bearer token-${user_id}`)).toBe(true);
});

test('the entry is stored before the first byte is sent', async () => {
  const one = device.tab();
  const other = device.tab();
  const seen: number[] = [];
  device.server.fault = () => {
    void other.store.read(['entries'], (tx) => tx.keys('entries')).then((keys) => seen.push(keys.length));
    return undefined;
  };
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(command_id, done);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.every((count) => count === 1)).toBe(true);
});

test('two tabs and a double tap send one command once', async () => {
  const [one, other] = [device.tab(), device.tab()];
  one.start();
  other.start();
  const order_id = newId();
  const made = await Promise.all(
    [one, other, one, other].map((each) => each.outbox.enqueue(deliveryCommand({ user_id, order_id }))),
  );
  await other.until(made[0]?.command_id ?? '', done);
  expect(device.server.recorded.size).toBe(1);
  expect(device.server.count('POST', DELIVERIES)).toBe(1);
  expect(device.server.count('PUT', '/storage')).toBe(2);
});

test('ten entries are sent once each and in order by two racing tabs', async () => {
  const [one, other] = [device.tab(), device.tab()];
  const made: string[] = [];
  for (let index = 0; index < 10; index += 1) {
    made.push((await one.outbox.enqueue(deliveryCommand({ user_id }))).command_id);
  }
  one.start();
  other.start();
  for (const command_id of made) await one.until(command_id, done);
  expect(device.server.asked.filter(isCommand).map(({ key }) => key)).toEqual(made);
});

test('after a crash between enqueue and send the next page sends the command under the same id', async () => {
  const before = device.tab();
  const { command_id } = await before.outbox.enqueue(deliveryCommand({ user_id }));
  await before.close();
  expect(device.server.asked).toEqual([]);
  const after = device.tab();
  after.start();
  await after.until(command_id, done);
  expect([...device.server.recorded.keys()]).toEqual([command_id]);
});

test('after a crash between send and response the command is unknown and sent again under the same id', async () => {
  const before = device.tab();
  let crash = () => {};
  const crashed = new Promise<void>((resolve) => {
    crash = resolve;
  });
  device.server.fault = (request) => {
    if (!isCommand(request)) return undefined;
    device.server.recorded.set(request.key ?? '', device.server.record(request));
    crash();
    return 'hangs';
  };
  before.start();
  const { command_id } = await before.outbox.enqueue(deliveryCommand({ user_id }));
  await crashed;
  expect((await before.outbox.reload())[0]).toMatchObject({ state: 'sending', command_sent: true });

  // A page that closes loses its lock and the response; stealing the lock simulates that.
  await before.close();
  await new Promise<void>((resolve) => {
    void navigator.locks.request('mandoob.sending', { steal: true }, () => resolve());
  });
  device.server.fault = () => undefined;
  const after = device.tab();
  const states: string[] = [];
  after.outbox.subscribe(() => states.push(after.outbox.entries()[0]?.state ?? ''));
  after.start();
  await after.until(command_id, done);
  expect(states.slice(states.indexOf('unknown'))).not.toContain('sending');
  expect(states).toContain('unknown');
  expect([...device.server.recorded.keys()]).toEqual([command_id]);
  expect(device.server.count('PUT', '/storage')).toBe(2);
});

test('a response lost after the commit makes the command unknown, then done without a second effect', async () => {
  const one = device.tab();
  let lost = 0;
  device.server.fault = (request) => {
    if (!isCommand(request) || lost === 2) return undefined;
    lost += 1;
    return 'answer_lost';
  };
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const unknown = await one.until(command_id, ({ state }) => state === 'unknown');
  expect(unknown).toMatchObject({ last_error: { stage: null, problem: null } });
  await one.until(command_id, ({ state, attempts }) => state === 'unknown' && attempts === 2);
  await one.until(command_id, done);
  expect(device.server.count('POST', DELIVERIES)).toBe(3);
  expect(device.server.recorded.size).toBe(1);
});

test("a gateway's 502 and a captive portal's page do not count as responses", async () => {
  const one = device.tab();
  const others = [
    new Response('<h1>Bad gateway</h1>', { status: 502 }),
    new Response('<h1>Welcome to our hotel</h1>', { headers: { 'content-type': 'text/html' } }),
  ];
  device.server.fault = (request) => (isCommand(request) ? others.shift() : undefined);
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const states: string[] = [];
  one.outbox.subscribe(() => states.push(one.outbox.entries()[0]?.state ?? ''));
  await one.until(command_id, done);
  expect(states).toContain('unknown');
  expect(device.server.count('POST', DELIVERIES)).toBe(3);
});

test("a command is never sent under another user's session", async () => {
  const one = device.tab();
  const omar = newId();
  const mine = await one.outbox.enqueue(deliveryCommand({ user_id }));
  device.become(omar);
  one.start();
  const his = await one.outbox.enqueue(deliveryCommand({ user_id: omar }));
  await one.until(his.command_id, done);
  expect((await one.outbox.reload())[0]).toMatchObject({
    command_id: mine.command_id,
    state: 'queued',
    attempts: 0,
  });
  expect(device.server.asked.every(({ token }) => token === `Bearer token-${omar}`)).toBe(true);

  device.become(null);
  one.sender.wake(true);
  device.become(user_id);
  await one.until(mine.command_id, done);
  const ofMine = device.server.asked.filter(({ key }) => key === mine.command_id);
  expect(ofMine.map(({ token }) => token)).toEqual([`Bearer token-${user_id}`]);
});

test('another user who signs in during the upload stops the command', async () => {
  const one = device.tab();
  const omar = newId();
  device.server.fault = (request) => {
    if (isPut('1001.pdf')(request)) device.become(omar);
    return undefined;
  };
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(command_id, ({ state }) => state === 'sign_in');
  expect(device.server.count('POST', DELIVERIES)).toBe(0);
});

test('a reply that arrives after its user has left is not kept on the device', async () => {
  const one = device.tab();
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  device.server.answers.set(`POST ${DELIVERIES}`, async ({ body }) => {
    device.become(null);
    await held;
    return json(deliveryReply((body as { order_id: string }).order_id));
  });
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(command_id, ({ command_sent }) => command_sent);
  respond();
  await vi.waitFor(async () => expect(await one.outbox.reload()).toEqual([]));
});
