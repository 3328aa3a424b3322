import { z } from '@hono/zod-openapi';
import { sha256, text } from './fields.ts';

/** A file the command pins: the version of `path` that has these bytes (ruling D1). */
export const pinnedFile = z.object({ path: text(400), sha256 });
