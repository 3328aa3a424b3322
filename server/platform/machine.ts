import { randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';

/** An id in time order, and a number from 0 to less than 1. Secrets and keys are `node:crypto`'s alone. */
export type Random = { id(): string; number(): number };

const chance = new Uint32Array(1024);
let taken = chance.length;

/** As `newId`, by chance that is asked for in larger pieces: a request makes several ids. */
const ids = new V7Generator({
  nextUint32: () => {
    if (taken === chance.length) {
      randomFillSync(chance);
      taken = 0;
    }
    taken += 1;
    return chance[taken - 1] ?? 0;
  },
});

/** The one place of the server that asks the machine for time and chance: what starts takes them here and gives them on. */
export const machineNow = (): Date => new Date();
export const machineRandom: Random = {
  id: () => ids.generate().toString(),
  number: () => Math.random(),
};
