import { z } from '@hono/zod-openapi';
import { number } from '../../../schemas/devices.ts';
import { fils, instant, uuid } from '../../../schemas/fields.ts';

const person = z.object({ user_id: uuid, full_name: z.string() });

const deviceRow = z.object({
  id: uuid,
  /** The device, for example `Chrome on Android`; null where the browser does not say. */
  name: z.string().nullable(),
  last_seen_at: instant,
  last_user: person,
  /** Everybody who used it, or left something on it. */
  users: z.array(person.extend({ role: z.string().nullable() })),
  unsent: z.object({ count: z.number().int(), amount_fils: fils }),
  /** Numbers that neither arrived nor are over, known for 15 minutes; lowest first, a thousand at most. */
  not_arrived: z.array(
    z.object({
      number,
      /** Its maker and its cash, where the device has told. */
      user: person.nullable(),
      amount_fils: fils.nullable(),
      since: instant,
    }),
  ),
  /** The first number at which the chain does not hold. */
  chain_broken_at: number.nullable(),
  /** Stops that its last user has not delivered yet. */
  open_orders: z.object({
    count: z.number().int(),
    due_fils: fils,
    /** The oldest 50. */
    orders: z.array(z.object({ order_number: z.string(), due_amount_fils: fils })),
  }),
  /** A manager who never used it. */
  may_explain: z.boolean(),
});

/** Newest seen first; the shop's for managers and admins, for others those they used. */
export const answer = z.object({ devices: z.array(deviceRow) });

export type DeviceRow = z.infer<typeof deviceRow>;
export type Devices = z.infer<typeof answer>;
