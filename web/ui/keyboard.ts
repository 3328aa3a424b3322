import { useEffect, useState } from 'react';
import { thisTab } from '../world/this-tab.ts';
import { useMedia } from './surroundings.ts';

/** Long enough for the press that took the focus from a field to end where it began. */
const LEAVING_MS = 300;
/** What is left of the screen above a keyboard is less than this part of it. */
const ABOVE_KEYBOARD = 0.8;
const NOT_TYPED: readonly string[] = ['checkbox', 'radio', 'file', 'button', 'submit'];

/** Whether the on-screen keyboard is there, or about to be: a text field of a touched screen has the focus, and nobody has put it away again. */
export function useKeyboardUp(): boolean {
  const touched = useMedia('(pointer: coarse)');
  const [up, setUp] = useState(false);
  useEffect(() => (touched ? watchKeyboard(setUp) : undefined), [touched]);
  return touched && up;
}

function watchKeyboard(tell: (up: boolean) => void): () => void {
  const viewport = window.visualViewport;
  // Of the screen without a keyboard, at this width.
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

  function look(): void {
    endWait();
    const small = isSmall();
    if (!isTyping()) {
      endWait = thisTab.timer.after(LEAVING_MS, () => {
        was_small = false;
        tell(false);
      });
      return;
    }
    // A keyboard that was put away leaves the focus where it is.
    tell(small || !was_small);
    was_small = was_small || small;
  }

  look();
  document.addEventListener('focusin', look);
  document.addEventListener('focusout', look);
  viewport?.addEventListener('resize', look);
  return () => {
    endWait();
    document.removeEventListener('focusin', look);
    document.removeEventListener('focusout', look);
    viewport?.removeEventListener('resize', look);
  };
}

function isTyping(): boolean {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement) return !focused.readOnly && !NOT_TYPED.includes(focused.type);
  return focused instanceof HTMLTextAreaElement && !focused.readOnly;
}
