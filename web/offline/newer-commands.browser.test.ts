import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import type { Tab } from '../../tests/support/device-tabs.ts';
import { knowNewerCommand, NEWER, newerCommand } from '../../tests/support/newer-command.ts';
import { done, sendingDevice } from '../../tests/support/sending-device.ts';
import { problem } from '../../tests/support/server-double.ts';
import { addEntry, ENTRY_STORES } from './entry-store.ts';

const device = sendingDevice();
const { user_id } = device;
const UNKNOWN = 'command_of_a_later_build';
const KEPT_MS = 31 * 24 * 3_600_000;

beforeAll(knowNewerCommand);

/** The ids of the commands in each place of the device. */
async function placesIn({ store }: Tab) {
  const [entries, notes] = await store.read(ENTRY_STORES, (tx) =>
    Promise.all([tx.keys('entries'), tx.keys('notes', { starts_with: 'entry ' })]),
  );
  return { entries, notes: notes.map((key) => key.replace('entry ', '')) };
}

const idsIn = async ({ outbox }: Tab) => (await outbox.reload()).map(({ command_id }) => command_id);
const commandsSent = () => device.server.asked.flatMap(({ key }) => key ?? []);

test('newer commands, and all commands of their user until they are decided, are kept as notes', async () => {
  const tab = device.tab();
  const { outbox } = tab;
  const first = await outbox.enqueue(deliveryCommand({ user_id }));
  const newer = await outbox.enqueue(newerCommand({ user_id }));
  const second = await outbox.enqueue(deliveryCommand({ user_id }));
  const of_another = await outbox.enqueue(deliveryCommand({ user_id: newId() }));
  await outbox.settle(newer.command_id, () => ({ state: 'done', decided_at: Date.now() }));
  // The delivery is undecided, and an older tab would send this one before it.
  const third = await outbox.enqueue(deliveryCommand({ user_id }));
  const all = [first, newer, second, of_another, third].map(({ command_id }) => command_id);
  expect(await idsIn(tab)).toEqual(all);
  const notes = [newer, second, third].map(({ command_id }) => command_id);
  expect(await placesIn(tab)).toEqual({
    entries: [first.command_id, of_another.command_id].toSorted(),
    notes: notes.toSorted(),
  });

  for (const { command_id } of [second, third])
    await outbox.settle(command_id, () => ({ state: 'done', answer: deliveryReply('order') }));
  const fourth = await outbox.enqueue(deliveryCommand({ user_id }));
  expect(await placesIn(tab)).toEqual({
    entries: [...all, fourth.command_id].filter((id) => id !== newer.command_id).toSorted(),
    notes: [newer.command_id],
  });
  expect(await idsIn(tab)).toEqual([...all, fourth.command_id]);
});

test('one command about a subject is open at a time, in whichever place it is kept', async () => {
  const [one, other] = [device.tab(), device.tab()];
  const order_id = newId();
  const newer = await one.outbox.enqueue(newerCommand({ user_id, order_id }));
  const delivery = await one.outbox.enqueue(deliveryCommand({ user_id, order_id }));
  const again = await Promise.all([
    other.outbox.enqueue(newerCommand({ user_id, order_id })),
    other.outbox.enqueue(deliveryCommand({ user_id, order_id })),
    other.outbox.openEntry('confirm_delivery', user_id, order_id),
    other.outbox.openEntry(NEWER, user_id, order_id),
  ]);
  const ids = [newer, delivery, delivery, newer].map(({ command_id }) => command_id);
  expect(again.map((entry) => entry?.command_id)).toEqual(ids);
  const copy = one.store.write(ENTRY_STORES, (tx) => addEntry(tx, { ...delivery, command_id: newId() }));
  await expect(copy).rejects.toMatchObject({ name: 'ConstraintError' });
});

test('a recorded delivery stays a note while a tab of an older build has made another about its order', async () => {
  const tab = device.tab();
  const order_id = newId();
  await tab.outbox.enqueue(newerCommand({ user_id }));
  const delivery = await tab.outbox.enqueue(deliveryCommand({ user_id, order_id }));
  const older = { ...delivery, command_id: newId(), device_seq: 9 };
  await tab.store.write(['entries'], (tx) => tx.add('entries', older));
  const settle = () => ({ state: 'done', answer: deliveryReply(order_id) }) as const;
  await expect(tab.outbox.settle(delivery.command_id, settle)).resolves.toMatchObject({ state: 'done' });
  expect(await placesIn(tab)).toMatchObject({ entries: [older.command_id] });
});

test('a refused newer command is made again, discarded and removed like any other', async () => {
  const tab = device.tab();
  const refused = await tab.outbox.enqueue(newerCommand({ user_id }));
  await tab.outbox.advance(refused.command_id, () => ({ state: 'refused' }));
  const made = await tab.outbox.remake(refused.command_id, newerCommand({ user_id }));
  expect(await placesIn(tab)).toEqual({ entries: [], notes: [made?.command_id] });
  await tab.outbox.advance(made?.command_id ?? '', () => ({ state: 'held' }));
  await tab.outbox.prune(Date.now() + KEPT_MS);
  await tab.outbox.keepDoneOf(null);
  expect(await idsIn(tab)).toEqual([made?.command_id]);
  await tab.outbox.discard(made?.command_id ?? '');
  const recorded = await tab.outbox.enqueue(newerCommand({ user_id }));
  await tab.outbox.settle(recorded.command_id, () => ({ state: 'done', decided_at: Date.now() }));
  await tab.outbox.prune(Date.now() + KEPT_MS);
  expect(await placesIn(tab)).toEqual({ entries: [], notes: [] });
});

test('other notes are no entries', async () => {
  const tab = device.tab();
  const keys = ['entry', 'entry_of', 'entries ', 'last_entry ', 'settled entry'];
  await tab.store.write(['notes'], async (tx) => {
    for (const key of keys) await tx.put('notes', Date.now(), key);
  });
  const { command_id } = await tab.outbox.enqueue(newerCommand({ user_id }));
  expect(await idsIn(tab)).toEqual([command_id]);
  await tab.outbox.keepDoneOf(null);
  const notes = await tab.store.read(['notes'], (tx) => tx.keys('notes'));
  expect(notes).toEqual(expect.arrayContaining(keys));
});

test('a command follows an older one about the same order that the server rejected; others pass it', async () => {
  const tab = device.tab();
  const order_id = newId();
  const faults = [problem('unexpected')];
  device.server.fault = ({ path }) => (path === '/api/attempts' ? faults.shift() : undefined);
  const newer = await tab.outbox.enqueue(newerCommand({ user_id, order_id }));
  const same_order = await tab.outbox.enqueue(deliveryCommand({ user_id, order_id }));
  const other_order = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  tab.start();
  await tab.until(other_order.command_id, done);
  await tab.until(same_order.command_id, done);
  const [first, passed, second, last] = [newer, other_order, newer, same_order];
  expect(commandsSent()).toEqual([first, passed, second, last].map(({ command_id }) => command_id));
});

test('a command of a later build is neither sent nor shown, and blocks only commands about its order', async () => {
  const tab = device.tab();
  const order_id = newId();
  const unknown = await tab.outbox.enqueue(newerCommand({ user_id, order_id, endpoint: UNKNOWN }));
  const same_order = await tab.outbox.enqueue(deliveryCommand({ user_id, order_id }));
  tab.start();
  const other_order = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  await tab.until(other_order.command_id, done);
  expect(await tab.sender.sendOnce()).toBe(false);
  expect(commandsSent()).toEqual([other_order.command_id]);
  expect(tab.outbox.entries().map(({ command_id }) => command_id)).toEqual([
    same_order.command_id,
    other_order.command_id,
  ]);
  await tab.outbox.keepDoneOf(null);
  expect(await idsIn(tab)).toEqual([unknown.command_id, same_order.command_id]);

  // A tab of the later build has recorded it.
  await tab.outbox.settle(unknown.command_id, () => ({ state: 'done' }));
  tab.start();
  await tab.until(same_order.command_id, done);
  expect(commandsSent()).toEqual([other_order.command_id, same_order.command_id]);
});
