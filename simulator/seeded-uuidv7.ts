/**
 * Replaces the package `uuidv7`, which keeps buffered random bytes from one run to the next. Returns UUIDs in
 * time order, by the process's own clock and randomness.
 */
let counter = 0;
let last_ms = 0;

export function uuidv7(): string {
  const now = Date.now();
  counter = now === last_ms ? counter + 1 : 0;
  last_ms = now;
  const rest = crypto.getRandomValues(new Uint8Array(8));
  rest[0] = ((rest[0] ?? 0) & 0x3f) | 0x80;
  const time = now.toString(16).padStart(12, '0');
  const hex = Array.from(rest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const order = (counter & 0xfff).toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${hex.slice(0, 4)}-${hex.slice(4)}`;
}
