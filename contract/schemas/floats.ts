import { z } from '@hono/zod-openapi';
import { amountFils, filledText, fils, instant, uuid } from './fields.ts';
import { deviceClock, pinnedFile, signature } from './signing.ts';

export const FLOAT_DIRECTIONS = ['issue', 'return'] as const;

/** Out of the safe to an admin, or back from there. One of the two records it, the other is named. */
export const recordFloat = z.object({
  /** `FL-<ms>`, made on the device. */
  reference: filledText(40),
  direction: z.enum(FLOAT_DIRECTIONS),
  /** The manager where an admin records it, the admin where a manager does. */
  with_user_id: uuid,
  /** Above 0. */
  amount_fils: amountFils,
  admin_signature: signature,
  manager_signature: signature,
  receipt: pinnedFile,
  ...deviceClock,
});

export const floatRecorded = z.object({
  id: uuid,
  reference: z.string(),
  direction: z.enum(FLOAT_DIRECTIONS),
  amount_fils: fils,
  admin_id: uuid,
  admin_name: z.string(),
  /** What the admin holds now, waiting included. */
  admin_total_fils: fils,
  completed_at: instant,
});

export const floatsQuery = z.object({
  /** The id of the last float already shown; answers the ones before it. */
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
  receipt: pinnedFile.extend({ bucket: z.literal('cash-handovers') }),
});

/** Newest first, 50 a page; and who can sign for one. */
export const floats = z.object({
  floats: z.array(float),
  next_before: uuid.nullable(),
  /** With what they hold, waiting included. */
  admins: z.array(z.object({ user_id: uuid, full_name: z.string(), held_fils: fils })),
  managers: z.array(z.object({ user_id: uuid, full_name: z.string() })),
  /** The usual amount of a float, see `usualAmount`. */
  usual_fils: fils.nullable(),
});

export type RecordFloat = z.infer<typeof recordFloat>;
export type FloatRecorded = z.infer<typeof floatRecorded>;
export type FloatDirection = RecordFloat['direction'];
export type Floats = z.infer<typeof floats>;
export type Float = Floats['floats'][number];
