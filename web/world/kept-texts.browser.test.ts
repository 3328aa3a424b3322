import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createBrowserWorld } from './browser-world.ts';
import { createKeptTexts, KEPT, type KeptTexts, MIRRORED_MS } from './kept-texts.ts';
import { TAB_LOCK } from './tab-locks.ts';
import type { World } from './world.ts';

/** A device of its own for each test; its clock can be put ahead. */
let name: string;
let ahead_ms: number;

function world(other: Partial<World> = {}): World {
  return { ...createBrowserWorld(name), now: () => Date.now() + ahead_ms, tab: newId(), ...other };
}

async function open(of: World = world()): Promise<KeptTexts> {
  const kept = createKeptTexts(of);
  await kept.open();
  return kept;
}

/** A service worker of a later build: it has no localStorage. */
const worker = () => open(world({ older: null }));
const session = (kept: KeptTexts) => kept.read(KEPT.session);
const old = () => localStorage.getItem(KEPT.session);
const asOlderTab = (text: string | null) =>
  text === null ? localStorage.removeItem(KEPT.session) : localStorage.setItem(KEPT.session, text);

beforeEach(() => {
  name = `kept-${newId()}`;
  ahead_ms = 0;
  localStorage.clear();
});
afterEach(() => localStorage.clear());

test('takes over what a build of before left, where a worker reads it too, and leaves it there for that build', async () => {
  asOlderTab('left');
  expect(session(await open())).toBe('left');
  expect(session(await worker())).toBe('left');
  expect(old()).toBe('left');
});

test('knows before it is opened what a build of before left', () => {
  asOlderTab('left');
  expect(session(createKeptTexts(world()))).toBe('left');
});

test('a write is there at once, also for a tab of an older build, and is read by the next page', async () => {
  const kept = await open();
  const written = kept.write({ [KEPT.session]: 'new' });
  expect([session(kept), old()]).toEqual(['new', 'new']);
  await written;
  expect(session(await open())).toBe('new');
  await kept.write({ [KEPT.session]: null });
  expect([session(await open()), session(await worker()), old()]).toEqual([null, null, null]);
});

test.each(['renewed', null])(
  'an older tab beside this one changes the session to %s: that counts',
  async (text) => {
    const kept = await open();
    await kept.write({ [KEPT.session]: 'first' });
    asOlderTab(text);
    await kept.reload();
    expect(session(kept)).toBe(text);
    expect([session(await open()), session(await worker())]).toEqual([text, text]);
  },
);

test('what another process wrote to localStorage arrives late: that is no news', async () => {
  const here = world();
  const kept = await open(here);
  await kept.write({ [KEPT.session]: 'first' });
  // The other tab reads the old text a few times more after the new one is in the store.
  let late = 3;
  const { older } = here;
  const lagging = { ...older, read: (key: string) => (late-- > 0 ? 'first' : (older?.read(key) ?? null)) };
  await kept.write({ [KEPT.session]: 'second' });
  const other = await open(world({ older: { ...lagging } as World['older'] }));
  expect(session(other)).toBe('second');
  expect([old(), session(await open())]).toEqual(['second', 'second']);
});

test('what a worker wrote is known to the tabs, and then to those of older builds', async () => {
  const kept = await open();
  await kept.write({ [KEPT.session]: 'first' });
  await (await worker()).write({ [KEPT.session]: 'renewed' });
  await kept.reload();
  expect([session(kept), old()]).toEqual(['renewed', 'renewed']);
});

test('writes only while the device keeps what is expected', async () => {
  const [one, other] = [await open(), await open()];
  await one.write({ [KEPT.session]: 'first' });
  await other.reload();
  const is = (text: string) => (kept: string | null) => kept === text;
  expect(await other.writeIf(KEPT.session, is('first'), { [KEPT.session]: 'second' })).toBe(true);
  expect(await one.writeIf(KEPT.session, is('first'), { [KEPT.session]: 'third' })).toBe(false);
  expect([session(other), old()]).toEqual(['second', 'second']);
  asOlderTab('of an older tab');
  expect(await one.writeIf(KEPT.session, is('second'), { [KEPT.session]: 'third' })).toBe(false);
  expect(old()).toBe('of an older tab');
});

test('a month later, when no older tab lives, nothing is left under the old keys, and nobody is signed out', async () => {
  const kept = await open();
  await kept.write({ [KEPT.session]: 'mine', [KEPT.profile]: 'me' });
  ahead_ms = MIRRORED_MS + 1;
  const later = await open();
  expect([session(later), later.read(KEPT.profile)]).toEqual(['mine', 'me']);
  expect(localStorage.length).toBe(0);
  await later.write({ [KEPT.session]: 'renewed' });
  expect([session(await open()), localStorage.length]).toEqual(['renewed', 0]);
  await later.write({ [KEPT.session]: null });
  expect(session(await open())).toBeNull();
});

test('an older tab that lives for months is served for months', async () => {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const held = navigator.locks.request(TAB_LOCK + newId(), { mode: 'shared' }, () => closed);
  const kept = await open();
  await kept.write({ [KEPT.session]: 'mine' });
  ahead_ms = 3 * MIRRORED_MS;
  await (await open()).write({ [KEPT.session]: 'renewed' });
  expect(old()).toBe('renewed');
  close();
  await held;
  expect([session(await open()), old()]).toEqual(['renewed', null]);
});

const failing = { write: () => Promise.reject(new Error('No store')) };
const broken = () => world({ store: failing as unknown as World['store'] });

test('a device whose store fails is served by the old keys', async () => {
  const kept = await open(broken());
  await kept.write({ [KEPT.session]: 'mine' });
  expect(session(await open(broken()))).toBe('mine');
  expect(await kept.writeIf(KEPT.session, (text) => text === 'mine', { [KEPT.session]: 'next' })).toBe(true);
  expect([session(kept), old()]).toEqual(['next', 'next']);
});

test('where the store fails, a tab that has written learns from the old keys what another tab wrote', async () => {
  const [one, other] = [await open(broken()), await open(broken())];
  await one.write({ [KEPT.session]: 'mine' });
  await other.write({ [KEPT.session]: null });
  await one.reload();
  expect(session(one)).toBeNull();

  await one.write({ [KEPT.session]: 'mine' });
  await other.write({ [KEPT.session]: null });
  expect(await one.writeIf(KEPT.session, (text) => text === 'mine', { [KEPT.session]: 'next' })).toBe(false);
  expect([session(one), old()]).toEqual([null, null]);
});

/** A month later, when nothing lies under the old keys any more; the store takes nothing while `full.now`. */
async function monthLater() {
  await (await open()).write({ [KEPT.session]: 'mine' });
  ahead_ms = MIRRORED_MS + 1;
  const full = { now: false };
  const here = world();
  const write: World['store']['write'] = (...of) =>
    full.now
      ? Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'))
      : here.store.write(...of);
  const kept = await open({ ...here, store: { ...here.store, write } });
  expect([session(kept), localStorage.length]).toEqual(['mine', 0]);
  return { kept, full };
}

test.each(['renewed', null])(
  'a month later, too, what the store does not take (%s) is known to other tabs and to the next page',
  async (text) => {
    const { kept, full } = await monthLater();
    const other = await open();
    full.now = true;
    await kept.write({ [KEPT.session]: text });
    await other.reload();
    expect(session(other)).toBe(text);
    expect(session(await open(broken()))).toBe(text);
    expect([session(await open()), session(await worker())]).toEqual([text, text]);
    // The store has taken it over by now, and nothing is left.
    expect([session(await open()), localStorage.length]).toEqual([text, 0]);
  },
);

test.each(['renewed', null])('a session that ended while the store failed (%s) stays ended', async (text) => {
  await monthLater();
  const kept = await open(broken());
  await kept.write({ [KEPT.session]: text });
  expect(await kept.writeIf(KEPT.session, () => true, { [KEPT.session]: null })).toBe(true);
  expect([session(await open(broken())), session(await open())]).toEqual([null, null]);
  // Signed in again by another, and out again by this one.
  await (await worker()).write({ [KEPT.session]: 'anew' });
  await kept.write({ [KEPT.session]: null });
  expect(session(await open())).toBeNull();
});

test('what the store takes after it failed counts, and nothing older comes back', async () => {
  const { kept, full } = await monthLater();
  for (const text of [null, 'renewed']) {
    full.now = true;
    await Promise.all([kept.write({ [KEPT.session]: 'lost' }), kept.write({ [KEPT.session]: text })]);
    expect(session(await open(broken()))).toBe(text);
    full.now = false;
    await kept.write({ [KEPT.session]: null });
    expect([session(await open(broken())), session(await open())]).toEqual([null, null]);
    await kept.write({ [KEPT.session]: 'anew' });
    expect([session(await open()), localStorage.length]).toEqual(['anew', 0]);
  }
});

test('news of a tab of an older build outlives a write that fails meanwhile', async () => {
  const fail: { now: () => void } = { now: () => {} };
  const write = () => new Promise((_, reject) => (fail.now = () => reject(new Error('No store'))));
  const kept = await open();
  const slow = createKeptTexts(world({ store: { write } as unknown as World['store'] }));
  await kept.write({ [KEPT.session]: 'mine' });
  const written = slow.write({ [KEPT.session]: 'renewed' });
  asOlderTab('of an older tab');
  fail.now();
  await written;
  expect([old(), session(await open())]).toEqual(['of an older tab', 'of an older tab']);
});

test('where neither the store nor the old keys keep anything, it lasts as long as the page', async () => {
  const forbidden = { read: () => null, write: () => {}, onChange: () => () => {} };
  const kept = await open({ ...broken(), older: forbidden });
  await kept.write({ [KEPT.session]: 'mine' });
  await kept.reload();
  expect(session(kept)).toBe('mine');
});

test('a store that does not answer keeps the page waiting once, for seconds', async () => {
  asOlderTab('left');
  let waited_ms = 0;
  const timer = {
    after(ms: number, work: () => void) {
      waited_ms += ms;
      queueMicrotask(work);
      return () => {};
    },
  };
  const hung = { write: () => new Promise(() => {}) } as unknown as World['store'];
  expect(session(await open(world({ store: hung, timer })))).toBe('left');
  expect(waited_ms).toBe(3_000);
});

test('a full localStorage keeps an older text, which does not count as news', async () => {
  asOlderTab('first');
  const { older } = world();
  const full = () => world({ older: { ...older, write: () => {} } as World['older'] });
  const kept = await open(full());
  await kept.write({ [KEPT.session]: 'second' });
  await kept.reload();
  expect([session(kept), session(await open(full())), old()]).toEqual(['second', 'second', 'first']);
  const expected = (text: string | null) => text === 'second';
  expect(await kept.writeIf(KEPT.session, expected, { [KEPT.session]: 'third' })).toBe(true);
  await (await worker()).write({ [KEPT.session]: 'fourth' });
  await kept.reload();
  expect([session(kept), session(await open(full()))]).toEqual(['fourth', 'fourth']);
  // What a tab of an older build has room for is news again.
  asOlderTab('fifth');
  expect(session(await open(full()))).toBe('fifth');
});

test.each(['nothing', 'an older session'])(
  'a browser that died had %s of the old keys on its disk: the session in the store stays, and they learn of it',
  async (what) => {
    const kept = await open();
    await kept.write({ [KEPT.session]: 'first' });
    const on_disk = what === 'nothing' ? {} : { ...localStorage };
    await kept.write({ [KEPT.session]: 'renewed' });
    localStorage.clear();
    for (const [key, text] of Object.entries(on_disk)) localStorage.setItem(key, String(text));
    expect(session(await open())).toBe('renewed');
    expect([old(), session(await worker())]).toEqual(['renewed', 'renewed']);
    // From there on an older tab is heard of again.
    asOlderTab(null);
    expect(session(await open())).toBe(null);
  },
);

test('what the store did not take counts, also after it answers again', async () => {
  const here = world();
  const kept = await open(here);
  await kept.write({ [KEPT.session]: 'first' });
  const { store } = here;
  here.store = { ...store, write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) };
  await kept.write({ [KEPT.session]: 'renewed' });
  here.store = store;
  expect(session(await open())).toBe('renewed');
});
