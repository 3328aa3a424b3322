import type { Reading, Writing } from './store.ts';
import { olderClientLives } from './tab-locks.ts';
import { answered, pause } from './waiting.ts';
import type { World } from './world.ts';

/** The keys under which builds of before kept these in localStorage. */
export const KEPT = {
  session: 'mandoob.session',
  profile: 'mandoob.profile',
  ended: 'mandoob.ended',
  known_device: 'mandoob.known-device',
  clock_offset: 'mandoob.clock_offset_ms',
  left: 'mandoob.left',
} as const;

export type KeptName = (typeof KEPT)[keyof typeof KEPT];
export type KeptChanges = Partial<Record<KeptName, string | null>>;

/** For this long after a device met this build, what it keeps is also where builds of before look for it. */
export const MIRRORED_MS = 30 * 24 * 3_600_000;
/** What another process wrote to localStorage is there a little later. */
const SETTLED_MS = 500;
const MIRRORED_UNTIL = 'kept until';

/**
 * `older`: what lay under the old key when this was written. Anything else there is news: see `olderSays`. `stamp`: what was written beside it then. Another
 * one there, or none, says that the browser died before that was on its disk: what lies there is then of before, and no news.
 */
type Kept = Mirrored & { text: string | null };
/** Records of builds of before have no stamp. */
type Mirrored = { older: string | null; stamp?: string | null };
type Mirrors = Partial<Record<KeptName, Mirrored>>;
type Notes = { notes: { key: string; value: unknown } };

export type KeptTexts = {
  /** Reads the device for the first time. Await it before anything is relied on; further calls do nothing. */
  open(): Promise<void>;
  /** As last read or written here, at once. */
  read(name: KeptName): string | null;
  /** Known here at once, also when the device cannot keep it. Resolves when it is durable, or cannot be. */
  write(changes: KeptChanges): Promise<void>;
  /** Writes in one step with looking whether the device still keeps what is `expected`; answers whether it did. */
  writeIf(name: KeptName, expected: (text: string | null) => boolean, changes: KeptChanges): Promise<boolean>;
  /** Reads the device again, after another tab has changed something; what is known stays where it does not answer. */
  reload(): Promise<void>;
};

/**
 * The few small texts that a device keeps beside its records: session, profile and the like. They lie among the notes of the
 * store, where a worker reads them too, and are read into memory once, so that a page has them at once.
 *
 * Builds of before have them in localStorage. What they left is taken over; while they may live or come back, each text is
 * written there too, and what they change there is taken over again (decision 26). A device whose store fails, or does not
 * answer within seconds, is served by the old keys and by memory; what the store did not take, it takes over from there later.
 */
export function createKeptTexts(world: World): KeptTexts {
  const { older } = world;
  const known = new Map<KeptName, string | null>();
  /** What the old keys said when this tab knew the same: it is news when they say something else. */
  const seen = new Map<KeptName, string | null>();
  /** What this tab is writing: what is read of it meanwhile is of before. */
  const writing = new Set<KeptChanges>();
  let mirrored = older !== null;
  let opened: Promise<void> | undefined;

  function change<T>(work: (tx: Writing<Notes>) => Promise<T>, durability?: 'durable'): Promise<T> {
    return answered(world, world.store.write(['notes'], work, durability));
  }

  const isWriting = (name: KeptName) => [...writing].some((changes) => name in changes);
  const olderText = (name: KeptName) => older?.read(name) ?? null;
  /** What lies under the old key, or the mark that nothing does because the store did not take that. */
  const olderSays = (name: KeptName) => olderText(name) ?? older?.read(goneKey(name)) ?? null;
  const read = (name: KeptName) => (known.has(name) ? (known.get(name) ?? null) : olderText(name));

  /** Answers what the old key says then: a device that is full keeps what was there. */
  function mirror(name: KeptName, text: string | null): Mirrored {
    if (mirrored || olderText(name) !== null) older?.write(name, text);
    older?.write(goneKey(name), null);
    older?.write(stampKey(name), mirrored ? world.random.uuid() : null);
    return { older: see(name), stamp: stampOf(name) };
  }

  const stampOf = (name: KeptName) => older?.read(stampKey(name)) ?? null;

  function see(name: KeptName): string | null {
    const there = olderSays(name);
    seen.set(name, there);
    return there;
  }

  /** The store did not take what is known: the old key says it, unless it has news since it said `there`. */
  function leave(name: KeptName, there: string | null): void {
    older?.write(stampKey(name), NEWS);
    if (olderSays(name) !== there) return;
    const text = read(name);
    if (text === null) older?.write(goneKey(name), world.random.uuid());
    else older?.write(name, text);
    see(name);
  }

  function mirrorAll(changes: KeptChanges): Mirrors {
    return Object.fromEntries(entriesOf(changes).map(([name, text]) => [name, mirror(name, text)]));
  }

  /** Where the store does not answer, other tabs are heard of by the old keys alone; a worker, which has none, goes on with what it knows. */
  function followOlder(): void {
    if (!older) return;
    for (const [name, said] of seen) {
      if (olderSays(name) === said || isWriting(name)) continue;
      known.set(name, olderText(name));
      see(name);
    }
  }

  /** What the device keeps. `believe`: also where the old key has news, which may only be late. */
  async function look(tx: Reading<Notes>, name: KeptName, believe: boolean) {
    const record = (await tx.get('notes', noteOf(name))) as Kept | undefined;
    const there: Mirrored = older
      ? { older: olderSays(name), stamp: stampOf(name) }
      : { older: null, ...record };
    const news = record !== undefined && there.older !== record.older && !isLost(record, there);
    const text = !record || (news && believe) ? olderText(name) : record.text;
    return { text, there, news, settled: record !== undefined && !news };
  }

  async function put(tx: Writing<Notes>, name: KeptName, text: string | null, there: Mirrored) {
    const { older, stamp = null } = there;
    await tx.put('notes', { text, older, stamp } satisfies Kept, noteOf(name));
  }

  /** Answers whether there is news that was not believed. */
  function readAll(believe: boolean): Promise<boolean> {
    return change(async (tx) => {
      let doubtful = false;
      for (const name of Object.values(KEPT)) {
        const { text, there, news, settled } = await look(tx, name, believe);
        doubtful ||= news && !believe;
        if (!isWriting(name)) known.set(name, text);
        if (!news || believe) seen.set(name, there.older);
        if (settled ? !mirrored || there.older === text : news && !believe) continue;
        // Where only a worker has changed it, the old key learns of it here.
        await put(tx, name, text, settled ? mirror(name, text) : there);
      }
      return doubtful;
    });
  }

  async function takeOver(): Promise<void> {
    if (!(await readAll(false))) return;
    await pause(world.timer, SETTLED_MS);
    await readAll(true);
  }

  /** Whether builds of before are still served: for a time, and as long as one of their tabs lives. */
  async function isMirrored(): Promise<boolean> {
    const lives = await olderClientLives(world.locks).catch(() => true);
    const until = await change(async (tx) => {
      const noted = (await tx.get('notes', MIRRORED_UNTIL)) as number | undefined;
      if (noted === undefined) await tx.put('notes', world.now() + MIRRORED_MS, MIRRORED_UNTIL);
      return noted ?? Number.POSITIVE_INFINITY;
    });
    return lives || world.now() < until;
  }

  /** Nothing is left under the old keys. */
  async function endMirroring(): Promise<void> {
    const left = Object.values(KEPT).filter((name) => olderSays(name) !== null);
    if (left.length === 0) return;
    await change(async (tx) => {
      for (const name of left) await put(tx, name, (await look(tx, name, true)).text, { older: null });
    });
    for (const name of left) mirror(name, null);
  }

  /** The first thing that the store does not answer ends it: nobody waits for the next. */
  async function openOnce(): Promise<void> {
    if (older) mirrored = await isMirrored();
    await takeOver();
    if (!mirrored) await endMirroring();
  }

  /** `mirrors`: what lies under the old keys by now. */
  async function putAll(tx: Writing<Notes>, changes: KeptChanges, mirrors: Mirrors): Promise<true> {
    for (const [name, text] of entriesOf(changes)) {
      const there = mirrored ? mirrors[name] : (await look(tx, name, false)).there;
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
      if (!stored) for (const [name] of entriesOf(changes)) leave(name, mirrors[name]?.older ?? null);
    },
    async writeIf(name, expected, changes) {
      const kept = await change(async (tx) => {
        const { text, news } = await look(tx, name, false);
        if (news || isWriting(name) || !expected(text)) return false;
        return await putAll(tx, changes, mirrorAll(changes));
      }, 'durable').catch(() => null);
      if (kept === null) followOlder();
      const written = kept ?? expected(read(name));
      for (const [changed, text] of entriesOf(written ? changes : {})) {
        if (isWriting(changed)) continue;
        known.set(changed, text);
        if (kept === null) leave(changed, mirror(changed, text).older);
      }
      return written;
    },
    reload: () => takeOver().catch(followOlder),
  };
}

/** What a text says in JSON; null also where it is none. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Written beside what the store did not take: whatever lies there then is news. */
const NEWS = 'news';

/** The old key has lost what this device wrote there last: what another tab of this build is writing looks the same for a moment, and is in the store soon. */
function isLost(record: Kept, there: Mirrored): boolean {
  const { stamp = null } = there;
  return Boolean(record.stamp) && stamp !== record.stamp && stamp !== NEWS;
}

/** Under it lies something new each time this device has written beside it. */
function stampKey(name: KeptName): string {
  return `${name}.stamp`;
}

/** Under it lies something new each time, which is news. */
function goneKey(name: KeptName): string {
  return `${name}.gone`;
}

function noteOf(name: KeptName): string {
  return `kept ${name}`;
}

function entriesOf(changes: KeptChanges): [KeptName, string | null][] {
  return Object.entries(changes) as [KeptName, string | null][];
}
