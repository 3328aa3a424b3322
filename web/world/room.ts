const MB = 1024 * 1024;
/** What a device says is believed up to here. */
const LITTLE_BYTES = 64 * MB;
/** Tried one after the other until one fits. */
const TRIED_BYTES = [8 * MB, 4 * MB, 2 * MB, MB];
/** Enough room is taken to last for so long. */
const LASTS_MS = 5 * 60_000;

export type Room = ReturnType<typeof createRoom>;

/**
 * How much room this origin has left. Chromium says a number that has nothing to do with the disk (10 GiB), so that no page can be told
 * by it; there it is tried out, in a database of its own that nobody waits behind.
 */
export function createRoom(trial_name: string) {
  let enough_until = 0;
  return {
    /** In bytes where it is little; null where it is enough, or nobody can tell. */
    async left(): Promise<number | null> {
      if (performance.now() < enough_until) return null;
      const said = await saidBytes();
      if (said === null) return null;
      const left = said < LITTLE_BYTES ? said : await triedBytes(trial_name);
      if (left === null) enough_until = performance.now() + LASTS_MS;
      return left;
    },
    /** Something could not be stored. */
    lookAgain(): void {
      enough_until = 0;
    },
  };
}

async function saidBytes(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/** The most that could be stored of what was tried; null where that was all, or the device failed otherwise. */
async function triedBytes(name: string): Promise<number | null> {
  for (const [at, bytes] of TRIED_BYTES.entries()) {
    const outcome = await tryOut(name, bytes);
    if (outcome === 'failed') return null;
    if (outcome === 'fits') return at === 0 ? null : bytes;
  }
  return 0;
}

/** Stores so many bytes and deletes them again. */
async function tryOut(name: string, bytes: number): Promise<'fits' | 'full' | 'failed'> {
  const outcome = await new Promise<'fits' | 'full' | 'failed'>((resolve) => {
    const opening = indexedDB.open(name);
    const fail = (error: DOMException | null) =>
      resolve(error?.name === 'QuotaExceededError' ? 'full' : 'failed');
    opening.onerror = () => fail(opening.error);
    opening.onupgradeneeded = () => opening.result.createObjectStore('trial');
    opening.onsuccess = () => {
      const database = opening.result;
      const tx = database.transaction('trial', 'readwrite');
      const end = (told: () => void) => {
        database.close();
        told();
      };
      tx.oncomplete = () => end(() => resolve('fits'));
      tx.onabort = () => end(() => fail(tx.error));
      // Of a blob nothing is compressed.
      tx.objectStore('trial').put(new Blob([new Uint8Array(bytes)]), 'trial');
    };
  }).catch(() => 'failed' as const);
  await new Promise<void>((resolve) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => resolve();
    deleting.onblocked = () => resolve();
  });
  return outcome;
}
