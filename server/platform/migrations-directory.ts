import { fileURLToPath } from 'node:url';

/** The same place from server/platform/ and from dist/server/. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../database/migrations/', import.meta.url));
