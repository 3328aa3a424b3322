import { useEffect, useRef } from 'react';
import { showToast, type ToastWords } from './toast.ts';

/** Shows a failed read's toast once, and again only after it has worked in between (ruling F5). `wordsOf` has to be a stable function. */
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
