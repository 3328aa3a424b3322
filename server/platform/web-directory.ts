import { fileURLToPath } from 'node:url';

/** The directory of the built browser app: the same path from server/platform/ and from dist/server/. */
export const WEB_DIRECTORY = fileURLToPath(new URL('../../dist/web/', import.meta.url));
