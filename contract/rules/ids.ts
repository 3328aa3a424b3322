import { uuidv7 } from 'uuidv7';

/** A new UUIDv7 (RFC 9562), in time order, by `getRandomValues`: over plain http there is no `crypto.randomUUID`. */
export function newId(): string {
  return uuidv7();
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const SHA256 = /^[0-9a-f]{64}$/;
