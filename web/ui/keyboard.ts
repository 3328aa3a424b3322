import { useEffect, useState } from 'react';
import { thisTab } from '../environment/this-tab.ts';
import { useMedia } from './use-media.ts';

/** Long enough that the press that took the focus ends on the element where it began. */
const LEAVING_MS = 300;
/** A viewport below this share of the full height means that a keyboard is open. */
const ABOVE_KEYBOARD = 0.8;
const NOT_TYPED: readonly string[] = ['checkbox', 'radio', 'file', 'button', 'submit'];

/**
 * Returns whether the on-screen keyboard is open or about to open: a text field of a touch screen has the
 * focus, and the user has not closed the keyboard.
 */
export function useKeyboardUp(): boolean {
  const touched = useMedia('(pointer: coarse)');
  const [up, setUp] = useState(false);
  useEffect(() => (touched ? watchKeyboard(setUp) : undefined), [touched]);
  return touched && up;
}

function watchKeyboard(onChange: (up: boolean) => void): () => void {
  const viewport = window.visualViewport;
  // The screen without a keyboard, at this width.
  let [width, height] = [0, 0];
  let was_small = false;
  let endWait = () => {};

  function isSmall(): boolean {
    if (!viewport) return false;
    const seen = viewport.height * viewport.scale;
    height = width === window.innerWidth ? Math.max(height, seen) : seen;
    width = window.innerWidth;
    return seen < height * ABOVE_KEYBOARD;
  }

  function update(): void {
    endWait();
    const small = isSmall();
    if (!isTyping()) {
      endWait = thisTab.timer.after(LEAVING_MS, () => {
        was_small = false;
        onChange(false);
      });
      return;
    }
    // Closing the keyboard does not move the focus.
    onChange(small || !was_small);
    was_small = was_small || small;
  }

  update();
  document.addEventListener('focusin', update);
  document.addEventListener('focusout', update);
  viewport?.addEventListener('resize', update);
  return () => {
    endWait();
    document.removeEventListener('focusin', update);
    document.removeEventListener('focusout', update);
    viewport?.removeEventListener('resize', update);
  };
}

function isTyping(): boolean {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement) return !focused.readOnly && !NOT_TYPED.includes(focused.type);
  return focused instanceof HTMLTextAreaElement && !focused.readOnly;
}
