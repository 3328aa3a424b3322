/** Whether the device refused to keep something for want of room. */
export function isDeviceFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
