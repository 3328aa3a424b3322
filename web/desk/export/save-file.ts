/** Saves a text as a download. */
export function saveFile(name: string, text: string, type: string): Promise<void> {
  return saveBlob(name, new Blob([text], { type }));
}

export async function saveBlob(name: string, blob: Blob): Promise<void> {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started the download by the next microtask.
  await Promise.resolve();
  URL.revokeObjectURL(address);
}
