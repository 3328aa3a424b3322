import { z } from '@hono/zod-openapi';
import { MAX_AMOUNT_FILS } from '../../../rules/amounts/money.ts';
import { CLOSE_REASONS, MAX_DEVICE_NUMBER, REPORTED_MAX } from '../../../rules/device-chain.ts';
import { number } from '../../../schemas/devices.ts';
import { amountFils, instant, sha256, text, uuid } from '../../../schemas/fields.ts';

const count = z.number().int().min(0).max(MAX_DEVICE_NUMBER);

/**
 * The largest unsent amount that a report may contain: 10,000 times the maximum of one command. Sums of many
 * reports stay exact.
 */
const REPORTED_FILS_MAX = 10_000 * MAX_AMOUNT_FILS;

/** An undecided command of this shop, by any user of the device. */
const openNumber = z.object({
  number,
  command_id: uuid,
  /** The author of the command. */
  user_id: uuid,
  endpoint: text(100),
  /** The cash that the command would add to the author's balance; 0 for a card payment. */
  amount_fils: amountFils,
  /** The server's time, as estimated by the device. */
  made_at: instant,
});

const closedNumber = z.object({
  number,
  command_id: uuid,
  user_id: uuid,
  how: z.enum(CLOSE_REASONS),
  /** The number under which the command was sent again. */
  replaced_by: number.nullable(),
});

/**
 * The device's data for the signed-in user's shop. The first report sets the number at which counting starts.
 */
export const body = z.object({
  device_id: uuid,
  /** The last number that the device assigned; 0 before the first. */
  highest: count,
  highest_hash: sha256.nullable(),
  open: z.array(openNumber).max(REPORTED_MAX),
  closed: z.array(closedNumber).max(REPORTED_MAX),
  /** All unsent commands, with and without a number. */
  unsent_count: count,
  unsent_fils: z.number().int().min(0).max(REPORTED_FILS_MAX),
});

/** The closed numbers that were recorded; the device may delete them. */
export const response = z.object({ closed: z.array(number) });

export type ReportDevice = z.infer<typeof body>;
export type DeviceReported = z.infer<typeof response>;
