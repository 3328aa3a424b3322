import { z } from '@hono/zod-openapi';
import { event } from '../../../schemas/audit.ts';
import { uuid } from '../../../schemas/fields.ts';

const fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const facts = z.record(z.string(), z.union([fact, z.array(fact)]));

export const query = z.object({ event_id: uuid });

/** One event with its ids, amounts in fils, statuses and times. Personal fields are given by name only. */
export const response = event.extend({
  before: facts.nullable(),
  after: facts.nullable(),
  personal_fields: z.array(z.string()),
  command_id: uuid.nullable(),
  /** The names of the records whose ids are among the facts. */
  named: z.array(
    z.object({ kind: z.enum(['driver', 'person', 'machine', 'order']), id: z.string(), name: z.string() }),
  ),
});

export type AuditEventDetail = z.infer<typeof response>;
export type AuditFacts = z.infer<typeof facts>;
