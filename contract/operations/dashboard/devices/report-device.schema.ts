import { z } from '@hono/zod-openapi';
import { MAX_AMOUNT_FILS } from '../../../rules/amounts/money.ts';
import { CLOSED_HOW, MAX_DEVICE_NUMBER, REPORTED_MAX } from '../../../rules/device-chain.ts';
import { number } from '../../../schemas/devices.ts';
import { amountFils, instant, sha256, text, uuid } from '../../../schemas/fields.ts';

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
export const body = z.object({
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
export const answer = z.object({ closed: z.array(number) });

export type ReportDevice = z.infer<typeof body>;
export type DeviceReported = z.infer<typeof answer>;
