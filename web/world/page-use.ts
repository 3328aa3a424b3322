/**
 * Whether somebody is in the middle of something on this page, so that it must not be loaded anew under his hands: a new version
 * waits for that (decision 41).
 */
const holds = new Set<symbol>();
let is_touched = false;

/** What is entered somewhere, or is about to be: a camera hides the page before its photo is there. */
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

/** Keeps the page as it is until the answer is called. */
export function holdPage(): () => void {
  const hold = Symbol();
  holds.add(hold);
  return () => holds.delete(hold);
}

/** Keeps it while `work` goes on. */
export async function holdingPage<T>(work: Promise<T>): Promise<T> {
  const release = holdPage();
  try {
    return await work;
  } finally {
    release();
  }
}

/** Nothing was entered since this screen was opened, nothing is being written, and no dialog is open. */
export function isPageFree(): boolean {
  return holds.size === 0 && !is_touched && document.querySelector(DIALOGS) === null;
}

/** What was entered on the screen before this one is no longer there. */
export function screenChanged(): void {
  is_touched = false;
}

/** Sees what is entered until the answer is called. */
export function watchPage(): () => void {
  const onTouch = ({ target }: Event) => {
    if (target instanceof Element && target.closest(ENTERED)) is_touched = true;
  };
  for (const name of TOUCHES) document.addEventListener(name, onTouch, { capture: true, passive: true });
  return () => {
    for (const name of TOUCHES) document.removeEventListener(name, onTouch, { capture: true });
  };
}
