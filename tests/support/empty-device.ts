/** Clears the browser's storage before each file of browser tests, because all files run in one browser. */
localStorage.clear();
sessionStorage.clear();
for (const { name } of await indexedDB.databases()) {
  if (name === undefined) continue;
  await new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.onsuccess = resolve;
    deleting.onerror = () => reject(deleting.error);
  });
}

export {};
