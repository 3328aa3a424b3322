import { useCallback } from 'react';
import { classNames } from './class-names.ts';
import { heightAs } from './height-as.ts';
import { addToastPlace, type ToastLevel } from './toast-places.ts';

const height = heightAs('--toasts', keepFocusInSight);

/** What was just pressed is pushed up with the page, where the toasts would begin above it. */
function keepFocusInSight(place: HTMLElement): void {
  const focused = document.activeElement;
  const is_control = focused instanceof HTMLElement && focused.tabIndex >= 0;
  if (!is_control || place.contains(focused)) return;
  const { top, bottom } = place.getBoundingClientRect();
  const box = focused.getBoundingClientRect();
  if (box.top < bottom && box.bottom > top && place.parentElement?.contains(focused))
    focused.scrollIntoView({ block: 'nearest' });
}

/**
 * Room that toasts take from what is above it while there are any, instead of lying over something (ruling G6): the last line of the page or of a dialog's
 * content. The one on top has them: a dialog's, else a sticky bar's, else the shell's, else the page's.
 */
export function ToastPlace({ level, className }: { level: ToastLevel; className?: string }) {
  const sticks = level !== 'dialog';
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const leave = addToastPlace(element, level);
      const endHeight = sticks ? height(element) : undefined;
      return () => {
        leave();
        endHeight?.();
      };
    },
    [level, sticks],
  );
  return <div ref={place} className={classNames('toast-place', sticks && 'toast-place-sticky', className)} />;
}
