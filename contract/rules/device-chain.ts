/**
 * A device, a browser's store on a phone, numbers its commands of each shop 1, 2, 3 … and chains them, so that one that never arrives is
 * missed (ruling G4). Number and hashes travel in headers, outside the fingerprint.
 */

/** Of a command's request; all four or none. */
export const DEVICE_HEADERS = {
  device_id: 'device-id',
  device_number: 'device-number',
  device_hash: 'device-hash',
  device_previous: 'device-previous',
} as const;

/** What the first command of a device follows. */
export const FIRST_PREVIOUS = '0'.repeat(64);

export const MAX_DEVICE_NUMBER = 2_000_000_000;

/** How many open numbers one report may name, and how many closed ones. Both together stay within a request's size. */
export const REPORTED_MAX = 500;

/** What a command's hash is the SHA-256 of, in UTF-8: the hash of the one before it, its number, its id. */
export function chainText(previous: string, number: number, command_id: string): string {
  return `${previous} ${number} ${command_id}`;
}

/** How a number is over that never arrives: the server refused it, it was made anew under another number, or its person gave it up. */
export const CLOSED_HOW = ['refused', 'replaced', 'discarded'] as const;
