import { tell } from '../line/desk-line.ts';
import type { DeskAction } from './desk-actions.ts';

/** Does it, or says why it cannot be done now. */
export function runAction({ unavailable, run }: DeskAction): void {
  if (unavailable === undefined) run();
  else tell(unavailable);
}
