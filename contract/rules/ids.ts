import { uuidv7 } from 'uuidv7';

/** Returns a new UUIDv7 (RFC 9562), in time order. Browsers have no `crypto.randomUUID` on plain HTTP. */
export function newId(): string {
  return uuidv7();
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const SHA256 = /^[0-9a-f]{64}$/;
