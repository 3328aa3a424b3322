import { expect, test } from 'vitest';
import { deliveryCommand } from '../../tests/support/delivery-command.ts';
import { leaveOlderDevice, OLDER } from '../../tests/support/older-device.ts';
import { done, sendingDevice } from '../../tests/support/sending-device.ts';
import { SubjectSettled } from './outbox.ts';

const device = sendingDevice();
const { user_id, orders, waiting_id } = OLDER;

test('a pending command of an older version is sent unchanged, and its draft is still there', async () => {
  await leaveOlderDevice(device.name());
  device.become(user_id);
  const tab = device.tab();
  tab.start();
  await tab.until(waiting_id, done);
  const sent = device.server.asked.filter(({ key }) => key === waiting_id);
  expect(sent).toMatchObject([{ path: '/api/deliveries', body: { order_id: orders.waiting } }]);
  expect(sent[0]).not.toHaveProperty('numbered');
  expect(device.server.count('PUT', '/storage')).toBe(2);
  expect(await tab.drafts.read(user_id, orders.drafted)).toMatchObject({
    customer_name: 'Omar Aziz',
    receipt_confirmed: true,
    photo: { size: 1 },
  });
  const next = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  expect(next.device_seq).toBe(4);
  // Commands made before numbers existed have none; the first numbered command starts the chain.
  expect(next.numbered).toMatchObject({ number: 1, previous: '0'.repeat(64) });
});

test('a recorded command of an older version leaves a hash that still prevents a second delivery', async () => {
  await leaveOlderDevice(device.name());
  const tab = device.tab();
  await tab.outbox.keepDoneOf(user_id);
  expect((await tab.outbox.reload()).map((entry) => [entry.user_id, entry.state])).toEqual([
    [user_id, 'done'],
    [user_id, 'queued'],
  ]);
  const again = () => tab.outbox.enqueue(deliveryCommand({ user_id, order_id: orders.delivered }));
  await expect(again()).resolves.toMatchObject({ state: 'done' });
  await tab.outbox.keepDoneOf(null);
  await expect(again()).rejects.toBeInstanceOf(SubjectSettled);
  expect((await tab.outbox.reload()).map(({ command_id }) => command_id)).toEqual([waiting_id]);
});
