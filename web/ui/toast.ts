export type ToastKind = 'success' | 'warning' | 'error';
export type ToastAction = { label: string; onPress: () => void };
export type ToastWords = {
  kind: ToastKind;
  title: string;
  description?: string | undefined;
  /** Pressing it leaves the toast open. */
  action?: ToastAction | undefined;
  /** What the toast is about, for withdrawing it once it is no longer true. */
  about?: string | undefined;
};
export type Toast = ToastWords & { id: number };

let toasts: readonly Toast[] = [];
let made = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a toast below those that are there, so that what is said one after another is read in that order. Words that are
 * shown already move down instead of standing there twice.
 */
export function showToast(words: ToastWords): void {
  made += 1;
  const others = toasts.filter((toast) => !sameWords(toast, words));
  change([...others, { ...words, id: made }]);
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Takes back what was said about something that has come right after all. */
export function withdrawToasts(about: string): void {
  if (toasts.some((toast) => toast.about === about)) change(toasts.filter((toast) => toast.about !== about));
}

/** What was said to one person is nothing for the next. */
export function clearToasts(): void {
  change([]);
}

/** Oldest first. */
export function shownToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function sameWords(one: ToastWords, other: ToastWords): boolean {
  return one.kind === other.kind && one.title === other.title && one.description === other.description;
}
