import { useEffect, useRef } from 'react';
import { networkWatch } from '../environment/reachability/network-watch.ts';
import { showToast, type ToastText, withdrawToasts } from './toast.ts';

/**
 * Shows a toast when a read fails, and again only after a success in between, but none while the device is
 * offline (ruling H2). A success withdraws the toast, whichever page showed it. `about` identifies the read;
 * `toastOf` has to be stable.
 */
export function useFailureToast(
  about: string,
  read: { error: unknown; isSuccess: boolean },
  toastOf: (error: unknown) => ToastText,
): void {
  const reported = useRef(false);
  useEffect(() => {
    if (read.isSuccess) {
      reported.current = false;
      withdrawToasts(about);
    }
    if (!read.error || reported.current || networkWatch.isOffline?.()) return;
    reported.current = true;
    showToast({ ...toastOf(read.error), about });
  }, [about, read.error, read.isSuccess, toastOf]);
}
