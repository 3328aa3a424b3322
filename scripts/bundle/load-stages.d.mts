/** A group for Rolldown's code splitting. */
export function loadStages(): {
  debugName: string;
  name(
    id: string,
    context: {
      getModuleInfo(id: string): { id: string; code: string | null; importedIds: readonly string[] } | null;
    },
  ): string | null;
};

/** Returns the files of an import that are to be preloaded. */
export function withoutLoaded(importing: string, files: string[], context: { hostId: string }): string[];
