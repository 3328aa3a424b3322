import { useCallback } from 'react';
import { classNames } from './class-names.ts';
import { publishHeight } from './publish-height.ts';
import { addToastPlace, type ToastLevel } from './toast-places.ts';

const HEIGHTS = {
  top: publishHeight('--toasts-above', keepFocusInSight),
  bottom: publishHeight('--toasts', keepFocusInSight),
};

/** Scrolls the focused control out from under a bar in which toasts have just appeared. */
function keepFocusInSight(place: HTMLElement): void {
  const focused = document.activeElement;
  const is_control = focused instanceof HTMLElement && focused.tabIndex >= 0;
  const bar = place.closest('header') ?? place;
  if (!is_control || bar.contains(focused) || focused.closest('[role=dialog]')) return;
  const { top, bottom } = bar.getBoundingClientRect();
  const box = focused.getBoundingClientRect();
  if (box.top < bottom && box.bottom > top && bar.parentElement?.contains(focused))
    focused.scrollIntoView({ block: 'nearest' });
}

type Props = {
  level: ToastLevel;
  /** `top`: in the header, sticky while it has toasts. `bottom`: the end of the page. Ignored in dialogs. */
  edge?: 'top' | 'bottom';
  className?: string;
};

/**
 * Reserves room for toasts so that they cover nothing: in the header, at the end of the page or at the end of
 * a dialog's content. The topmost place shows them: a dialog's, else a sticky bar's, else the shell's, else
 * the page's.
 */
export function ToastPlace({ level, edge = 'bottom', className }: Props) {
  const measure = level === 'dialog' ? undefined : HEIGHTS[edge];
  const sticks = level !== 'dialog' && edge === 'bottom';
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const leave = addToastPlace(element, level);
      const endHeight = measure?.(element);
      return () => {
        leave();
        endHeight?.();
      };
    },
    [level, measure],
  );
  return <div ref={place} className={classNames('toast-place', sticks && 'toast-place-sticky', className)} />;
}
