import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import { openTab, signedIn, type Tab } from '../../tests/support/device-tabs.ts';
import { serverProblem } from '../../tests/support/server-problem.ts';
import { SubjectSettled } from './outbox.ts';
import { answered, commandFailed } from './sending/sending-states.ts';

const user_id = newId();
let one: Tab;
let other: Tab;

beforeEach(() => {
  const name = `outbox-${newId()}`;
  const { identity } = signedIn(user_id);
  one = openTab(name, identity);
  other = openTab(name, identity);
});

afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
});

function finish(tab: Tab, command_id: string, answer = deliveryReply('order')) {
  return tab.outbox.advance(command_id, (entry) => answered(entry, answer, Date.now()));
}

test('a stored command counts as stored even if the device cannot be read right afterwards', async () => {
  vi.spyOn(one.store, 'read').mockRejectedValueOnce(new DOMException('The disk is gone', 'UnknownError'));
  const made = await one.outbox.enqueue(deliveryCommand({ user_id }));
  expect(one.outbox.entries()).toEqual([made]);
  vi.spyOn(one.store, 'read').mockRejectedValueOnce(new DOMException('The disk is gone', 'UnknownError'));
  expect(await finish(one, made.command_id)).toMatchObject({ state: 'done' });
  expect(one.outbox.entries()).toMatchObject([{ command_id: made.command_id, state: 'done' }]);
  expect(await other.outbox.reload()).toEqual(one.outbox.entries());
});

test('a reply settles entries that this device considered refused, held or pending, and is stored once', async () => {
  const { problem } = serverProblem('order_not_assigned');
  for (const state of ['refused', 'held', 'queued', 'sign_in', 'unknown'] as const) {
    const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
    await one.outbox.advance(command_id, () => ({ state, ...(state === 'refused' && { problem }) }));
    const answer = deliveryReply('order');
    const settle = (tab: Tab) =>
      tab.outbox.settle(command_id, (entry) => answered(entry, answer, Date.now()));
    expect(await settle(one)).toMatchObject({ state: 'done', answer, problem: null });
    expect(await settle(other)).toBeNull();
  }
});

test('a double tap and two tabs make one entry', async () => {
  const order_id = newId();
  const made = await Promise.all(
    [one, one, other, one, other, other].map((tab) =>
      tab.outbox.enqueue(deliveryCommand({ user_id, order_id })),
    ),
  );
  expect(new Set(made.map((entry) => entry.command_id)).size).toBe(1);
  expect(await one.outbox.reload()).toHaveLength(1);
  expect(await other.store.read(['entry_files'], (tx) => tx.keys('entry_files'))).toHaveLength(2);
});

test('the index itself refuses a second open entry about the same subject', async () => {
  const first = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const copy = one.store.write(['entries'], async (tx) => {
    const entry = await tx.get('entries', first.command_id);
    if (entry) await tx.add('entries', { ...entry, command_id: newId() });
  });
  await expect(copy).rejects.toMatchObject({ name: 'ConstraintError' });
});

test('two users have separate entries about the same order', async () => {
  const order_id = newId();
  await one.outbox.enqueue(deliveryCommand({ user_id, order_id }));
  await one.outbox.enqueue(deliveryCommand({ user_id: newId(), order_id }));
  expect(await one.outbox.reload()).toHaveLength(2);
});

test('entries of all tabs share one device id and rising numbers', async () => {
  for (const tab of [one, other, one]) await tab.outbox.enqueue(deliveryCommand({ user_id }));
  const entries = await other.outbox.reload();
  expect(entries.map(({ device_seq }) => device_seq)).toEqual([1, 2, 3]);
  expect(new Set(entries.map(({ device_id }) => device_id)).size).toBe(1);
});

test('a tab is notified of changes made by another tab', async () => {
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const seen = other.until(command_id, ({ state }) => state === 'done');
  await finish(one, command_id);
  await expect(seen).resolves.toMatchObject({ state: 'done' });
});

test('a done entry keeps the reply and drops the files and the draft', async () => {
  const command = deliveryCommand({ user_id });
  await one.drafts.save(user_id, command.subject, { customer_name: 'Layla' });
  await one.outbox.enqueue(command);
  const path = command.files[0]?.path ?? '';
  await expect(one.outbox.readFile(command.command_id, path)).resolves.toMatchObject({
    size: 3,
    type: 'image/jpeg',
  });
  await finish(one, command.command_id);
  await expect(one.outbox.readFile(command.command_id, path)).resolves.toBeNull();
  await expect(one.drafts.draftedOrderIds(user_id)).resolves.toEqual([]);
  const [entry] = await other.outbox.reload();
  expect(entry).toMatchObject({ state: 'done', acknowledged_at: null, answer: { outcome: 'delivered' } });
});

test('a delivered order cannot be confirmed again, acknowledged or not', async () => {
  const command = deliveryCommand({ user_id });
  await one.outbox.enqueue(command);
  await finish(one, command.command_id);
  await one.outbox.acknowledge(command.command_id);
  const again = await other.outbox.enqueue(deliveryCommand({ user_id, order_id: command.subject }));
  expect(again.command_id).toBe(command.command_id);
  expect(again.acknowledged_at).not.toBeNull();
});

test('a returned order can go out and be confirmed again', async () => {
  const command = deliveryCommand({ user_id });
  await one.outbox.enqueue(command);
  const conflict = { outcome: 'recorded_with_conflict', conflict: 'not_out_for_delivery' } as const;
  await finish(one, command.command_id, deliveryReply(command.subject, conflict));
  const again = await one.outbox.enqueue(deliveryCommand({ user_id, order_id: command.subject }));
  expect(again.command_id).not.toBe(command.command_id);
});

test('a refused entry keeps its files and draft, and its order can be confirmed again', async () => {
  const command = deliveryCommand({ user_id });
  await one.drafts.save(user_id, command.subject, { customer_name: 'Layla' });
  await one.outbox.enqueue(command);
  const refusal = serverProblem('order_not_assigned');
  await one.outbox.advance(command.command_id, (entry) => commandFailed(entry, refusal, Date.now(), 0.5));
  const path = command.files[1]?.path ?? '';
  await expect(other.outbox.readFile(command.command_id, path)).resolves.toMatchObject({ size: 2 });
  await expect(one.drafts.read(user_id, command.subject)).resolves.toMatchObject({
    customer_name: 'Layla',
  });
  const again = await one.outbox.enqueue(deliveryCommand({ user_id, order_id: command.subject }));
  expect(again.command_id).not.toBe(command.command_id);

  await one.outbox.discard(again.command_id);
  expect(await one.outbox.reload()).toHaveLength(2);
  await one.outbox.discard(command.command_id);
  expect(await one.outbox.reload()).toEqual([expect.objectContaining({ command_id: again.command_id })]);
  await expect(one.outbox.readFile(command.command_id, path)).resolves.toBeNull();
});

test('a refused entry is deleted only once its order is recorded as delivered', async () => {
  const command = deliveryCommand({ user_id });
  const refusal = serverProblem('order_not_assigned');
  const path = command.files[1]?.path ?? '';
  for (const refused of [command, deliveryCommand({ user_id })]) {
    await one.outbox.enqueue(refused);
    await one.outbox.advance(refused.command_id, (entry) => commandFailed(entry, refusal, Date.now(), 0.5));
  }
  const enqueueAgain = () => one.outbox.enqueue(deliveryCommand({ user_id, order_id: command.subject }));
  const conflict = { outcome: 'recorded_with_conflict', conflict: 'not_out_for_delivery' } as const;
  await finish(one, (await enqueueAgain()).command_id, deliveryReply(command.subject, conflict));
  const { command_id } = await enqueueAgain();
  await expect(other.outbox.readFile(command.command_id, path)).resolves.toMatchObject({ size: 2 });

  await finish(one, command_id);
  const states = (await other.outbox.reload()).map(({ subject, state }) => [
    subject === command.subject,
    state,
  ]);
  expect(states).toEqual([
    [false, 'refused'],
    [true, 'done'],
    [true, 'done'],
  ]);
  await expect(one.outbox.readFile(command.command_id, path)).resolves.toBeNull();
});

test('a decided entry never changes again', async () => {
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await finish(one, command_id);
  const late = await other.outbox.advance(command_id, (entry) =>
    commandFailed(entry, serverProblem('unavailable'), Date.now(), 0.5),
  );
  expect(late).toBeNull();
  expect((await one.outbox.reload())[0]?.state).toBe('done');
});

test('an announcement is made once on the device', async () => {
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const claims = [one, other, one, other].map((tab) => tab.outbox.claimAnnouncement(command_id, 'done'));
  expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
  await expect(other.outbox.claimAnnouncement(command_id, 'something else')).resolves.toBe(true);
});

test('pruning deletes only entries that were done long ago', async () => {
  const done = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await finish(one, done.command_id);
  const waiting = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.outbox.prune(Date.now());
  expect(await one.outbox.reload()).toHaveLength(2);
  await one.outbox.prune(Date.now() + 31 * 24 * 3_600_000);
  expect((await one.outbox.reload()).map(({ command_id }) => command_id)).toEqual([waiting.command_id]);
});

test('a done entry is reduced to a hash when its user leaves, and its order still cannot be confirmed again', async () => {
  const command = deliveryCommand({ user_id });
  const done = await one.outbox.enqueue(command);
  await finish(one, done.command_id);
  await one.outbox.keepDoneOf(user_id);
  expect(await other.outbox.reload()).toHaveLength(1);
  await one.outbox.keepDoneOf(null);
  expect(await other.outbox.reload()).toEqual([]);
  const notes = await other.store.read(['notes'], (tx) => tx.keys('notes'));
  expect(notes.filter((key) => /^settled [0-9a-f]{64}$/.test(key))).toHaveLength(1);
  expect(JSON.stringify(notes)).not.toContain(command.subject);

  const again = () => other.outbox.enqueue(deliveryCommand({ user_id, order_id: command.subject }));
  await expect(again()).rejects.toBeInstanceOf(SubjectSettled);
  await expect(other.outbox.openEntry('confirm_delivery', user_id, command.subject)).rejects.toBeInstanceOf(
    SubjectSettled,
  );
  await one.outbox.prune(Date.now());
  await expect(again()).rejects.toBeInstanceOf(SubjectSettled);
  await one.outbox.prune(Date.now() + 31 * 24 * 3_600_000);
  await expect(again()).resolves.toMatchObject({ state: 'queued' });
});

test('unrecorded entries stay complete when their user leaves', async () => {
  const waiting = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const refused = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const refusal = serverProblem('order_not_assigned');
  await one.outbox.advance(refused.command_id, (entry) => commandFailed(entry, refusal, Date.now(), 0.5));
  const before = await one.outbox.reload();
  await one.outbox.keepDoneOf(null);
  expect(await other.outbox.reload()).toEqual(before);
  const path = waiting.files[0]?.path ?? '';
  await expect(other.outbox.readFile(waiting.command_id, path)).resolves.toMatchObject({ size: 3 });
});

test('a transaction on a closed connection is repeated on a new one', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The connection is closing', 'InvalidStateError');
  });
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  expect((await other.outbox.reload())[0]?.command_id).toBe(command_id);
});

test('a draft survives a reload, photo included, and belongs to its user', async () => {
  const order_id = newId();
  const photo = new Blob([new Uint8Array([9, 8, 7])], { type: 'image/jpeg' });
  await one.drafts.save(user_id, order_id, { photo, tender: 'card_machine' });
  await one.drafts.save(user_id, order_id, { customer_name: 'ليلى حداد' });
  await one.environment.store.close();
  const kept = await other.drafts.read(user_id, order_id);
  expect(kept).toMatchObject({
    customer_name: 'ليلى حداد',
    tender: 'card_machine',
    receipt_confirmed: false,
  });
  expect(kept.photo?.type).toBe('image/jpeg');
  expect(new Uint8Array((await kept.photo?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(
    new Uint8Array([9, 8, 7]),
  );
  await expect(other.drafts.draftedOrderIds(user_id)).resolves.toEqual([order_id]);
  await expect(other.drafts.draftedOrderIds(newId())).resolves.toEqual([]);
  await other.drafts.save(user_id, order_id, { photo: null });
  expect((await other.drafts.read(user_id, order_id)).photo).toBeNull();
});
