/**
 * Until the answer is called: where what has the focus is disabled, as fields are while they are being sent, the focus waits in their form or dialog and comes back once they
 * may be used again, unless it has been put elsewhere. The browser would leave it on the page as a whole, where keys mean something else.
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  let waits_in: Element | null = null;
  let waiting = false;

  function onFocus({ target }: FocusEvent): void {
    if (waiting && target === waits_in) return;
    last = target instanceof HTMLElement ? target : null;
    waiting = false;
  }

  const observer = new MutationObserver(() => {
    if (!last?.isConnected) return;
    const holder = document.activeElement;
    if (last.matches(':disabled')) {
      if (waiting || (holder !== last && holder !== document.body)) return;
      waiting = true;
      waits_in = last.closest('[role="dialog"],form[tabindex]');
      if (waits_in instanceof HTMLElement) waits_in.focus({ preventScroll: true });
    } else if (waiting) {
      waiting = false;
      if (holder === waits_in || holder === document.body) last.focus({ preventScroll: true });
    }
  });

  document.addEventListener('focusin', onFocus);
  observer.observe(document, { subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
