import { z } from '@hono/zod-openapi';
import { BUCKETS } from '../rules/storage-paths.ts';
import { sha256, text, uuid } from './fields.ts';

export const storedFile = z.object({
  id: uuid,
  bucket: z.enum(BUCKETS),
  path: z.string(),
  sha256,
  bytes: z.number().int(),
  type: z.string(),
});

export const signFile = z.object({
  bucket: z.enum(BUCKETS),
  path: text(400),
  /** The version; the newest when left out. */
  sha256: sha256.optional(),
});

export const signedFile = z.object({
  /** Relative to the server's own address. */
  signed_url: z.string(),
  expires_in: z.number().int(),
});

export type StoredFile = z.infer<typeof storedFile>;
