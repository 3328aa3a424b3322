import { mandoob } from '../support/e2e-cli.ts';
import { prepare, send, signInDevice } from '../support/e2e-device.ts';
import { balanceOf, countsOf } from '../support/e2e-records.ts';
import { openOwner } from '../support/e2e-server.ts';
import { createE2eShop } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';

const ORDERS = 24;
/** The server is killed after this many replies. */
const ACKNOWLEDGED_MIN = 7;

test(`a server killed during ${ORDERS} confirmations has recorded each once after its restart`, {
  tag: '@servers',
}, async ({ ownServers }) => {
  const { data_dir } = ownServers;
  const before = await ownServers.start();
  const first = await openOwner(data_dir);
  const shop = await createE2eShop(first.owner);
  const drivers = [shop.driver, shop.driver2];
  const devices = await Promise.all(drivers.map((driver) => signInDevice(before.url, shop, driver)));
  const prepared = [];
  for (let number = 0; number < ORDERS; number += 1) {
    const device = devices[number % devices.length];
    if (!device) throw new Error('no device');
    prepared.push(
      prepare(device, await shop.addOrder({ driver: device.driver, due_amount_fils: 1_000 + number })),
    );
  }
  await first.close();

  const acknowledged = new Map<string, string>();
  let killed: Promise<void> | undefined;
  await Promise.all(
    prepared.map(async (delivery) => {
      const reply = await send(delivery).catch(() => null);
      if (reply === null) return;
      acknowledged.set(delivery.command_id, reply);
      if (acknowledged.size >= ACKNOWLEDGED_MIN) killed ??= before.kill();
    }),
  );
  await killed;
  expect(acknowledged.size).toBeGreaterThanOrEqual(ACKNOWLEDGED_MIN);
  expect(acknowledged.size).toBeLessThan(ORDERS);

  // The PostgreSQL server of the killed server is still running in the data directory.
  const after = await ownServers.start();
  const second = await openOwner(data_dir);
  try {
    for (const { command_id, order } of prepared.filter(({ command_id }) => acknowledged.has(command_id))) {
      const counts = await countsOf(second.owner, shop.shop_id, order.id);
      expect(counts, command_id).toEqual({ status: 'completed', confirmations: 1, movements: 1 });
    }
    await Promise.all(
      prepared.map(async (delivery) => {
        const reply = await send(delivery, after.url);
        // A command with a reply before the kill gets the same reply again, byte for byte.
        const earlier = acknowledged.get(delivery.command_id);
        if (earlier !== undefined) expect(reply).toBe(earlier);
      }),
    );
    for (const { command_id, order } of prepared) {
      const counts = await countsOf(second.owner, shop.shop_id, order.id);
      expect(counts, command_id).toEqual({ status: 'completed', confirmations: 1, movements: 1 });
    }
    for (const device of devices) {
      const due = prepared.filter((delivery) => delivery.device === device);
      const expected_fils = due.reduce((sum, { order }) => sum + order.due_amount_fils, 0);
      expect(await balanceOf(second.owner, shop.shop_id, device.driver.user_id)).toBe(expected_fils);
    }
  } finally {
    await second.close();
  }
  const verified = await mandoob(data_dir, 'cash', 'verify');
  // A verification that takes long prints its progress as well.
  expect(verified).toEqual({ code: 0, output: expect.stringContaining('The cash book is correct.\n') });
  expect(await after.stop()).toBe(0);
  expect(await mandoob(data_dir, 'cash', 'verify')).toMatchObject({ code: 0 });
});
