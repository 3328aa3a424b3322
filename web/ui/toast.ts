export type ToastKind = 'success' | 'warning' | 'error';
export type ToastAction = { label: string; onPress: () => void };
export type ToastWords = {
  kind: ToastKind;
  title: string;
  /** The object that the toast is about, such as "#10235 delivered"; shown between title and description. */
  names?: string | undefined;
  /** Formatted; follows `names` on the same line, and is not wrapped. */
  amount?: string | undefined;
  description?: string | undefined;
  /** Pressing it leaves the toast open. */
  action?: ToastAction | undefined;
  /** What the toast is about, for withdrawing it once it is no longer true; a newer one about the same stands in its place. */
  about?: string | undefined;
};
export type Toast = ToastWords & { id: number };

let toasts: readonly Toast[] = [];
let made = 0;
let onPage: readonly ToastWords[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast below those that are there, to be read in that order. Words that are shown already move down instead. */
export function showToast(words: ToastWords): void {
  if (onPage.some((one) => sameWords(one, words))) return;
  made += 1;
  const { about } = words;
  const others = toasts.filter((toast) => !sameWords(toast, words) && (!about || toast.about !== about));
  change([...others, { ...words, id: made }]);
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Takes back what was said about something that has come right after all. */
export function withdrawToasts(about: string): void {
  if (toasts.some((toast) => toast.about === about)) change(toasts.filter((toast) => toast.about !== about));
}

/** The page itself says this until the answer is called: a toast with the same words would only lie over it. */
export function sayOnPage(words: ToastWords): () => void {
  onPage = [...onPage, words];
  change(toasts.filter((toast) => !sameWords(toast, words)));
  return () => {
    onPage = onPage.filter((one) => one !== words);
  };
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
  const differs = (key: 'kind' | 'title' | 'names' | 'amount' | 'description') => one[key] !== other[key];
  return !(['kind', 'title', 'names', 'amount', 'description'] as const).some(differs);
}
