import { useRef } from 'react';

/**
 * Handlers for a modal that opens without a trigger of its own: on closing, the focus goes to `focusAfter`, else back to
 * where it was before, unless the page has already put it elsewhere, as after a navigation.
 */
export function useFocusReturn(focusAfter?: () => HTMLElement | null | undefined) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus(): void {
      before.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event): void {
      // What the library does instead knows of no place to go to and leaves the focus on the page as a whole.
      event.preventDefault();
      const target = focusAfter?.();
      if (target) target.focus();
      else if (document.activeElement === document.body && before.current instanceof HTMLElement)
        before.current.focus();
    },
  };
}
