import { z } from '@hono/zod-openapi';
import { about, auditQuery, event } from '../../../schemas/audit.ts';
import { uuid } from '../../../schemas/fields.ts';

export const query = auditQuery;

/** Newest first. */
export const answer = z.object({
  time_zone: z.string(),
  events: z.array(event),
  /** What to ask for as `after`; null: there are no more. */
  next: uuid.nullable(),
  /** Everybody who ever was of the shop, with the first page only. */
  people: z.array(z.object({ user_id: uuid, full_name: z.string() })).nullable(),
  /** What the query's `about` was taken to mean; none: nothing of the shop is called so. Null where nothing was asked. */
  found: z.array(about).nullable(),
});

export type AuditEvents = z.infer<typeof answer>;
