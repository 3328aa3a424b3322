/** Starts an action without waiting for it; a failed action is not repeated. */
export function doing({ tell }: { tell(what: string): void }, act: Promise<unknown>): void {
  act.catch((error: unknown) => tell(`an action failed: ${String(error)}`));
}
