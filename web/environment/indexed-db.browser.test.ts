import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { leaveOlderDevice, OLDER } from '../../tests/support/older-device.ts';
import { type IndexedDbSettings, openIndexedDb } from './indexed-db.ts';
import { DEVICE_LAYOUT, type Store, type StoreLayout } from './store.ts';
import { isOlderClientOpen, TAB_LOCK } from './tab-locks.ts';

/** The layout of a later build, with one more store. */
const LATER: StoreLayout = {
  ...DEVICE_LAYOUT,
  version: 3,
  stores: { ...DEVICE_LAYOUT.stores, stops: { since: 3, key: 'id' } },
};
let name: string;
let opened: Store[];

function open(settings: IndexedDbSettings = {}): Store {
  const store = openIndexedDb({ name, ...settings });
  opened.push(store);
  return store;
}

const later = (lives: boolean) => open({ layout: LATER, olderLives: () => Promise.resolve(lives) });
const notes = (store: Store) => store.read(['notes'], (tx) => tx.all('notes'));
const note = (store: Store, text: string) => store.write(['notes'], (tx) => tx.put('notes', text, text));

async function version(): Promise<number | undefined> {
  return (await indexedDB.databases()).find((one) => one.name === name)?.version;
}

beforeEach(() => {
  name = `store-${newId()}`;
  opened = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const store of opened) await store.close();
});

test('stores records, finds them by key, pair and prefix, and deletes them', async () => {
  const store = open();
  await store.write(['drafts', 'notes'], async (tx) => {
    for (const order_id of ['1', '2']) await tx.put('drafts', { user_id: 'one', order_id });
    await tx.put('drafts', { user_id: 'two', order_id: '1' });
    for (const key of ['settled a', 'settled b', 'other']) await tx.put('notes', 0, key);
  });
  const found = await store.read(['drafts', 'notes'], async (tx) => ({
    one: await tx.get('drafts', ['one', '2']),
    none: await tx.get('drafts', ['three', '1']),
    pairs: await tx.keys('drafts', { pairs_of: 'one' }),
    all: (await tx.all('drafts')).length,
    settled: await tx.keys('notes', { starts_with: 'settled ' }),
  }));
  expect(found).toEqual({
    one: { user_id: 'one', order_id: '2' },
    none: undefined,
    pairs: [
      ['one', '1'],
      ['one', '2'],
    ],
    all: 3,
    settled: ['settled a', 'settled b'],
  });
  await store.write(['drafts'], (tx) => tx.delete('drafts', { pairs_of: 'one' }));
  expect(await store.read(['drafts'], (tx) => tx.keys('drafts'))).toEqual([['two', '1']]);
});

test('a failed write stores nothing and rejects with its cause', async () => {
  const store = open();
  const twice = store.write(['entries'], async (tx) => {
    await tx.add('entries', { command_id: 'a', open_subject: 'order' });
    await tx.add('entries', { command_id: 'b', open_subject: 'order' });
  });
  await expect(twice).rejects.toMatchObject({ name: 'ConstraintError' });
  const thrown = store.write(['entries'], async (tx) => {
    await tx.put('entries', { command_id: 'c' });
    throw new RangeError('Cancelled');
  });
  await expect(thrown).rejects.toBeInstanceOf(RangeError);
  expect(await store.read(['entries'], (tx) => tx.keys('entries'))).toEqual([]);
});

test('concurrent writers of a store run one after another', async () => {
  const [one, other] = [open(), open()];
  const add = (store: Store) =>
    store.write(['notes'], async (tx) => {
      const count = ((await tx.get('notes', 'count')) as number | undefined) ?? 0;
      await tx.put('notes', count + 1, 'count');
    });
  await Promise.all(Array.from({ length: 20 }, (_, index) => add(index % 2 ? one : other)));
  expect(await notes(one)).toEqual([20]);
});

test('a transaction on a closed connection runs again on a new one', async () => {
  const store = open();
  await note(store, 'first');
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The connection is closing', 'InvalidStateError');
  });
  await note(store, 'second');
  expect(await notes(store)).toEqual(['first', 'second']);
});

test('opens a previous build’s database at its version', async () => {
  await leaveOlderDevice(name);
  const store = open();
  expect(await store.read(['entries'], (tx) => tx.get('entries', OLDER.waiting_id))).toBeDefined();
  expect(await version()).toBe(2);
});

test('a later build raises the version only when no open client would be locked out', async () => {
  const present = open();
  await note(present, 'here');
  const waiting = later(true);
  expect([await notes(waiting), await version()]).toEqual([['here'], 2]);
  await waiting.close();
  const raising = later(false);
  await raising.write(['stops'], (tx) => tx.put('stops', { id: 'a' }));
  expect(await version()).toBe(3);
  // This build continues with its own stores, both alongside the later build and after it was rolled back.
  await note(present, 'still here');
  expect(await notes(open())).toEqual(['here', 'still here']);
  expect(await raising.read(['stops'], (tx) => tx.keys('stops'))).toEqual(['a']);
});

test('a later build with its default layout waits for an older tab before raising the version', async () => {
  await leaveOlderDevice(name);
  const present = { ...DEVICE_LAYOUT };
  Object.assign(DEVICE_LAYOUT, { version: LATER.version, stores: LATER.stores });
  try {
    const olderLives = vi.fn().mockResolvedValue(true);
    const waiting = open({ olderLives });
    expect(await waiting.read(['entries'], (tx) => tx.get('entries', OLDER.waiting_id))).toBeDefined();
    expect([olderLives.mock.calls.length, await version()]).toEqual([1, 2]);
    await waiting.close();
    olderLives.mockResolvedValue(false);
    await open({ olderLives }).write(['stops'], (tx) => tx.put('stops', { id: 'a' }));
    expect(await version()).toBe(3);
  } finally {
    Object.assign(DEVICE_LAYOUT, present);
  }
});

test('an older client is an open tab that has not announced support for any version', async () => {
  const held = (...names: string[]) => ({ request: () => Promise.reject(), held: async () => names });
  expect(await isOlderClientOpen(null)).toBe(true);
  expect(await isOlderClientOpen(held('mandoob.sending'))).toBe(false);
  expect(await isOlderClientOpen(held(`${TAB_LOCK}a`, 'mandoob.any-version a'))).toBe(false);
  expect(await isOlderClientOpen(held(`${TAB_LOCK}a`, 'mandoob.any-version a', `${TAB_LOCK}b`))).toBe(true);
});
