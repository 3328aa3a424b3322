import type { KeyboardEvent } from 'react';

/** Fields that open the on-screen keyboard. */
const TYPED_INTO = 'input:not([type=file], [type=checkbox], [type=radio]), textarea';

/**
 * A form's keydown handler: Enter moves to the next field and never submits; only the button sends signed
 * or counted amounts. The field's `enterKeyHint` decides: `next` moves on, `done` (the last field) closes
 * the keyboard.
 */
export function enterMovesFocus(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  // In a text area Enter starts a new line; on a file control it opens the file dialog.
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  if (target.type === 'file') return;
  event.preventDefault();
  if (target.enterKeyHint === 'next') fieldAfter(target, currentTarget)?.focus();
  else if (target.enterKeyHint === 'done' && onTouchScreen()) target.blur();
}

function fieldAfter(field: HTMLElement, form: HTMLElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLElement>(TYPED_INTO)].filter(
    (one) => !one.matches(':disabled'),
  );
  return fields[fields.indexOf(field) + 1];
}

/** With a hardware keyboard there is no on-screen keyboard to close, and Tab continues from the field. */
export function onTouchScreen(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
