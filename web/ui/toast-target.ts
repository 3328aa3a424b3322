/** Dismissing a toast that lies over a dialog must not close the dialog. */
export function keepOpenUnderToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
}
