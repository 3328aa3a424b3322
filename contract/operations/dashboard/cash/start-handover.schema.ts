import { z } from '@hono/zod-openapi';
import { handover, handoverDone } from '../../../schemas/handovers.ts';

export const response = handoverDone;

export const body = handover.extend({ card_machine_given: z.boolean() });

export type StartHandover = z.infer<typeof body>;
