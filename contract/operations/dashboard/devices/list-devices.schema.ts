import { z } from '@hono/zod-openapi';
import { number } from '../../../schemas/devices.ts';
import { fils, instant, uuid } from '../../../schemas/fields.ts';

const person = z.object({ user_id: uuid, full_name: z.string() });

const deviceRow = z.object({
  id: uuid,
  /** The device, for example `Chrome on Android`; null if the browser does not identify itself. */
  name: z.string().nullable(),
  last_seen_at: instant,
  last_user: person,
  /** All users who used the device or have commands on it. */
  users: z.array(person.extend({ role: z.string().nullable() })),
  unsent: z.object({ count: z.number().int(), amount_fils: fils }),
  /** Numbers that neither arrived nor were closed within 15 minutes, in ascending order, at most 1,000. */
  not_arrived: z.array(
    z.object({
      number,
      /** The author of the command and its cash; null if the device did not report them. */
      user: person.nullable(),
      amount_fils: fils.nullable(),
      since: instant,
    }),
  ),
  /** The first number at which the chain is broken. */
  chain_broken_at: number.nullable(),
  /** Stops that the last user has not delivered yet. */
  open_orders: z.object({
    count: z.number().int(),
    due_fils: fils,
    /** The oldest 50. */
    orders: z.array(z.object({ order_number: z.string(), due_amount_fils: fils })),
  }),
  /** True for a manager who never used the device. */
  may_explain: z.boolean(),
});

/** Devices, most recently seen first: all of the shop for managers and admins, for others those they used. */
export const response = z.object({ devices: z.array(deviceRow) });

export type DeviceRow = z.infer<typeof deviceRow>;
export type Devices = z.infer<typeof response>;
