import { useEffect, useId, useState } from 'react';
import { showToast, type ToastText, withdrawToasts } from './toast.ts';

/** An incomplete part of a form, the text shown next to it, and the toast. */
export type Missing<Part extends string> = { part: Part; words: string; toast: ToastText };

/** Attributes that identify a part of a form and mark it as missing. */
export type Mark = { 'data-part': string; missing: string | undefined };

const TAKES_FOCUS = 'input,select,textarea,button';

/**
 * Reports the first incomplete part of a form and moves the focus to it. The part stays marked, and its toast
 * shown, until it is complete or the form is unmounted. `missing`: all incomplete parts, in the form's order.
 */
export function useMissing<Part extends string>(missing: readonly Missing<Part>[]) {
  const form_id = useId();
  const [reported, setReported] = useState<Missing<Part> | null>(null);
  const resolved =
    reported && !missing.some(({ part, words }) => part === reported.part && words === reported.words);
  if (resolved) setReported(null);
  const nameOf = (part: string) => `${form_id} ${part}`;

  useEffect(() => {
    if (!reported) return;
    showToast({ ...reported.toast, about: form_id });
    goTo(document.querySelector<HTMLElement>(`[data-part="${form_id} ${reported.part}"]`));
    return () => withdrawToasts(form_id);
  }, [reported, form_id]);

  return {
    /** Returns true if nothing is missing; otherwise reports and marks the first missing part. */
    check(): boolean {
      const [first] = missing;
      setReported(first ? { ...first } : null);
      return first === undefined;
    },
    /** Returns the attributes for the control of a part. */
    mark: (part: Part): Mark => ({
      'data-part': nameOf(part),
      missing: reported?.part === part && !resolved ? reported.words : undefined,
    }),
  };
}

/** Scrolls the part to the middle of the screen, where neither a bar nor a keyboard covers it. */
function goTo(part: HTMLElement | null): void {
  const target = part?.matches(TAKES_FOCUS) ? part : part?.querySelector<HTMLElement>(TAKES_FOCUS);
  target?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: 'center' });
}
