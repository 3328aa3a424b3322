/** Starts sending the user's stored records. The desk creates none itself and does not wait for this. */
export async function loadUnsent(): Promise<void> {
  const { startOffline } = await import('../../commands/this-device.ts');
  startOffline();
}
