import { z } from '@hono/zod-openapi';
import { instant, uuid } from '../../../schemas/fields.ts';

export const query = z.object({ card_machine_id: uuid });

/** What happens to a machine: it is given to a driver or taken back with a handover, or else put back into the shop. */
export const MACHINE_EVENTS = ['add', 'given', 'taken_back', 'return', 'retire', 'reactivate'] as const;

export const answer = z.object({
  number: z.string(),
  /** Newest first, two hundred at most. */
  story: z.array(
    z.object({
      what: z.enum(MACHINE_EVENTS),
      /** The person who received it, or had it. */
      driver: z.string().nullable(),
      /** The author: staff, or the account of the command line; null for the shop's systems. */
      by_name: z.string().nullable(),
      happened_at: instant,
    }),
  ),
});

export type MachineStory = z.infer<typeof answer>;
