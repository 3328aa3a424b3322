import { z } from '@hono/zod-openapi';
import { fils } from '../../../schemas/fields.ts';
import { handover, handoverDone } from '../../../schemas/handovers.ts';

export const response = handoverDone;

export const body = handover.extend({
  card_machine_received: z.boolean(),
  /** The Estimated Receivables that the form showed; null if they could not be read. */
  estimated_receivables_fils: fils.nullable(),
});

export type EndHandover = z.infer<typeof body>;
