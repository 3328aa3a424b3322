/**
 * Locks against a reload while the user is busy on this page; a new version of the app waits for them
 * (decision 41).
 */
const holds = new Set<symbol>();
let is_touched = false;

/**
 * Controls in which the user enters data. A label counts: it opens the camera, which hides the page before a
 * photo exists.
 */
const ENTERED = [
  'form',
  'input',
  'textarea',
  'select',
  'canvas',
  'label',
  '[role="checkbox"]',
  '[role="radio"]',
  '[role="switch"]',
].join();
const DIALOGS = ['[role="dialog"]', '[role="alertdialog"]'].join();
const TOUCHES = ['pointerdown', 'keydown', 'input', 'change', 'click'] as const;

/** Prevents a reload of the page until the returned function is called. */
export function preventReload(): () => void {
  const hold = Symbol();
  holds.add(hold);
  return () => holds.delete(hold);
}

/** Prevents a reload of the page until `work` settles. */
export async function preventReloadDuring<T>(work: Promise<T>): Promise<T> {
  const release = preventReload();
  try {
    return await work;
  } finally {
    release();
  }
}

/** Returns true if nothing was entered on this screen, no work holds the page, and no dialog is open. */
export function mayReload(): boolean {
  return holds.size === 0 && !is_touched && document.querySelector(DIALOGS) === null;
}

/** Resets the record of input: data entered on the previous screen is gone. */
export function resetPageUse(): void {
  is_touched = false;
}

/** Records input on the page until the returned function is called. */
export function watchPageUse(): () => void {
  const onTouch = ({ target }: Event) => {
    if (target instanceof Element && target.closest(ENTERED)) is_touched = true;
  };
  for (const name of TOUCHES) document.addEventListener(name, onTouch, { capture: true, passive: true });
  return () => {
    for (const name of TOUCHES) document.removeEventListener(name, onTouch, { capture: true });
  };
}
