import { newId } from '../../contract/rules/ids.ts';

/** An id in time order, and a number from 0 to less than 1. Secrets and keys are `node:crypto`'s alone. */
export type Random = { id(): string; number(): number };

/** The one place of the server that asks the machine for time and chance: what starts takes them here and gives them on. */
export const machineNow = (): Date => new Date();
export const machineRandom: Random = {
  id: newId,
  number: () => Math.random(),
};
