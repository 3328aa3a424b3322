import { z } from '@hono/zod-openapi';
import { unsentCash } from '../../../schemas/devices.ts';
import { fils, instant, smallId, uuid } from '../../../schemas/fields.ts';

/** The reasons why an amount is unexplained; each names the person or device that can explain it. */
export const UNEXPLAINED_KINDS = [
  /** The latest end of day was short, and the book still shows the missing amount. */
  'short',
  /** The latest end of day was over. */
  'over',
  /** An admin below zero: cash was drawn from the safe and not booked (ruling A7). */
  'not_booked',
  /** Another user below zero by more than their surplus. */
  'below_zero',
  /** Commands with cash that a device assigned a number and that never arrived. */
  'not_arrived',
  /** A device with a broken command chain. */
  'chain_broken',
] as const;

const holder = z.object({
  user_id: uuid,
  full_name: z.string(),
  role: z.string().nullable(),
  disabled: z.boolean(),
  driver_id: smallId.nullable(),
  /** Posted cash. */
  cash_on_hand_fils: fils,
  /** Pending cash, which the person holds too. */
  waiting_fils: fils,
  /** The unsent commands of the person's devices, by their last report. */
  unsent: unsentCash,
  last_updated: instant.nullable(),
});

const unexplained = z.object({
  kind: z.enum(UNEXPLAINED_KINDS),
  /** The person; null if a device did not report it. */
  user: z.object({ user_id: uuid, full_name: z.string() }).nullable(),
  device: z.object({ id: uuid, name: z.string().nullable() }).nullable(),
  /** Above 0; null if unknown. */
  amount_fils: fils.nullable(),
  since: instant.nullable(),
});

export const response = z.object({
  /** Staff with a balance other than 0, pending cash or unsent commands, most cash first. */
  people: z.array(holder),
  /** The sum of their cash, pending cash included. */
  held_fils: fils,
  on_the_road: z.object({
    /** The cash of drivers, pending cash included. */
    held_fils: fils,
    /** The orders that are out for delivery with expected cash (see `cashExpected`), and their sum. */
    to_collect_orders: z.number().int(),
    to_collect_fils: fils,
  }),
  /** Cash of the current business day, net. */
  collected_today_fils: fils,
  banked_today_fils: fils,
  /** Drivers who carry more cash than their ceiling, pending cash included, most above it first. */
  over_ceiling: z.array(
    z.object({ user_id: uuid, full_name: z.string(), held_fils: fils, ceiling_fils: fils }),
  ),
  /** The sum of the known amounts below; 0 with an empty list if all cash is explained. */
  unexplained_fils: fils,
  unexplained: z.array(unexplained),
});

export type Holdings = z.infer<typeof response>;
export type OverCeiling = Holdings['over_ceiling'][number];
export type Unexplained = z.infer<typeof unexplained>;
