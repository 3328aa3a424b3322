import type { KeyboardEvent } from 'react';

/** Fields with a keyboard of their own on a phone. */
const TYPED_INTO = 'input:not([type=file], [type=checkbox], [type=radio]), textarea';

/**
 * On a form: Enter goes on to the next field and never sends anything; what was signed or counted is sent by its button alone.
 * The field says where it goes: `enterKeyHint="next"`, or `"done"` for the last one, which closes the keyboard.
 */
export function enterGoesOn(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  // In a text of several lines Enter begins a new one; on a file's control it opens the files.
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

/** With keys of its own there is no keyboard to close, and one goes on from the field by Tab. */
function onTouchScreen(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
