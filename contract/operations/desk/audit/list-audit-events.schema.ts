import { z } from '@hono/zod-openapi';
import { about, auditQuery, event } from '../../../schemas/audit.ts';
import { uuid } from '../../../schemas/fields.ts';

export const query = auditQuery;

/** The audit events, newest first. */
export const response = z.object({
  time_zone: z.string(),
  events: z.array(event),
  /** The `after` parameter of the next page; null on the last page. */
  next: uuid.nullable(),
  /** All current and former staff of the shop; on the first page only. */
  people: z.array(z.object({ user_id: uuid, full_name: z.string() })).nullable(),
  /** The records that match the query's `about`; empty if there are none, null without `about`. */
  found: z.array(about).nullable(),
});

export type AuditEvents = z.infer<typeof response>;
