import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { isAlive } from '../../server/platform/process-table.ts';
import { prepare, signInDevice } from '../support/e2e-device.ts';
import { openOwner } from '../support/e2e-server.ts';
import { createE2eShop } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';

test('a stopped server takes nothing new, ends what it has begun, and then itself and its database', async ({
  ownServers,
}) => {
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
  const kept = await database.owner.selectFrom('files').select('path').execute();
  await database.close();
  expect(kept).toEqual([{ path: photo.path }]);
  expect(await again.stop()).toBe(0);
});
