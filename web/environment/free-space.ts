const MB = 1024 * 1024;
/** An estimate below this is used without a measurement. */
const LITTLE_BYTES = 64 * MB;
/** Sizes that are tried one after another until one fits. */
const TRIED_BYTES = [8 * MB, 4 * MB, 2 * MB, MB];
/** A result of "enough space" is valid for this time. */
const LASTS_MS = 5 * 60_000;

export type SpaceEstimator = ReturnType<typeof createSpaceEstimator>;

/**
 * Measures the storage space left for this origin. Chromium estimates a constant 10 GiB regardless of the
 * disk, so that pages cannot be identified by it. The space is therefore measured by writing to a separate
 * database that blocks no other.
 */
export function createSpaceEstimator(trial_name: string) {
  let enough_until = 0;
  return {
    /** Returns the free bytes if there are few; null if there is enough space, or if it is unknown. */
    async left(): Promise<number | null> {
      if (performance.now() < enough_until) return null;
      const estimate = await estimatedBytes();
      if (estimate === null) return null;
      const left = estimate < LITTLE_BYTES ? estimate : await writableBytes(trial_name);
      if (left === null) enough_until = performance.now() + LASTS_MS;
      return left;
    },
    /** Discards the last result, after a failed write. */
    lookAgain(): void {
      enough_until = 0;
    },
  };
}

async function estimatedBytes(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/**
 * Returns the largest tried size that could be stored; null if the largest of all fits, or the device failed
 * otherwise.
 */
async function writableBytes(name: string): Promise<number | null> {
  for (const [at, bytes] of TRIED_BYTES.entries()) {
    const outcome = await tryOut(name, bytes);
    if (outcome === 'failed') return null;
    if (outcome === 'fits') return at === 0 ? null : bytes;
  }
  return 0;
}

/** Stores `bytes` bytes and deletes them again. */
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
      const end = (settle: () => void) => {
        database.close();
        settle();
      };
      tx.oncomplete = () => end(() => resolve('fits'));
      tx.onabort = () => end(() => fail(tx.error));
      // Blobs are not compressed.
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
