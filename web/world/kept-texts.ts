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

/** `older`: what lay under the old key when this was written. Anything else there is news of a tab of an older build. */
type Kept = { text: string | null; older: string | null };
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
 * answer within seconds, is served by the old keys and by memory.
 */
export function createKeptTexts(world: World): KeptTexts {
  const { older } = world;
  const known = new Map<KeptName, string | null>();
  /** What lay under the old keys when this tab knew the same: it is news when something else lies there. */
  const seen = new Map<KeptName, string | null>();
  /** How many writes of this tab are on their way: what is read meanwhile is of before. */
  const writing = new Map<KeptName, number>();
  let mirrored = older !== null;
  let opened: Promise<void> | undefined;

  function change<T>(work: (tx: Writing<Notes>) => Promise<T>, durability?: 'durable'): Promise<T> {
    return answered(world, world.store.write(['notes'], work, durability));
  }

  const olderText = (name: KeptName) => older?.read(name) ?? null;
  const read = (name: KeptName) => (known.has(name) ? (known.get(name) ?? null) : olderText(name));

  /** Answers what lies under the old key then: a device that is full keeps what was there. */
  function mirror(name: KeptName, text: string | null): string | null {
    if (mirrored) older?.write(name, text);
    const there = olderText(name);
    seen.set(name, there);
    return there;
  }

  function mirrorAll(changes: KeptChanges): KeptChanges {
    return Object.fromEntries(entriesOf(changes).map(([name, text]) => [name, mirror(name, text)]));
  }

  /** Where the store does not answer, other tabs are heard of by the old keys alone. */
  function followOlder(): void {
    for (const [name, text] of seen) {
      const there = olderText(name);
      if (there === text || writing.has(name)) continue;
      known.set(name, there);
      seen.set(name, there);
    }
  }

  /** What the device keeps. `believe`: also where the old key has news, which may only be late. */
  async function look(tx: Reading<Notes>, name: KeptName, believe: boolean) {
    const record = (await tx.get('notes', noteOf(name))) as Kept | undefined;
    const there = older ? olderText(name) : (record?.older ?? null);
    const news = record !== undefined && there !== record.older;
    const text = !record || (news && believe) ? there : record.text;
    return { text, there, news, settled: record !== undefined && !news };
  }

  async function put(tx: Writing<Notes>, name: KeptName, text: string | null, there: string | null) {
    await tx.put('notes', { text, older: there } satisfies Kept, noteOf(name));
  }

  /** Answers whether there is news that was not believed. */
  function readAll(believe: boolean): Promise<boolean> {
    return change(async (tx) => {
      let doubtful = false;
      for (const name of Object.values(KEPT)) {
        const { text, there, news, settled } = await look(tx, name, believe);
        doubtful ||= news && !believe;
        if (!writing.has(name)) known.set(name, text);
        if (!news || believe) seen.set(name, there);
        if (settled ? !mirrored || there === text : news && !believe) continue;
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
    const left = Object.values(KEPT).filter((name) => olderText(name) !== null);
    if (left.length === 0) return;
    await change(async (tx) => {
      for (const name of left) await put(tx, name, (await look(tx, name, true)).text, null);
    });
    for (const name of left) older?.write(name, null);
  }

  /** The first thing that the store does not answer ends it: nobody waits for the next. */
  async function openOnce(): Promise<void> {
    if (older) mirrored = await isMirrored();
    await takeOver();
    if (!mirrored) await endMirroring();
  }

  /** `mirrors`: what lies under the old keys by now. */
  async function putAll(tx: Writing<Notes>, changes: KeptChanges, mirrors: KeptChanges): Promise<void> {
    for (const [name, text] of entriesOf(changes)) {
      const there = mirrored ? mirrors[name] : (await look(tx, name, false)).there;
      await put(tx, name, text, there ?? null);
    }
  }

  return {
    open() {
      opened ??= openOnce().catch(followOlder);
      return opened;
    },
    read,
    async write(changes) {
      for (const [name, text] of entriesOf(changes)) {
        known.set(name, text);
        writing.set(name, (writing.get(name) ?? 0) + 1);
      }
      const mirrors = mirrorAll(changes);
      await change((tx) => putAll(tx, changes, mirrors), 'durable').catch(() => {});
      for (const [name] of entriesOf(changes)) {
        const others = (writing.get(name) ?? 1) - 1;
        if (others > 0) writing.set(name, others);
        else writing.delete(name);
      }
    },
    async writeIf(name, expected, changes) {
      const kept = await change(async (tx) => {
        const { text, news } = await look(tx, name, false);
        if (news || writing.has(name) || !expected(text)) return false;
        await putAll(tx, changes, mirrorAll(changes));
        return true;
      }, 'durable').catch(() => null);
      if (kept === null) followOlder();
      const written = kept ?? expected(read(name));
      for (const [changed, text] of entriesOf(written ? changes : {})) {
        if (writing.has(changed)) continue;
        known.set(changed, text);
        if (kept === null) mirror(changed, text);
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

function noteOf(name: KeptName): string {
  return `kept ${name}`;
}

function entriesOf(changes: KeptChanges): [KeptName, string | null][] {
  return Object.entries(changes) as [KeptName, string | null][];
}
