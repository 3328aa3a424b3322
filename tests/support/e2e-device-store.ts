import type { Page } from '@playwright/test';

/** Everything in one of the device's stores (see web/offline/device-records.ts), as JSON text. */
export function keptOnDevice(page: Page, store: 'reads' | 'drafts' | 'entries'): Promise<string> {
  return page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('mandoob');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const kept = await new Promise<unknown[]>((resolve, reject) => {
      const asking = database.transaction(name).objectStore(name).getAll();
      asking.onsuccess = () => resolve(asking.result);
      asking.onerror = () => reject(asking.error);
    });
    database.close();
    return JSON.stringify(kept);
  }, store);
}
