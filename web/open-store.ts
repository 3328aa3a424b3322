import { thisTab } from './world/this-tab.ts';

// A script of its own before the others: opening the store takes a slow phone as long as loading the rest. What fails here is
// told by whoever needs the store.
void thisTab.store.read(['notes'], (tx) => tx.get('notes', 'device_id')).catch(() => {});
