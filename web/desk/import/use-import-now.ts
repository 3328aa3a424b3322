import { useSyncExternalStore } from 'react';
import { type ImportNow, importNow, subscribeToImport } from './import-store.ts';

/** Returns the current import, on any page of the desk. */
export function useImportNow(): ImportNow {
  return useSyncExternalStore(subscribeToImport, importNow);
}
