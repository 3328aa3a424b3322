import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import { knowNewerCommand, newerCommand } from '../../tests/support/newer-command.ts';
import { done, sendingDevice } from '../../tests/support/sending-device.ts';
import * as older from '../../tests/upgrades/kept/tab-d0bfc4ef.js';
import { createStoredTexts, STORED_KEYS } from '../environment/stored-texts.ts';

/**
 * Runs the tab and the worker of build d0bfc4ef (tests/upgrades/keep-tab.ts) on a device on which this build
 * has stored a newer command between two deliveries.
 */
const device = sendingDevice();
const { user_id } = device;
const FAR_MS = 100 * 24 * 3_600_000;

beforeAll(knowNewerCommand);

const commandsSent = () => device.server.asked.flatMap(({ key }) => key ?? []);

/** Stores the three commands in a tab of this build, which sends nothing yet. */
async function storeThree() {
  device.server.record = ({ body }) => deliveryReply((body as { order_id: string }).order_id);
  const tab = device.tab();
  const [order_id, photo] = [newId(), new Blob([new Uint8Array(3)], { type: 'image/jpeg' })];
  await tab.drafts.save(user_id, order_id, { photo, customer_name: 'Layla Haddad' });
  const before = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  const newer = await tab.outbox.enqueue(newerCommand({ user_id }));
  const after = await tab.outbox.enqueue(deliveryCommand({ user_id, order_id }));
  return { tab, order_id, before: before.command_id, newer: newer.command_id, after: after.command_id };
}

test('an older tab sends its own deliveries only; then this build sends the others in order, once', async () => {
  const { tab, before, newer, after } = await storeThree();
  const old_tab = device.tab(undefined, older.openTab);
  old_tab.start();
  await old_tab.until(before, done);
  const own = await old_tab.outbox.enqueue(deliveryCommand({ user_id }));
  await old_tab.until(own.command_id, done);
  old_tab.sender.wake(true);
  expect(await old_tab.sender.sendOnce()).toBe(false);
  expect(commandsSent()).toEqual([before, own.command_id]);

  await old_tab.outbox.discard(newer);
  await old_tab.outbox.prune(Date.now() + FAR_MS);
  await old_tab.outbox.keepDoneOf(null);
  expect(await old_tab.outbox.reload()).toEqual([]);
  await old_tab.close();
  expect((await tab.outbox.reload()).map(({ command_id }) => command_id)).toEqual([newer, after]);

  tab.start();
  await tab.until(after, done);
  expect(commandsSent()).toEqual([before, own.command_id, newer, after]);
  const numbers = device.server.asked.flatMap(({ numbered }) => numbered?.['device-number'] ?? []);
  expect(numbers).toEqual(['1', '4', '2', '3']);
  expect(device.server.count('PUT', '/storage')).toBe(6);
});

test('the older worker sends only the earlier delivery, and requests no further run', async () => {
  const { tab, before, newer, after } = await storeThree();
  const texts = createStoredTexts(tab.environment);
  await texts.open();
  const user = { id: user_id, email: 'driver@demo.mandoob.example' };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const session = { access_token: `token-${user_id}`, refresh_token: 'r', expires_at, user };
  await texts.write({ [STORED_KEYS.session]: JSON.stringify(session) });
  const environment = { ...tab.environment, older: null, tab: newId() };
  expect(await older.sendInBackground(environment)).toBe(false);
  expect(commandsSent()).toEqual([before]);
  tab.start();
  await tab.until(after, done);
  expect(commandsSent()).toEqual([before, newer, after]);
});

test('a delivery that this build has recorded cannot be made again in an older tab', async () => {
  const { tab, order_id, after } = await storeThree();
  tab.start();
  await tab.until(after, done);
  const old_tab = device.tab(undefined, older.openTab);
  const again = await old_tab.outbox.enqueue(deliveryCommand({ user_id, order_id }));
  expect(again).toMatchObject({ command_id: after, state: 'done' });
});

test('a refused delivery gets its draft back, which the sign-out of an older tab has deleted', async () => {
  const { tab, order_id, after } = await storeThree();
  const texts = older.createStoredTexts(tab.environment);
  await texts.open();
  await older.createLeftDrafts(tab.environment, texts).deleteAllOf(user_id);
  expect(await tab.drafts.read(user_id, order_id)).toMatchObject({ photo: null, customer_name: '' });

  await tab.outbox.advance(after, () => ({ state: 'refused' }));
  const restored = { photo: { size: 3 }, customer_name: 'Layla Haddad', receipt_confirmed: true };
  expect(await tab.drafts.read(user_id, order_id)).toMatchObject({ ...restored, tender: 'cash' });
});
