import { newId } from '../../contract/rules/ids.ts';

/**
 * Generates time-ordered ids, and numbers in [0, 1). Secrets and keys must come from `node:crypto` instead.
 */
export type Random = { id(): string; number(): number };

/**
 * The only source of time and randomness in the server: entry points take them from here and pass them on.
 */
export const machineNow = (): Date => new Date();
export const machineRandom: Random = {
  id: newId,
  number: () => Math.random(),
};
