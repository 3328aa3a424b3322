/** Where toasts may stand, from the page as a whole to what lies over all of it. */
const LEVELS = ['page', 'shell', 'bar', 'dialog'] as const;
export type ToastLevel = (typeof LEVELS)[number];

type Place = { element: HTMLElement; level: ToastLevel };
let places: readonly Place[] = [];
let moved: HTMLElement | null = null;

/**
 * What holds the toasts, and moves as a whole to the place on top: so it is one live region for the whole visit, and within whatever dialog holds the focus. React
 * draws into it from one component.
 */
export function toastHolder(): HTMLElement {
  moved ??= document.createElement('div');
  moved.className = 'toast-holder';
  return moved;
}

/** The element takes the toasts, as long as nothing stands above it, until the answer is called. */
export function addToastPlace(element: HTMLElement, level: ToastLevel): () => void {
  const place = { element, level };
  places = [...places, place];
  moveToTop();
  return () => {
    places = places.filter((one) => one !== place);
    moveToTop();
  };
}

/** Of one level the newest: a question lies over the form that asks it. */
function moveToTop(): void {
  const holder = toastHolder();
  const top = [...LEVELS]
    .reverse()
    .flatMap((level) => places.filter((place) => place.level === level).at(-1) ?? [])[0];
  if (!top) holder.remove();
  else if (holder.parentElement !== top.element) top.element.append(holder);
}
