import { showHint } from '../line/desk-line.ts';
import type { DeskAction } from './desk-actions.ts';

/** Runs the action, or shows why it is unavailable. */
export function runAction({ unavailable, run }: DeskAction): void {
  if (unavailable === undefined) run();
  else showHint(unavailable);
}
