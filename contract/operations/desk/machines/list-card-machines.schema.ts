import { z } from '@hono/zod-openapi';
import { instant, smallId, uuid } from '../../../schemas/fields.ts';

const machineRow = z.object({
  id: uuid,
  /** The number that is written on it. */
  number: z.string(),
  /** Handed out no more; null while it is in use. */
  retired_at: instant.nullable(),
  /** Null when it is in the shop. */
  holder: z
    .object({
      driver_id: smallId,
      user_id: uuid,
      full_name: z.string(),
      /** The handover's time; null where the change was noted otherwise. */
      since: instant.nullable(),
    })
    .nullable(),
});

/** Sorted by number, retired card machines last. */
export const answer = z.object({ machines: z.array(machineRow) });

export type MachineRow = z.infer<typeof machineRow>;
