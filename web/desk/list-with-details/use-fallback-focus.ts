import { type RefObject, useEffect, useRef } from 'react';

/**
 * When a pressed button disappears, moves the focus to the element that `next` returns instead of the page.
 */
export function useFallbackFocus(box: RefObject<HTMLElement | null>, next: () => HTMLElement | null): void {
  const latest = useRef(next);
  latest.current = next;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let holder: EventTarget | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      holder = target;
    };
    // A null target: the element is gone, or the page was clicked.
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
