import { randomBytes } from 'node:crypto';
import { newId } from '../../contract/rules/ids.ts';

/** An id in time order, bytes for a secret, and a number from 0 to less than 1. */
export type Random = { id(): string; bytes(size: number): Buffer; number(): number };

/**
 * The one place of the server that asks the machine for the time and for chance. A server or a command line that starts takes them here
 * and gives them on: what decides something is given both.
 */
export const machineNow = (): Date => new Date();
export const machineRandom: Random = {
  id: newId,
  bytes: (size) => randomBytes(size),
  number: () => Math.random(),
};
