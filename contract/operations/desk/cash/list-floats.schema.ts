import { z } from '@hono/zod-openapi';
import { fils, instant, uuid } from '../../../schemas/fields.ts';
import { FLOAT_DIRECTIONS } from '../../../schemas/floats.ts';
import { pinnedFile } from '../../../schemas/signing.ts';

export const query = z.object({
  /** The id of the last float already shown; older floats are returned. */
  before: uuid.optional(),
});

const float = z.object({
  id: uuid,
  reference: z.string(),
  direction: z.enum(FLOAT_DIRECTIONS),
  amount_fils: fils,
  admin_name: z.string(),
  manager_name: z.string(),
  completed_at: instant,
  /** True if the float was voided. */
  voided: z.boolean(),
  receipt: pinnedFile.extend({ bucket: z.literal('cash-handovers') }),
});

/** The floats, newest first, 50 per page, and the staff who can sign one. */
export const response = z.object({
  floats: z.array(float),
  next_before: uuid.nullable(),
  /** Staff with their cash, pending movements included. */
  admins: z.array(z.object({ user_id: uuid, full_name: z.string(), held_fils: fils })),
  managers: z.array(z.object({ user_id: uuid, full_name: z.string() })),
  /** Floats out of the safe above it need an approval; null: none does. */
  float_limit_fils: fils.nullable(),
  /** The usual amount of a float, see `usualAmount`. */
  usual_fils: fils.nullable(),
});

export type Floats = z.infer<typeof response>;
export type Float = Floats['floats'][number];
