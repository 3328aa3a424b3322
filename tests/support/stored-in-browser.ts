/**
 * Returns everything that the browser stores for the product as one text: all databases, local and session
 * storage, caches, cookies. Bytes appear both as numbers and decoded as text, so that a name inside a file is
 * found too. The function runs in the page, so it must not refer to anything outside of itself.
 */
export async function storedInBrowser(): Promise<string> {
  const parts: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const records = database.transaction(store).objectStore(store);
      parts.push(
        name,
        store,
        await Promise.all([resultOf(records.getAllKeys()), resultOf(records.getAll())]),
      );
    }
    database.close();
  }
  for (const name of (await globalThis.caches?.keys()) ?? []) {
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const bodies = await Promise.all(requests.map(async (one) => (await cache.match(one))?.text()));
    parts.push(
      name,
      requests.map(({ url }) => url),
      bodies,
    );
  }
  return JSON.stringify(parts, (_, value: unknown) =>
    value instanceof ArrayBuffer
      ? `${value.byteLength} bytes: ${new TextDecoder('latin1').decode(value)}`
      : value,
  );
}
