import type { KeyRange } from '../environment/store.ts';
import { sha256Hex } from './sha256.ts';

/** Retention of done entries, and of the notes that replace them, in ms. */
export const KEPT_MS = 30 * 24 * 3_600_000;

const START = 'settled ';

/**
 * The key of the note that replaces the entry of a settled subject when its user leaves. It contains only a
 * hash. The note's value is the time of the decision, in ms since epoch.
 */
export async function settledNote(open_subject: string): Promise<string> {
  return START + (await sha256Hex(new TextEncoder().encode(open_subject).buffer));
}

/** The key range of these notes. */
export const SETTLED_NOTES: KeyRange = { starts_with: START };
