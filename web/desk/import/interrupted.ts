/** Kept with this entry of the history: a reload has it, another tab or the next person has not. */
const NAME = 'importing';

/** The name of the file whose import a reload has cut off; null for none. */
export function interruptedImport(): string | null {
  const name: unknown = history.state?.[NAME];
  return typeof name === 'string' ? name : null;
}

export function rememberInterrupted(file_name: string): void {
  history.replaceState({ ...history.state, [NAME]: file_name }, '');
}

export function forgetInterrupted(): void {
  const { [NAME]: _, ...rest } = history.state ?? {};
  history.replaceState(rest, '');
}
