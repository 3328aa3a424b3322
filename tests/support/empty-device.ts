/** Each file of browser tests begins on a device that keeps nothing: files follow each other on one, whatever the last of them left. */
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
