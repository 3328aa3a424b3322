import type { Page } from '@playwright/test';

type Store = 'reads' | 'drafts' | 'entries' | 'notes';

/** Returns all records of one of the device's stores (see web/offline/device-records.ts) as JSON. */
export async function keptOnDevice(page: Page, store: Store): Promise<string> {
  return JSON.stringify(await readDevice(page, store, 'getAll'));
}

/** Returns the keys of one of the device's stores. */
export function keysOnDevice(page: Page, store: Store): Promise<unknown[]> {
  return readDevice(page, store, 'getAllKeys');
}

function readDevice(page: Page, store: Store, what: 'getAll' | 'getAllKeys'): Promise<unknown[]> {
  return page.evaluate(
    async ([name, ask]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('mandoob');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const kept = await new Promise<unknown[]>((resolve, reject) => {
        const asking = database.transaction(name).objectStore(name)[ask]();
        asking.onsuccess = () => resolve(asking.result);
        asking.onerror = () => reject(asking.error);
      });
      database.close();
      return kept;
    },
    [store, what] as const,
  );
}
