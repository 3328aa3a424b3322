import { z } from '@hono/zod-openapi';
import { CLOSED_HOW, MAX_DEVICE_NUMBER, REPORTED_MAX } from '../rules/device-chain.ts';
import { MAX_AMOUNT_FILS } from '../rules/money.ts';
import { amountFils, filledText, fils, instant, sha256, text, uuid } from './fields.ts';

const number = z.number().int().min(1).max(MAX_DEVICE_NUMBER);
const count = z.number().int().min(0).max(MAX_DEVICE_NUMBER);

/** The cash that one report may say waits: ten thousand times the most that one command moves. Sums of many stay exact. */
const REPORTED_FILS_MAX = 10_000 * MAX_AMOUNT_FILS;

/** A command of this shop that is not decided yet, whoever made it. */
const openNumber = z.object({
  number,
  command_id: uuid,
  /** Who made it. */
  user_id: uuid,
  endpoint: text(100),
  /** Cash that it would add to what its maker holds; 0 for a card payment. */
  amount_fils: amountFils,
  /** The server's time, as far as the device knows it. */
  made_at: instant,
});

const closedNumber = z.object({
  number,
  command_id: uuid,
  user_id: uuid,
  how: z.enum(CLOSED_HOW),
  /** The number it was made anew under. */
  replaced_by: number.nullable(),
});

/** What a device has of the shop of whoever is signed in. The first one sets where counting begins. */
export const reportDevice = z.object({
  device_id: uuid,
  /** The last number it gave; 0 before the first. */
  highest: count,
  highest_hash: sha256.nullable(),
  open: z.array(openNumber).max(REPORTED_MAX),
  closed: z.array(closedNumber).max(REPORTED_MAX),
  /** All that waits to be sent, with and without a number. */
  unsent_count: count,
  unsent_fils: z.number().int().min(0).max(REPORTED_FILS_MAX),
});

/** The closed numbers that were taken note of: the device may forget them. */
export const deviceReported = z.object({ closed: z.array(number) });

const person = z.object({ user_id: uuid, full_name: z.string() });

const deviceRow = z.object({
  id: uuid,
  /** As `Chrome on Android`; null where the browser does not say. */
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
  /** What whoever used it last has still to deliver. */
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
export const devices = z.object({ devices: z.array(deviceRow) });

export const explainDeviceParams = z.object({ device_id: uuid });
export const explainDeviceNumbers = z
  .object({
    numbers: z.array(number).max(1000),
    /** Where the chain was seen not to hold, once somebody has looked at why. */
    chain_broken_at: number.optional(),
    reason: filledText(500),
  })
  .refine(({ numbers, chain_broken_at }) => numbers.length > 0 || chain_broken_at !== undefined, {
    path: ['numbers'],
    message: 'must name one, where no break is explained',
  });
export const deviceNumbersExplained = z.object({
  /** Those of the numbers that stand as explained now; the others arrived or are over. */
  explained: z.array(number),
  /** Whether the chain counts as holding since now, until it breaks anew. */
  chain_explained: z.boolean(),
});

/** What somebody has made and no server has heard of, as the devices told last; null when nothing. */
export const unsentCash = z
  .object({ count: z.number().int(), amount_fils: fils, last_seen_at: instant })
  .nullable();

export type ReportDevice = z.infer<typeof reportDevice>;
export type DeviceReported = z.infer<typeof deviceReported>;
export type DeviceRow = z.infer<typeof deviceRow>;
export type Devices = z.infer<typeof devices>;
export type ExplainDeviceNumbers = z.infer<typeof explainDeviceNumbers>;
export type DeviceNumbersExplained = z.infer<typeof deviceNumbersExplained>;
export type UnsentCash = z.infer<typeof unsentCash>;
