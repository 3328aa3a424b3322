import { z } from '@hono/zod-openapi';
import { BUCKETS } from '../../../rules/storage-paths.ts';
import { sha256, text, uuid } from '../../../schemas/fields.ts';

export const params = z.object({ bucket: z.enum(BUCKETS), path: text(400) });

export const response = z.object({
  id: uuid,
  bucket: z.enum(BUCKETS),
  path: z.string(),
  sha256,
  bytes: z.number().int(),
  type: z.string(),
});

export type StoredFile = z.infer<typeof response>;
