import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { deliveryCommand } from '../../../tests/support/delivery-command.ts';
import { createBrowserEnvironment } from '../../environment/browser-environment.ts';
import type { Environment } from '../../environment/environment.ts';
import { createStoredTexts } from '../../environment/stored-texts.ts';
import { deviceStore } from '../device-records.ts';
import { createOutbox } from '../outbox.ts';
import type { OutboxEntry } from '../outbox-entry.ts';
import { createAttemptDrafts } from './attempt-draft-store.ts';
import { createDrafts, createLeftDrafts } from './drafts.ts';

const DAY_MS = 24 * 3_600_000;
const PHOTO = new Blob([new Uint8Array(3)], { type: 'image/jpeg' });
const [leaving, other, order_id] = [newId(), newId(), newId()];

let environment: Environment;
let drafts: ReturnType<typeof createDrafts>;
/** The device's clock is this far ahead. */
let ahead_ms: number;

beforeEach(() => {
  ahead_ms = 0;
  environment = { ...createBrowserEnvironment(`left-drafts-${newId()}`), now: () => Date.now() + ahead_ms };
  drafts = createDrafts(environment);
});
afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.removeItem('mandoob.left');
  await environment.store.close();
});

const draft = (user_id: string) => drafts.save(user_id, order_id, { photo: PHOTO, customer_name: 'Layla' });
const kept = async (user_id: string) => (await drafts.read(user_id, order_id)).customer_name;
const photos = async () => {
  const keys = await deviceStore(environment).read(['draft_photos'], (tx) => tx.keys('draft_photos'));
  return keys.length;
};

/** Simulates a page that has just been opened. */
async function page(): Promise<ReturnType<typeof createLeftDrafts>> {
  const texts = createStoredTexts(environment);
  await texts.open();
  return createLeftDrafts(environment, texts);
}

test("signing out deletes the user's drafts with their photos, and no other user's", async () => {
  await draft(leaving);
  await draft(other);
  await (await page()).deleteAllOf(leaving);
  expect([await kept(leaving), await kept(other), await photos()]).toEqual(['', 'Layla', 1]);
});

test('a draft made before the clock was set back is deleted too', async () => {
  ahead_ms = DAY_MS;
  await draft(leaving);
  ahead_ms = 0;
  await (await page()).deleteAllOf(leaving);
  expect([await kept(leaving), await photos()]).toEqual(['', 0]);
});

test.each(['queued', 'unknown', 'refused'] as const)(
  'the draft of a delivery that is %s is kept with it, without a question at sign-out',
  async (state: OutboxEntry['state']) => {
    const outbox = createOutbox(environment);
    await draft(leaving);
    const { command_id } = await outbox.enqueue(deliveryCommand({ user_id: leaving, order_id }));
    await outbox.advance(command_id, () => ({ state }));
    expect(await drafts.has(leaving)).toBe(false);
    await (await page()).deleteAllOf(leaving);
    ahead_ms = 31 * DAY_MS;
    await (await page()).tidy(other);
    expect([await kept(leaving), await photos()]).toEqual(['Layla', 1]);
    outbox.close();
  },
);

test('drafts that a closing page could not delete are deleted at the next start, later drafts are kept', async () => {
  await draft(leaving);
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The page is closing', 'AbortError');
  });
  await expect((await page()).deleteAllOf(leaving)).rejects.toThrow();
  vi.restoreAllMocks();
  const since = newId();
  ahead_ms = 60_000;
  await drafts.save(leaving, since, { customer_name: 'Omar' });
  await (await page()).tidy(leaving);
  expect(await kept(leaving)).toBe('');
  expect((await drafts.read(leaving, since)).customer_name).toBe('Omar');
});

test("drafts of a user whose session expired are kept for 30 days, the current user's drafts for ever", async () => {
  await draft(leaving);
  await draft(other);
  ahead_ms = 29 * DAY_MS;
  await (await page()).tidy(other);
  expect([await kept(leaving), await kept(other)]).toEqual(['Layla', 'Layla']);
  ahead_ms = 31 * DAY_MS;
  await (await page()).tidy(other);
  expect([await kept(leaving), await kept(other)]).toEqual(['', 'Layla']);
});

test('the draft of an attempt is kept with its photo until its user signs out or the attempt is made', async () => {
  const attempts = createAttemptDrafts(environment);
  const filled = {
    attempt_id: newId(),
    reason: 'nobody_home',
    photo: PHOTO,
    note: 'Gate closed',
    day: '',
    from: '',
    to: '',
  } as const;
  for (const user_id of [leaving, other]) await attempts.save(user_id, order_id, filled, filled);
  await attempts.save(leaving, order_id, { ...filled, note: 'Gate locked' }, { note: 'Gate locked' });
  const read = await attempts.read(leaving, order_id);
  expect([read?.note, read?.photo?.size, read?.photo?.type]).toEqual(['Gate locked', 3, 'image/jpeg']);
  expect([await drafts.draftedOrderIds(leaving), await drafts.has(leaving)]).toEqual([[order_id], true]);
  await (await page()).deleteAllOf(leaving);
  expect([await attempts.read(leaving, order_id), await drafts.draftedOrderIds(leaving)]).toEqual([null, []]);
  expect(await drafts.has(leaving)).toBe(false);
  expect((await attempts.read(other, order_id))?.note).toBe('Gate closed');
  const notes = await deviceStore(environment).read(['notes'], (tx) => tx.keys('notes'));
  expect(notes.filter((note) => note.includes(leaving))).toEqual([]);
  // The page may die before it deletes the draft.
  const outbox = createOutbox(environment);
  const made = deliveryCommand({ user_id: other });
  await outbox.enqueue({ ...made, command_id: filled.attempt_id });
  expect([await attempts.read(other, order_id), await drafts.has(other)]).toEqual([null, false]);
  expect(await drafts.draftedOrderIds(other)).toEqual([]);
  outbox.close();
});

test('a form that was only opened does not count as a draft', async () => {
  await drafts.save(leaving, order_id, {});
  expect(await drafts.has(leaving)).toBe(false);
  await drafts.save(leaving, order_id, { customer_name: ' ' });
  expect(await drafts.has(leaving)).toBe(false);
  await drafts.save(leaving, order_id, { photo: PHOTO });
  expect(await drafts.has(leaving)).toBe(true);
});

test('a write that is still pending when its user leaves is discarded', async () => {
  await drafts.save(leaving, order_id, { customer_name: 'Layla' }, () => false);
  expect(await kept(leaving)).toBe('');
});
