/** Fields outside these elements, such as a list's search, belong to no task. */
const FORMS = 'form,fieldset,[role=dialog]';

/**
 * Calls `callback` for every input in a form: typing, a choice, a file, a stroke on a signature pad.
 * Returns a function that stops it.
 */
export function onFormInput(callback: () => void): () => void {
  const onInput = ({ target }: Event) => {
    if (target instanceof Element && target.closest(FORMS)) callback();
  };
  const onPointerDown = (event: Event) => {
    if (event.target instanceof HTMLCanvasElement) onInput(event);
  };
  document.addEventListener('input', onInput, true);
  document.addEventListener('pointerdown', onPointerDown, true);
  return () => {
    document.removeEventListener('input', onInput, true);
    document.removeEventListener('pointerdown', onPointerDown, true);
  };
}
