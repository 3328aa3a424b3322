import type { Environment } from './environment.ts';
import type { Reading, Writing } from './store.ts';
import { isOlderClientOpen } from './tab-locks.ts';
import { pause, withinStoreTimeout } from './timing.ts';

/** The keys under which previous builds stored these texts in localStorage. */
export const STORED_KEYS = {
  session: 'mandoob.session',
  profile: 'mandoob.profile',
  ended: 'mandoob.ended',
  known_device: 'mandoob.known-device',
  clock_offset: 'mandoob.clock_offset_ms',
  left: 'mandoob.left',
} as const;

export type StoredTextKey = (typeof STORED_KEYS)[keyof typeof STORED_KEYS];
export type StoredTextChanges = Partial<Record<StoredTextKey, string | null>>;

/**
 * For this long after a device first ran this build, texts are also written to localStorage for previous
 * builds.
 */
export const MIRRORED_MS = 30 * 24 * 3_600_000;
/** Writes to localStorage by another process become visible within this time. */
const SETTLED_MS = 500;
const MIRRORED_UNTIL = 'kept until';

/**
 * A text as stored in `notes`. `older`: the value under the old key at that time; a different value there is
 * a change by a previous build, see `olderValue`. `stamp`: the stamp written next to the old key at that
 * time; a different or missing stamp means that the browser died before localStorage reached the disk, so the
 * value there is outdated and no change.
 */
type Kept = Mirrored & { text: string | null };
/** Records written by previous builds have no stamp. */
type Mirrored = { older: string | null; stamp?: string | null };
type Mirrors = Partial<Record<StoredTextKey, Mirrored>>;
type Notes = { notes: { key: string; value: unknown } };

export type StoredTexts = {
  /** Reads the device for the first time. Await it before relying on any text; further calls do nothing. */
  open(): Promise<void>;
  /** Returns the text as last read or written by this tab, synchronously. */
  read(name: StoredTextKey): string | null;
  /**
   * Visible to `read` immediately, even if the device cannot store it. Resolves once it is durable, or once
   * storing it has failed.
   */
  write(changes: StoredTextChanges): Promise<void>;
  /**
   * Compares and writes in one transaction: writes if `expected` accepts the stored text. Returns whether it
   * did.
   */
  writeIf(
    name: StoredTextKey,
    expected: (text: string | null) => boolean,
    changes: StoredTextChanges,
  ): Promise<boolean>;
  /**
   * Reads the device again after another tab's change. If the store does not respond, the known texts remain.
   */
  reload(): Promise<void>;
};

/**
 * A few small texts that the device stores in addition to its records: session, profile and the like. They
 * are stored among the notes of the store, which a worker can read too, and are cached in memory, so that a
 * page can read them synchronously.
 */
export function createStoredTexts(environment: Environment): StoredTexts {
  const { older } = environment;
  const known = new Map<StoredTextKey, string | null>();
  /** The values under the old keys that match what this tab knows: a different value is a change. */
  const seen = new Map<StoredTextKey, string | null>();
  /** Writes in progress in this tab: texts read meanwhile are outdated. */
  const writing = new Set<StoredTextChanges>();
  let mirrored = older !== null;
  let opened: Promise<void> | undefined;

  function change<T>(work: (tx: Writing<Notes>) => Promise<T>, durability?: 'durable'): Promise<T> {
    return withinStoreTimeout(environment, environment.store.write(['notes'], work, durability));
  }

  const isWriting = (name: StoredTextKey) => [...writing].some((changes) => name in changes);
  const olderText = (name: StoredTextKey) => older?.read(name) ?? null;
  /** The value under the old key, or the marker of a removal that the store has not recorded. */
  const olderValue = (name: StoredTextKey) => olderText(name) ?? older?.read(goneKey(name)) ?? null;
  const read = (name: StoredTextKey) => (known.has(name) ? (known.get(name) ?? null) : olderText(name));

  /** Returns what is stored under the old key afterwards: a device without space keeps the previous value. */
  function mirror(name: StoredTextKey, text: string | null): Mirrored {
    if (mirrored || olderText(name) !== null) older?.write(name, text);
    older?.write(goneKey(name), null);
    older?.write(stampKey(name), mirrored ? environment.random.uuid() : null);
    return { older: noteSeen(name), stamp: stampOf(name) };
  }

  const stampOf = (name: StoredTextKey) => older?.read(stampKey(name)) ?? null;

  function noteSeen(name: StoredTextKey): string | null {
    const there = olderValue(name);
    seen.set(name, there);
    return there;
  }

  /**
   * After a failed store write, keeps the text under the old key, unless another tab has changed that from
   * `there`.
   */
  function keepUnderOldKey(name: StoredTextKey, there: string | null): void {
    older?.write(stampKey(name), NOT_STORED);
    if (olderValue(name) !== there) return;
    const text = read(name);
    if (text === null) older?.write(goneKey(name), environment.random.uuid());
    else older?.write(name, text);
    noteSeen(name);
  }

  function mirrorAll(changes: StoredTextChanges): Mirrors {
    return Object.fromEntries(entriesOf(changes).map(([name, text]) => [name, mirror(name, text)]));
  }

  /**
   * Without the store, a page learns of other tabs through the old keys. A worker has no old keys and
   * continues with the known texts.
   */
  function followOlder(): void {
    if (!older) return;
    for (const [name, value] of seen) {
      if (olderValue(name) === value || isWriting(name)) continue;
      known.set(name, olderText(name));
      noteSeen(name);
    }
  }

  /** Reads a text. `accept`: accept a changed value under the old key, which may only be a late write. */
  async function inspect(tx: Reading<Notes>, name: StoredTextKey, accept: boolean) {
    const record = (await tx.get('notes', noteOf(name))) as Kept | undefined;
    const there: Mirrored = older
      ? { older: olderValue(name), stamp: stampOf(name) }
      : { older: null, ...record };
    const is_changed = record !== undefined && there.older !== record.older && !isLost(record, there);
    const text = !record || (is_changed && accept) ? olderText(name) : record.text;
    return { text, there, is_changed, settled: record !== undefined && !is_changed };
  }

  async function put(tx: Writing<Notes>, name: StoredTextKey, text: string | null, there: Mirrored) {
    const { older, stamp = null } = there;
    await tx.put('notes', { text, older, stamp } satisfies Kept, noteOf(name));
  }

  /** Reads all texts; returns true if a changed value was not accepted. */
  function readAll(accept: boolean): Promise<boolean> {
    return change(async (tx) => {
      let has_unaccepted = false;
      for (const name of Object.values(STORED_KEYS)) {
        const { text, there, is_changed, settled } = await inspect(tx, name, accept);
        has_unaccepted ||= is_changed && !accept;
        if (!isWriting(name)) known.set(name, text);
        if (!is_changed || accept) seen.set(name, there.older);
        if (settled ? !mirrored || there.older === text : is_changed && !accept) continue;
        // A change made only by a worker is copied to the old key here.
        await put(tx, name, text, settled ? mirror(name, text) : there);
      }
      return has_unaccepted;
    });
  }

  async function takeOver(): Promise<void> {
    if (!(await readAll(false))) return;
    await pause(environment.timer, SETTLED_MS);
    await readAll(true);
  }

  /**
   * Returns true if previous builds are still served: for a fixed time, and as long as one of their tabs is
   * open.
   */
  async function isMirrored(): Promise<boolean> {
    const lives = await isOlderClientOpen(environment.locks).catch(() => true);
    const until = await change(async (tx) => {
      const noted = (await tx.get('notes', MIRRORED_UNTIL)) as number | undefined;
      if (noted === undefined) await tx.put('notes', environment.now() + MIRRORED_MS, MIRRORED_UNTIL);
      return noted ?? Number.POSITIVE_INFINITY;
    });
    return lives || environment.now() < until;
  }

  /** Moves the remaining texts from the old keys into the store and clears the keys. */
  async function endMirroring(): Promise<void> {
    const left = Object.values(STORED_KEYS).filter((name) => olderValue(name) !== null);
    if (left.length === 0) return;
    await change(async (tx) => {
      for (const name of left) await put(tx, name, (await inspect(tx, name, true)).text, { older: null });
    });
    for (const name of left) mirror(name, null);
  }

  /** Stops at the first request to which the store does not respond, so that the page waits only once. */
  async function openOnce(): Promise<void> {
    if (older) mirrored = await isMirrored();
    await takeOver();
    if (!mirrored) await endMirroring();
  }

  /** `mirrors`: the present values under the old keys. */
  async function putAll(tx: Writing<Notes>, changes: StoredTextChanges, mirrors: Mirrors): Promise<true> {
    for (const [name, text] of entriesOf(changes)) {
      const there = mirrored ? mirrors[name] : (await inspect(tx, name, false)).there;
      await put(tx, name, text, there ?? { older: null });
    }
    return true;
  }

  return {
    open() {
      opened ??= openOnce().catch(followOlder);
      return opened;
    },
    read,
    async write(changes) {
      for (const [name, text] of entriesOf(changes)) known.set(name, text);
      writing.add(changes);
      const mirrors = mirrorAll(changes);
      const stored = await change((tx) => putAll(tx, changes, mirrors), 'durable').catch(() => false);
      writing.delete(changes);
      if (!stored)
        for (const [name] of entriesOf(changes)) keepUnderOldKey(name, mirrors[name]?.older ?? null);
    },
    async writeIf(name, expected, changes) {
      const kept = await change(async (tx) => {
        const { text, is_changed } = await inspect(tx, name, false);
        if (is_changed || isWriting(name) || !expected(text)) return false;
        return await putAll(tx, changes, mirrorAll(changes));
      }, 'durable').catch(() => null);
      if (kept === null) followOlder();
      const written = kept ?? expected(read(name));
      for (const [changed, text] of entriesOf(written ? changes : {})) {
        if (isWriting(changed)) continue;
        known.set(changed, text);
        if (kept === null) keepUnderOldKey(changed, mirror(changed, text).older);
      }
      return written;
    },
    reload: () => takeOver().catch(followOlder),
  };
}

/** Parses JSON; returns null if the text is not valid JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Written as the stamp when the store rejected a write: the value under the old key then counts as a change.
 */
const NOT_STORED = 'news';

/**
 * Returns true if localStorage lost this device's last write. Another tab's write in progress looks the same
 * for a moment, but reaches the store soon.
 */
function isLost(record: Kept, there: Mirrored): boolean {
  const { stamp = null } = there;
  return Boolean(record.stamp) && stamp !== record.stamp && stamp !== NOT_STORED;
}

/** Key of a random stamp, replaced with each write to the old key. */
function stampKey(name: StoredTextKey): string {
  return `${name}.stamp`;
}

/** Key of a random marker, set when a text was removed but the store did not record it. */
function goneKey(name: StoredTextKey): string {
  return `${name}.gone`;
}

function noteOf(name: StoredTextKey): string {
  return `kept ${name}`;
}

function entriesOf(changes: StoredTextChanges): [StoredTextKey, string | null][] {
  return Object.entries(changes) as [StoredTextKey, string | null][];
}
