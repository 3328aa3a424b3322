import { useSyncExternalStore } from 'react';
import { type ImportNow, importNow, subscribeToImport } from './import-store.ts';

/** How the page's import stands, wherever at the desk one is. */
export function useImportNow(): ImportNow {
  return useSyncExternalStore(subscribeToImport, importNow);
}
