/** Hands a text to the person as a file. */
export async function saveFile(name: string, text: string, type: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn.
  await Promise.resolve();
  URL.revokeObjectURL(address);
}
