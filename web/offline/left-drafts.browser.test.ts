import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand } from '../../tests/support/delivery-command.ts';
import { type DeviceDatabase, openDeviceDatabase } from './device-database.ts';
import { hasDraft, readDraft, saveDraft } from './drafts.ts';
import { leaveNoDrafts, tidyDrafts } from './left-drafts.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';

const DAY_MS = 24 * 3_600_000;
const PHOTO = new Blob([new Uint8Array(3)], { type: 'image/jpeg' });
const [leaving, other, order_id] = [newId(), newId(), newId()];

let database: DeviceDatabase;

beforeEach(() => {
  database = openDeviceDatabase(`left-drafts-${newId()}`);
});
afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.removeItem('mandoob.left');
  await database.close();
});

const draft = (user_id: string) =>
  saveDraft(user_id, order_id, { photo: PHOTO, customer_name: 'Layla' }, database);
const kept = async (user_id: string) => (await readDraft(user_id, order_id, database)).customer_name;
const photos = () => database.run((db) => db.count('draft_photos'));

test("signing out deletes one's drafts with their photos, and nobody else's", async () => {
  await draft(leaving);
  await draft(other);
  await leaveNoDrafts(leaving, database);
  expect([await kept(leaving), await kept(other), await photos()]).toEqual(['', 'Layla', 1]);
});

test('what was entered before the clock was put back is deleted too', async () => {
  const real = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(real + DAY_MS);
  await draft(leaving);
  vi.spyOn(Date, 'now').mockReturnValue(real);
  await leaveNoDrafts(leaving, database);
  expect([await kept(leaving), await photos()]).toEqual(['', 0]);
});

test.each(['queued', 'unknown', 'refused'] as const)(
  'the draft of a delivery that is %s waits with it, and is not asked about',
  async (state: OutboxEntry['state']) => {
    const outbox = createOutbox(database, 'tab');
    await draft(leaving);
    const { command_id } = await outbox.enqueue(deliveryCommand({ user_id: leaving, order_id }));
    await outbox.advance(command_id, () => ({ state }));
    expect(await hasDraft(leaving, database)).toBe(false);
    await leaveNoDrafts(leaving, database);
    await tidyDrafts(other, Date.now() + 31 * DAY_MS, database);
    expect([await kept(leaving), await photos()]).toEqual(['Layla', 1]);
    outbox.close();
  },
);

test('what a page that went could not delete is deleted at the next start, but not what was entered since', async () => {
  await draft(leaving);
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The page goes', 'AbortError');
  });
  await expect(leaveNoDrafts(leaving, database)).rejects.toThrow();
  vi.restoreAllMocks();
  const since = newId();
  const left_at = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(left_at + 60_000);
  await saveDraft(leaving, since, { customer_name: 'Omar' }, database);
  await tidyDrafts(leaving, Date.now(), database);
  expect(await kept(leaving)).toBe('');
  expect((await readDraft(leaving, since, database)).customer_name).toBe('Omar');
});

test("a draft waits 30 days for a person whose session ended by itself, one's own for ever", async () => {
  await draft(leaving);
  await draft(other);
  await tidyDrafts(other, Date.now() + 29 * DAY_MS, database);
  expect([await kept(leaving), await kept(other)]).toEqual(['Layla', 'Layla']);
  await tidyDrafts(other, Date.now() + 31 * DAY_MS, database);
  expect([await kept(leaving), await kept(other)]).toEqual(['', 'Layla']);
});

test('a form that was only opened is no draft to ask about', async () => {
  await saveDraft(leaving, order_id, {}, database);
  expect(await hasDraft(leaving, database)).toBe(false);
  await saveDraft(leaving, order_id, { customer_name: ' ' }, database);
  expect(await hasDraft(leaving, database)).toBe(false);
  await saveDraft(leaving, order_id, { photo: PHOTO }, database);
  expect(await hasDraft(leaving, database)).toBe(true);
});

test('what is still to be written when its user has left is not written', async () => {
  await saveDraft(leaving, order_id, { customer_name: 'Layla' }, database, () => false);
  expect(await kept(leaving)).toBe('');
});
