import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createBrowserEnvironment } from './browser-environment.ts';
import type { Environment } from './environment.ts';
import { createStoredTexts, MIRRORED_MS, STORED_KEYS, type StoredTexts } from './stored-texts.ts';
import { TAB_LOCK } from './tab-locks.ts';

/** A separate device for each test; its clock can be set ahead. */
let name: string;
let ahead_ms: number;

function environment(other: Partial<Environment> = {}): Environment {
  return { ...createBrowserEnvironment(name), now: () => Date.now() + ahead_ms, tab: newId(), ...other };
}

async function open(tab: Environment = environment()): Promise<StoredTexts> {
  const kept = createStoredTexts(tab);
  await kept.open();
  return kept;
}

/** The service worker of a later build, which has no localStorage. */
const worker = () => open(environment({ older: null }));
const session = (kept: StoredTexts) => kept.read(STORED_KEYS.session);
const old = () => localStorage.getItem(STORED_KEYS.session);
const asOlderTab = (text: string | null) =>
  text === null
    ? localStorage.removeItem(STORED_KEYS.session)
    : localStorage.setItem(STORED_KEYS.session, text);

beforeEach(() => {
  name = `kept-${newId()}`;
  ahead_ms = 0;
  localStorage.clear();
});
afterEach(() => localStorage.clear());

test('imports a previous build’s text so that a worker can read it, and leaves it for that build', async () => {
  asOlderTab('left');
  expect(session(await open())).toBe('left');
  expect(session(await worker())).toBe('left');
  expect(old()).toBe('left');
});

test('reads a previous build’s text before it is opened', () => {
  asOlderTab('left');
  expect(session(createStoredTexts(environment()))).toBe('left');
});

test('a write is visible at once, to tabs of older builds too, and to the next page', async () => {
  const kept = await open();
  const written = kept.write({ [STORED_KEYS.session]: 'new' });
  expect([session(kept), old()]).toEqual(['new', 'new']);
  await written;
  expect(session(await open())).toBe('new');
  await kept.write({ [STORED_KEYS.session]: null });
  expect([session(await open()), session(await worker()), old()]).toEqual([null, null, null]);
});

test.each(['renewed', null])(
  'an older tab open alongside this one changes the session to %s, and the change is accepted',
  async (text) => {
    const kept = await open();
    await kept.write({ [STORED_KEYS.session]: 'first' });
    asOlderTab(text);
    await kept.reload();
    expect(session(kept)).toBe(text);
    expect([session(await open()), session(await worker())]).toEqual([text, text]);
  },
);

test('a late write to localStorage by another process does not count as a change', async () => {
  const here = environment();
  const kept = await open(here);
  await kept.write({ [STORED_KEYS.session]: 'first' });
  // The other tab still reads the old text a few times after the new one is in the store.
  let late = 3;
  const { older } = here;
  const lagging = { ...older, read: (key: string) => (late-- > 0 ? 'first' : (older?.read(key) ?? null)) };
  await kept.write({ [STORED_KEYS.session]: 'second' });
  const other = await open(environment({ older: { ...lagging } as Environment['older'] }));
  expect(session(other)).toBe('second');
  expect([old(), session(await open())]).toEqual(['second', 'second']);
});

test('a text written by a worker reaches the tabs, and through them tabs of older builds', async () => {
  const kept = await open();
  await kept.write({ [STORED_KEYS.session]: 'first' });
  await (await worker()).write({ [STORED_KEYS.session]: 'renewed' });
  await kept.reload();
  expect([session(kept), old()]).toEqual(['renewed', 'renewed']);
});

test('writeIf writes only while the device keeps the expected text', async () => {
  const [one, other] = [await open(), await open()];
  await one.write({ [STORED_KEYS.session]: 'first' });
  await other.reload();
  const is = (text: string) => (kept: string | null) => kept === text;
  expect(await other.writeIf(STORED_KEYS.session, is('first'), { [STORED_KEYS.session]: 'second' })).toBe(
    true,
  );
  expect(await one.writeIf(STORED_KEYS.session, is('first'), { [STORED_KEYS.session]: 'third' })).toBe(false);
  expect([session(other), old()]).toEqual(['second', 'second']);
  asOlderTab('of an older tab');
  expect(await one.writeIf(STORED_KEYS.session, is('second'), { [STORED_KEYS.session]: 'third' })).toBe(
    false,
  );
  expect(old()).toBe('of an older tab');
});

test('a month later without older tabs, the old keys are empty and the session remains', async () => {
  const kept = await open();
  await kept.write({ [STORED_KEYS.session]: 'mine', [STORED_KEYS.profile]: 'me' });
  ahead_ms = MIRRORED_MS + 1;
  const later = await open();
  expect([session(later), later.read(STORED_KEYS.profile)]).toEqual(['mine', 'me']);
  expect(localStorage.length).toBe(0);
  await later.write({ [STORED_KEYS.session]: 'renewed' });
  expect([session(await open()), localStorage.length]).toEqual(['renewed', 0]);
  await later.write({ [STORED_KEYS.session]: null });
  expect(session(await open())).toBeNull();
});

test('an older tab that stays open for months is served for months', async () => {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const held = navigator.locks.request(TAB_LOCK + newId(), { mode: 'shared' }, () => closed);
  const kept = await open();
  await kept.write({ [STORED_KEYS.session]: 'mine' });
  ahead_ms = 3 * MIRRORED_MS;
  await (await open()).write({ [STORED_KEYS.session]: 'renewed' });
  expect(old()).toBe('renewed');
  close();
  await held;
  expect([session(await open()), old()]).toEqual(['renewed', null]);
});

const failing = { write: () => Promise.reject(new Error('No store')) };
const broken = () => environment({ store: failing as unknown as Environment['store'] });

test('a device whose store fails uses the old keys', async () => {
  const kept = await open(broken());
  await kept.write({ [STORED_KEYS.session]: 'mine' });
  expect(session(await open(broken()))).toBe('mine');
  expect(
    await kept.writeIf(STORED_KEYS.session, (text) => text === 'mine', { [STORED_KEYS.session]: 'next' }),
  ).toBe(true);
  expect([session(kept), old()]).toEqual(['next', 'next']);
});

test('with a failing store, a tab that has written sees another tab’s write through the old keys', async () => {
  const [one, other] = [await open(broken()), await open(broken())];
  await one.write({ [STORED_KEYS.session]: 'mine' });
  await other.write({ [STORED_KEYS.session]: null });
  await one.reload();
  expect(session(one)).toBeNull();

  await one.write({ [STORED_KEYS.session]: 'mine' });
  await other.write({ [STORED_KEYS.session]: null });
  expect(
    await one.writeIf(STORED_KEYS.session, (text) => text === 'mine', { [STORED_KEYS.session]: 'next' }),
  ).toBe(false);
  expect([session(one), old()]).toEqual([null, null]);
});

/**
 * Simulates the device a month later, when the old keys are empty; the store rejects writes while `full.now`.
 */
async function monthLater() {
  await (await open()).write({ [STORED_KEYS.session]: 'mine' });
  ahead_ms = MIRRORED_MS + 1;
  const full = { now: false };
  const here = environment();
  const write: Environment['store']['write'] = (...args) =>
    full.now
      ? Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'))
      : here.store.write(...args);
  const kept = await open({ ...here, store: { ...here.store, write } });
  expect([session(kept), localStorage.length]).toEqual(['mine', 0]);
  return { kept, full };
}

test.each(['renewed', null])(
  'a month later, a text that the store rejects (%s) reaches other tabs and the next page',
  async (text) => {
    const { kept, full } = await monthLater();
    const other = await open();
    full.now = true;
    await kept.write({ [STORED_KEYS.session]: text });
    await other.reload();
    expect(session(other)).toBe(text);
    expect(session(await open(broken()))).toBe(text);
    expect([session(await open()), session(await worker())]).toEqual([text, text]);
    // The store has accepted it by now, and the old keys are empty.
    expect([session(await open()), localStorage.length]).toEqual([text, 0]);
  },
);

test.each(['renewed', null])('a session that ended while the store failed (%s) stays ended', async (text) => {
  await monthLater();
  const kept = await open(broken());
  await kept.write({ [STORED_KEYS.session]: text });
  expect(await kept.writeIf(STORED_KEYS.session, () => true, { [STORED_KEYS.session]: null })).toBe(true);
  expect([session(await open(broken())), session(await open())]).toEqual([null, null]);
  // A worker signs in again, and this tab signs out.
  await (await worker()).write({ [STORED_KEYS.session]: 'again' });
  await kept.write({ [STORED_KEYS.session]: null });
  expect(session(await open())).toBeNull();
});

test('a text stored after a failure wins, and no older text returns', async () => {
  const { kept, full } = await monthLater();
  for (const text of [null, 'renewed']) {
    full.now = true;
    await Promise.all([
      kept.write({ [STORED_KEYS.session]: 'lost' }),
      kept.write({ [STORED_KEYS.session]: text }),
    ]);
    expect(session(await open(broken()))).toBe(text);
    full.now = false;
    await kept.write({ [STORED_KEYS.session]: null });
    expect([session(await open(broken())), session(await open())]).toEqual([null, null]);
    await kept.write({ [STORED_KEYS.session]: 'again' });
    expect([session(await open()), localStorage.length]).toEqual(['again', 0]);
  }
});

test('a change by a tab of an older build survives a concurrent failing write', async () => {
  const fail: { now: () => void } = { now: () => {} };
  const write = () => new Promise((_, reject) => (fail.now = () => reject(new Error('No store'))));
  const kept = await open();
  const slow = createStoredTexts(environment({ store: { write } as unknown as Environment['store'] }));
  await kept.write({ [STORED_KEYS.session]: 'mine' });
  const written = slow.write({ [STORED_KEYS.session]: 'renewed' });
  asOlderTab('of an older tab');
  fail.now();
  await written;
  expect([old(), session(await open())]).toEqual(['of an older tab', 'of an older tab']);
});

test('without store and old keys, a text lasts as long as the page', async () => {
  const forbidden = { read: () => null, write: () => {}, onChange: () => () => {} };
  const kept = await open({ ...broken(), older: forbidden });
  await kept.write({ [STORED_KEYS.session]: 'mine' });
  await kept.reload();
  expect(session(kept)).toBe('mine');
});

test('a hanging store delays the page only once, for 3 s', async () => {
  asOlderTab('left');
  let waited_ms = 0;
  const timer = {
    after(ms: number, work: () => void) {
      waited_ms += ms;
      queueMicrotask(work);
      return () => {};
    },
  };
  const hung = { write: () => new Promise(() => {}) } as unknown as Environment['store'];
  expect(session(await open(environment({ store: hung, timer })))).toBe('left');
  expect(waited_ms).toBe(3_000);
});

test('a full localStorage keeps an older text, which does not count as a change', async () => {
  asOlderTab('first');
  const { older } = environment();
  const full = () => environment({ older: { ...older, write: () => {} } as Environment['older'] });
  const kept = await open(full());
  await kept.write({ [STORED_KEYS.session]: 'second' });
  await kept.reload();
  expect([session(kept), session(await open(full())), old()]).toEqual(['second', 'second', 'first']);
  const expected = (text: string | null) => text === 'second';
  expect(await kept.writeIf(STORED_KEYS.session, expected, { [STORED_KEYS.session]: 'third' })).toBe(true);
  await (await worker()).write({ [STORED_KEYS.session]: 'fourth' });
  await kept.reload();
  expect([session(kept), session(await open(full()))]).toEqual(['fourth', 'fourth']);
  // Once a tab of an older build can write again, its text counts as a change.
  asOlderTab('fifth');
  expect(session(await open(full()))).toBe('fifth');
});

test.each(['nothing', 'an older session'])(
  'after a crash that left %s in localStorage, the stored session stays and is restored there',
  async (what) => {
    const kept = await open();
    await kept.write({ [STORED_KEYS.session]: 'first' });
    const on_disk = what === 'nothing' ? {} : { ...localStorage };
    await kept.write({ [STORED_KEYS.session]: 'renewed' });
    localStorage.clear();
    for (const [key, text] of Object.entries(on_disk)) localStorage.setItem(key, String(text));
    expect(session(await open())).toBe('renewed');
    expect([old(), session(await worker())]).toEqual(['renewed', 'renewed']);
    // From then on a change by an older tab counts again.
    asOlderTab(null);
    expect(session(await open())).toBe(null);
  },
);

test('a text that the store rejected wins after the store works again', async () => {
  const here = environment();
  const kept = await open(here);
  await kept.write({ [STORED_KEYS.session]: 'first' });
  const { store } = here;
  here.store = { ...store, write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) };
  await kept.write({ [STORED_KEYS.session]: 'renewed' });
  here.store = store;
  expect(session(await open())).toBe('renewed');
});
