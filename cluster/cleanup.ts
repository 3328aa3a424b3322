/** Functions that stop or remove resources; they run in reverse order. */
export type Cleanup = ReturnType<typeof cleanups>;

export function cleanups() {
  const ends: (() => Promise<unknown>)[] = [];
  return {
    add: (end: () => Promise<unknown>): void => {
      ends.push(end);
    },
    /** Runs all, even if some fail, then throws the first error. */
    run: async (): Promise<void> => {
      const failures: unknown[] = [];
      for (let end = ends.pop(); end; end = ends.pop()) await end().catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
