import { z } from '@hono/zod-openapi';
import { approval } from '../../../schemas/approvals.ts';
import { uuid } from '../../../schemas/fields.ts';

/** Pending requests, oldest first, and the last 50 that were decided or have expired, newest first. */
export const response = z.object({
  pending: z.array(approval),
  decided: z.array(approval),
  /** Staff whose cash can be adjusted, disabled users included, with their cash in fils. */
  people: z.array(z.object({ user_id: uuid, full_name: z.string(), held_fils: z.number().int() })),
});

export type Approvals = z.infer<typeof response>;
