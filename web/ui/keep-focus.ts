/**
 * Keeps the keyboard focus when the focused control is disabled, as fields are while they are being sent:
 * the focus moves to their form or dialog and returns when the control is enabled again, unless it has been
 * moved elsewhere. The browser would put it on the body, where keys have another effect. Returns a function
 * that stops it.
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  let container: Element | null = null;
  let waiting = false;

  function onFocus({ target }: FocusEvent): void {
    if (waiting && target === container) return;
    last = target instanceof HTMLElement ? target : null;
    waiting = false;
  }

  const observer = new MutationObserver(() => {
    if (!last?.isConnected) return;
    const focused = document.activeElement;
    if (last.matches(':disabled')) {
      if (waiting || (focused !== last && focused !== document.body)) return;
      waiting = true;
      container = last.closest('[role="dialog"],form[tabindex]');
      if (container instanceof HTMLElement) container.focus({ preventScroll: true });
    } else if (waiting) {
      waiting = false;
      if (focused === container || focused === document.body) last.focus({ preventScroll: true });
    }
  });

  document.addEventListener('focusin', onFocus);
  observer.observe(document, { subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
