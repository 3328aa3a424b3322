import { fileURLToPath } from 'node:url';

/** Where the built browser app lies: the same place from server/platform/ and from dist/server/. */
export const WEB_DIRECTORY = fileURLToPath(new URL('../../dist/web/', import.meta.url));
