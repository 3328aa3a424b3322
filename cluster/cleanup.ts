/** What has to be ended and removed, the newest first. */
export type Cleanup = ReturnType<typeof cleanups>;

export function cleanups() {
  const ends: (() => Promise<unknown>)[] = [];
  return {
    add: (end: () => Promise<unknown>): void => {
      ends.push(end);
    },
    /** Goes on where one fails, and throws its error at the end. */
    run: async (): Promise<void> => {
      const failures: unknown[] = [];
      for (let end = ends.pop(); end; end = ends.pop()) await end().catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
