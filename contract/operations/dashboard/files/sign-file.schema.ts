import { z } from '@hono/zod-openapi';
import { BUCKETS } from '../../../rules/storage-paths.ts';
import { sha256, text } from '../../../schemas/fields.ts';

export const body = z.object({
  bucket: z.enum(BUCKETS),
  path: text(400),
  /** The version; the newest by default. */
  sha256: sha256.optional(),
});

export const response = z.object({
  /** Relative to the server's base URL. */
  signed_url: z.string(),
  expires_in: z.number().int(),
});
