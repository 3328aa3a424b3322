import { z } from '@hono/zod-openapi';
import { fils, uuid } from '../../../schemas/fields.ts';

export const response = z.object({
  /** Floats out of the safe above it need an approval; null: none does. */
  float_limit_fils: fils.nullable(),
  /** The ceiling of drivers without one of their own; null: none. */
  cash_ceiling_fils: fils.nullable(),
  /** True if drivers above their ceiling get no new orders. */
  ceiling_blocks_assignment: z.boolean(),
  /** The people with a ceiling of their own. */
  people: z.array(z.object({ user_id: uuid, full_name: z.string(), ceiling_fils: fils })),
});

export type CashSettings = z.infer<typeof response>;
