/**
 * When something happened (ruling B5): the device's time corrected by its measured offset from the server, within
 * [earliest, now].
 */
export function occurredAt(
  device: { occurred_at: string; clock_offset_ms: number },
  earliest: Date,
  now: Date,
): Date {
  const corrected = Date.parse(device.occurred_at) + device.clock_offset_ms;
  return new Date(Math.min(Math.max(corrected, earliest.getTime()), now.getTime()));
}
