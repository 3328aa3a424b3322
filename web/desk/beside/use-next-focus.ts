import { type RefObject, useEffect, useRef } from 'react';

/** Where a button goes together with what it was pressed for, the focus goes to what `next` names, and not to the page as a whole. */
export function useNextFocus(box: RefObject<HTMLElement | null>, next: () => HTMLElement | null): void {
  const latest = useRef(next);
  latest.current = next;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let holder: EventTarget | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      holder = target;
    };
    // To nothing: it has gone, or the page was clicked.
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) holder = null;
    };
    const observer = new MutationObserver(() => {
      if (!(holder instanceof Node) || holder.isConnected) return;
      holder = null;
      if (document.activeElement === document.body) latest.current()?.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
    };
  }, [box]);
}
