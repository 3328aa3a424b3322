import type { z } from '@hono/zod-openapi';
import { handover, handoverDone } from '../../../schemas/handovers.ts';

export const response = handoverDone;

/** Cash alone: the card machine stays where it is, and nothing is compared. The amount is above 0. */
export const body = handover.omit({ card_machine_id: true });

export type RecordDrop = z.infer<typeof body>;
