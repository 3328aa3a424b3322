/** Builds browser app and server into dist/ if the sources have changed since the last build. */
export function ensureBuilt(): void;
