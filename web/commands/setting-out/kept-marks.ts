import { thisTab } from '../../environment/this-tab.ts';
import { withinStoreTimeout } from '../../environment/timing.ts';
import { type LoadMarks, type MarkChanges, withChanges } from './load-marks.ts';

/** The marks of one business day; those of earlier days are replaced. */
export type KeptMarks = { day: string; marks: LoadMarks };

/** The key in the device's notes. */
const noteOf = (user_id: string) => `loading:${user_id}`;

/** Reads the user's marks from this device. Rejects with a TimeoutError or an error of the store. */
export async function readMarks(user_id: string): Promise<KeptMarks | undefined> {
  const reading = thisTab.store.read(['notes'], (tx) => tx.get('notes', noteOf(user_id)));
  return (await withinStoreTimeout(thisTab, reading)) as KeptMarks | undefined;
}

/** Stores changes of the user's marks on this device, if it can. */
export async function storeMarks(user_id: string, day: string, changes: MarkChanges): Promise<void> {
  // Other tabs may have stored marks of other lines.
  const storing = thisTab.store.write(['notes'], async (tx) => {
    const stored = (await tx.get('notes', noteOf(user_id))) as KeptMarks | undefined;
    await tx.put('notes', changedMarks(stored, day, changes), noteOf(user_id));
  });
  await withinStoreTimeout(thisTab, storing).catch(() => {});
}

/** Returns the marks of this business day. */
export function marksOf(kept: KeptMarks | undefined, day: string): LoadMarks {
  return kept?.day === day ? kept.marks : {};
}

export function changedMarks(kept: KeptMarks | undefined, day: string, changes: MarkChanges): KeptMarks {
  return { day, marks: withChanges(marksOf(kept, day), changes) };
}
