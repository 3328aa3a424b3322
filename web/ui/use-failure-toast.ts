import { useEffect, useRef } from 'react';
import { networkWatch } from '../world/reachability/network-watch.ts';
import { showToast, type ToastWords, withdrawToasts } from './toast.ts';

/**
 * Shows a failed read's toast once, and again only after a success in between (ruling F5), but none while the device is offline
 * (ruling H2). A success withdraws the toast, whichever page showed it. `about` names the read; `wordsOf` has to be stable.
 */
export function useFailureToast(
  about: string,
  read: { error: unknown; isSuccess: boolean },
  wordsOf: (error: unknown) => ToastWords,
): void {
  const said = useRef(false);
  useEffect(() => {
    if (read.isSuccess) {
      said.current = false;
      withdrawToasts(about);
    }
    if (!read.error || said.current || networkWatch.isOffline?.()) return;
    said.current = true;
    showToast({ ...wordsOf(read.error), about });
  }, [about, read.error, read.isSuccess, wordsOf]);
}
