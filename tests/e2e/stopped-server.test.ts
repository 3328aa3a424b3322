import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { isAlive } from '../../server/platform/process-table.ts';
import { prepare, signInDevice } from '../support/e2e-device.ts';
import { type LoadRequest, startLoad } from '../support/e2e-load.ts';
import { openOwner } from '../support/e2e-server.ts';
import { createE2eShop } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { build } from '../support/query-builder.ts';

const LOG_CONNECTIONS = {
  NODE_OPTIONS: `--import ${new URL('../support/print-connections.mjs', import.meta.url)}`,
};

test('a stopping server accepts nothing new, completes what it has begun, then ends itself and its database', {
  tag: '@servers',
}, async ({ ownServers }) => {
  const server = await ownServers.start();
  const { owner, close } = await openOwner(server.data_dir);
  const shop = await createE2eShop(owner);
  const device = await signInDevice(server.url, shop, shop.driver);
  const [photo] = prepare(device, await shop.addOrder()).files;
  await close();
  if (!photo) throw new Error('No photo');

  const upload = request(`${server.url}/storage/v1/object/order-deliveries/${photo.path}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${device.access_token}`,
      'content-type': photo.type,
      'content-length': photo.bytes.length,
      expect: '100-continue',
    },
  });
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write(photo.bytes.subarray(0, 10));

  process.kill(server.pid, 'SIGTERM');
  const asked = () =>
    fetch(`${server.url}/healthz`).then(
      () => 'answered',
      () => 'refused',
    );
  await expect.poll(asked).toBe('refused');
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.end(photo.bytes.subarray(10));
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  answer.resume();

  await expect.poll(() => isAlive(server.pid)).toBe(false);
  expect(await server.stop()).toBe(0);

  const again = await ownServers.start();
  const database = await openOwner(again.data_dir);
  const kept = await build(database.owner).selectFrom('files').select('path').execute();
  await database.close();
  expect(kept).toEqual([{ path: photo.path }]);
  expect(await again.stop()).toBe(0);
});

test('a server that is stopped under load responds to every request that it has received', {
  tag: '@servers',
}, async ({ ownServers }) => {
  const server = await ownServers.start({ env: LOG_CONNECTIONS });
  const { owner, close } = await openOwner(server.data_dir);
  const shop = await createE2eShop(owner);
  const device = await signInDevice(server.url, shop, shop.driver);
  await close();
  const authorization = `Bearer ${device.access_token}`;
  let made = 0;
  const upload = (): LoadRequest => {
    made += 1;
    return {
      method: 'PUT',
      path: `/storage/v1/object/order-deliveries/${shop.shop_id}/${shop.driver.driver_id}/2026-11/${made}/delivery-image.jpg`,
      headers: { authorization, 'content-type': 'image/jpeg' },
      body: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...Buffer.from(String(made))]),
    };
  };
  const read = (): LoadRequest => ({
    method: 'GET',
    path: '/api/orders/assigned',
    headers: { authorization },
  });
  const loads = [startLoad(server.url, 4, upload), startLoad(server.url, 4, read)];
  for (const { answered } of loads) await expect.poll(() => answered.get(200) ?? 0).toBeGreaterThan(10);

  process.kill(server.pid, 'SIGTERM');
  await Promise.all(loads.map(({ refused }) => refused));
  // The operating system accepts connections on its own, and resets those that the server has never accepted.
  const taken = new Set(
    [...server.output().matchAll(/^accepted a connection from (\d+)$/gm)].map(([, port]) => Number(port)),
  );
  expect(taken.size).toBeGreaterThan(10);
  const unanswered = loads.flatMap((load) => load.unanswered);
  expect(unanswered.filter(({ port }) => port === undefined || taken.has(port))).toEqual([]);
  // On a busy machine, requests that would have taken too long got 503.
  const statuses = loads.flatMap(({ answered }) => [...answered.keys()]);
  expect(statuses.filter((status) => status !== 503)).toEqual([200, 200]);
  await expect.poll(() => isAlive(server.pid)).toBe(false);
  expect(await server.stop()).toBe(0);
});
