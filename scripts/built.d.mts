/** Builds browser app and server into dist/ when the sources are not those of the last build. */
export function ensureBuilt(): void;
