import { z } from '@hono/zod-openapi';
import { instant, smallId, uuid } from '../../../schemas/fields.ts';

const machineRow = z.object({
  id: uuid,
  /** The number on the card machine's label. */
  number: z.string(),
  /** The time at which the card machine was retired; null while it is in use. */
  retired_at: instant.nullable(),
  /** The holder; null if the card machine is in the shop. */
  holder: z
    .object({
      driver_id: smallId,
      user_id: uuid,
      full_name: z.string(),
      /** The time of the handover; null if the holder was recorded otherwise. */
      since: instant.nullable(),
    })
    .nullable(),
});

/** Sorted by number, retired card machines last. */
export const response = z.object({ machines: z.array(machineRow) });

export type MachineRow = z.infer<typeof machineRow>;
