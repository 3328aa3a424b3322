import { useEffect, useRef } from 'react';
import { showToast, type ToastWords } from './toast.ts';

/**
 * Shows a failed read's toast once, and again only after the read has worked in between: a background refresh that
 * keeps failing does not keep saying so (ruling F5). `wordsOf` has to be a stable function.
 */
export function useFailureToast(
  read: { error: unknown; isSuccess: boolean },
  wordsOf: (error: unknown) => ToastWords,
): void {
  const said = useRef(false);
  useEffect(() => {
    if (read.isSuccess) said.current = false;
    if (!read.error || said.current) return;
    said.current = true;
    showToast(wordsOf(read.error));
  }, [read.error, read.isSuccess, wordsOf]);
}
