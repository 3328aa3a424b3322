/** What the device keeps of this person's work, and what sends it: the desk has none of its own, and does not wait for it. */
export async function loadUnsent(): Promise<void> {
  const { startOffline } = await import('../../commands/this-device.ts');
  startOffline();
}
