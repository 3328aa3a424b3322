/** The levels at which toasts can be shown, from the page up to a dialog. */
const LEVELS = ['page', 'shell', 'bar', 'dialog'] as const;
export type ToastLevel = (typeof LEVELS)[number];

type Place = { element: HTMLElement; level: ToastLevel };
let places: readonly Place[] = [];
let moved: HTMLElement | null = null;

/**
 * Returns the element that contains the toasts. It moves as a whole to the topmost place: one live region
 * for the whole visit, always inside the dialog that traps the focus. React renders into it from one
 * component.
 */
export function toastHolder(): HTMLElement {
  moved ??= document.createElement('div');
  moved.className = 'toast-holder';
  return moved;
}

/**
 * Registers a place for toasts; it shows them while no other is above it. Returns a function that removes
 * it.
 */
export function addToastPlace(element: HTMLElement, level: ToastLevel): () => void {
  const place = { element, level };
  places = [...places, place];
  moveToTop();
  return () => {
    places = places.filter((one) => one !== place);
    moveToTop();
  };
}

/** Within a level the newest place is on top: a question is above the form that opened it. */
function moveToTop(): void {
  const holder = toastHolder();
  const top = [...LEVELS]
    .reverse()
    .flatMap((level) => places.filter((place) => place.level === level).at(-1) ?? [])[0];
  if (!top) holder.remove();
  else if (holder.parentElement !== top.element) top.element.append(holder);
}
