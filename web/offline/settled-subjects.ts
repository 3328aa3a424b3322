import type { KeyRange } from '../world/store.ts';
import { sha256Hex } from './sha256.ts';

/** Done entries, and what is left of them, remember for this long that their subject was dealt with. */
export const KEPT_MS = 30 * 24 * 3_600_000;

const START = 'settled ';

/** What stays of a settled subject when its entry leaves with its user (ruling G8): a hash. Its value is when, in ms since epoch. */
export async function settledNote(open_subject: string): Promise<string> {
  return START + (await sha256Hex(new TextEncoder().encode(open_subject).buffer));
}

/** All such notes among the device's. */
export const SETTLED_NOTES: KeyRange = { starts_with: START };
