export type ToastKind = 'success' | 'warning' | 'error';
export type ToastAction = { label: string; onPress: () => void };
export type ToastText = {
  kind: ToastKind;
  title: string;
  /** The object that the toast is about, such as "#10235 delivered"; shown between title and description. */
  names?: string | undefined;
  /** A formatted amount; follows `names` on the same line without wrapping. */
  amount?: string | undefined;
  description?: string | undefined;
  /** Pressing it leaves the toast open. */
  action?: ToastAction | undefined;
  /** The key of the subject: `withdrawToasts` removes its toasts, and a newer one replaces the older. */
  about?: string | undefined;
};
export type Toast = ToastText & { id: number };

let toasts: readonly Toast[] = [];
let last_id = 0;
let onPage: readonly ToastText[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a toast below the existing ones, in reading order. A toast with the same content moves down
 * instead. A `Toast` keeps its id, so that it is not announced again.
 */
export function showToast(words: ToastText | Toast): void {
  if (onPage.some((one) => sameText(one, words))) return;
  last_id += 1;
  const { about } = words;
  const others = toasts.filter((toast) => !sameText(toast, words) && (!about || toast.about !== about));
  change([...others, { id: last_id, ...words }]);
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Removes the toasts about a subject, for example because the failure they reported no longer exists. */
export function withdrawToasts(about: string): void {
  if (toasts.some((toast) => toast.about === about)) change(toasts.filter((toast) => toast.about !== about));
}

/**
 * Suppresses toasts with this content, which the page itself shows. Returns a function that allows them
 * again.
 */
export function suppressToast(words: ToastText): () => void {
  onPage = [...onPage, words];
  change(toasts.filter((toast) => !sameText(toast, words)));
  return () => {
    onPage = onPage.filter((one) => one !== words);
  };
}

/** Removes all toasts, so that the next user does not see them. */
export function clearToasts(): void {
  change([]);
}

/** Returns the toasts, oldest first. */
export function shownToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function sameText(one: ToastText, other: ToastText): boolean {
  const differs = (key: 'kind' | 'title' | 'names' | 'amount' | 'description') => one[key] !== other[key];
  return !(['kind', 'title', 'names', 'amount', 'description'] as const).some(differs);
}
