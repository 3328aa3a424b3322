import { z } from '@hono/zod-openapi';
import { about, auditQuery, event } from '../../../schemas/audit.ts';
import { uuid } from '../../../schemas/fields.ts';

export const query = auditQuery;

/** Newest first. */
export const answer = z.object({
  time_zone: z.string(),
  events: z.array(event),
  /** The next page's `after`; null: there is none. */
  next: uuid.nullable(),
  /** Everybody who ever was of the shop, with the first page only. */
  people: z.array(z.object({ user_id: uuid, full_name: z.string() })).nullable(),
  /** The records that the query's `about` matched; none: the shop has no such record. Null without `about`. */
  found: z.array(about).nullable(),
});

export type AuditEvents = z.infer<typeof answer>;
