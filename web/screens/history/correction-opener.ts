import { createContext, use } from 'react';
import type { OwnCorrectable } from './own-correctable.ts';

/** Opens the correction of an own delivery, with its facts as they are now. */
export const CorrectionOpener = createContext<(delivery: OwnCorrectable) => void>(() => {});

export function useCorrectionOpener() {
  return use(CorrectionOpener);
}
