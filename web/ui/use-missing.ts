import { useEffect, useId, useState } from 'react';
import { showToast, type ToastWords, withdrawToasts } from './toast.ts';

/** What a form is not taken without: which part of it, what stands beside that part, and the toast that says so. */
export type Missing<Part extends string> = { part: Part; words: string; toast: ToastWords };

/** By these a part of a form is found, and shown as missing. */
export type Mark = { 'data-part': string; missing: string | undefined };

const TAKES_FOCUS = 'input,select,textarea,button';

/**
 * Says the first thing that a form misses, and takes whoever pressed there. The part stays marked, and its toast shown, until that
 * is cured or the form has gone (ruling G6). `missing`: all that is missing now, in the form's order.
 */
export function useMissing<Part extends string>(missing: readonly Missing<Part>[]) {
  const form_id = useId();
  const [told, setTold] = useState<Missing<Part> | null>(null);
  const cured = told && !missing.some(({ part, words }) => part === told.part && words === told.words);
  if (cured) setTold(null);
  const nameOf = (part: string) => `${form_id} ${part}`;

  useEffect(() => {
    if (!told) return;
    showToast({ ...told.toast, about: form_id });
    goTo(document.querySelector<HTMLElement>(`[data-part="${form_id} ${told.part}"]`));
    return () => withdrawToasts(form_id);
  }, [told, form_id]);

  return {
    /** Whether nothing is missing; says and marks the first thing otherwise. */
    check(): boolean {
      const [first] = missing;
      setTold(first ? { ...first } : null);
      return first === undefined;
    },
    /** For the control of a part. */
    mark: (part: Part): Mark => ({
      'data-part': nameOf(part),
      missing: told?.part === part && !cured ? told.words : undefined,
    }),
  };
}

/** Something in the middle of the screen lies neither under a bar nor under a keyboard. */
function goTo(part: HTMLElement | null): void {
  const target = part?.matches(TAKES_FOCUS) ? part : part?.querySelector<HTMLElement>(TAKES_FOCUS);
  target?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: 'center' });
}
