/**
 * A device (the store of one browser) numbers its commands for each shop 1, 2, 3 … and chains them, so that a
 * command that never arrives is detected. The number and hashes are sent as headers, outside the command's
 * fingerprint.
 */

/** The headers of a command's request; all four are sent, or none. */
export const DEVICE_HEADERS = {
  device_id: 'device-id',
  device_number: 'device-number',
  device_hash: 'device-hash',
  device_previous: 'device-previous',
} as const;

/** The previous hash of a device's first command. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

export const MAX_DEVICE_NUMBER = 2_000_000_000;

/**
 * The maximum number of open numbers in one report, and of closed ones. Both together fit into the largest
 * request.
 */
export const REPORTED_MAX = 500;

/**
 * Returns the text whose SHA-256, in UTF-8, is a command's hash: the previous hash, the number and the id.
 */
export function chainText(previous: string, number: number, command_id: string): string {
  return `${previous} ${number} ${command_id}`;
}

/**
 * The reasons why a number never arrives: the server refused it, another number replaced it, or the user
 * discarded it.
 */
export const CLOSE_REASONS = ['refused', 'replaced', 'discarded'] as const;
