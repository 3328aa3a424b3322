import { z } from '@hono/zod-openapi';
import { unsentCash } from '../../../schemas/devices.ts';
import { fils, instant, smallId, uuid } from '../../../schemas/fields.ts';

/** Why an amount is nobody's to explain but the person's or the device's it names. */
export const UNEXPLAINED_KINDS = [
  /** Handed over less at their newest end of day than the book says now, and not since. */
  'short',
  /** Handed over more. */
  'over',
  /** An admin below zero: drawn from the safe, not booked (ruling A7). */
  'not_booked',
  /** Anybody else below zero, by more than they were over. */
  'below_zero',
  /** Commands that a device made, with cash, which never arrived. */
  'not_arrived',
  /** A device whose commands do not follow one another. */
  'chain_broken',
] as const;

const holder = z.object({
  user_id: uuid,
  full_name: z.string(),
  role: z.string().nullable(),
  disabled: z.boolean(),
  driver_id: smallId.nullable(),
  /** Posted. */
  cash_on_hand_fils: fils,
  /** Recorded, not yet posted; held all the same (ruling A4). */
  waiting_fils: fils,
  /** What their phone has not sent yet, as it told last. */
  unsent: unsentCash,
  last_updated: instant.nullable(),
});

const unexplained = z.object({
  kind: z.enum(UNEXPLAINED_KINDS),
  /** Whose it is; null where a device does not tell. */
  user: z.object({ user_id: uuid, full_name: z.string() }).nullable(),
  device: z.object({ id: uuid, name: z.string().nullable() }).nullable(),
  /** Above 0; null where nobody knows. */
  amount_fils: fils.nullable(),
  since: instant.nullable(),
});

export const answer = z.object({
  /** Everybody with a balance that is not 0, cash that waits, or something not sent; most cash first. */
  people: z.array(holder),
  /** What they hold together, waiting included. */
  held_fils: fils,
  on_the_road: z.object({
    /** What drivers hold, waiting included. */
    held_fils: fils,
    /** Orders that are out and bring cash, as far as it is known before the door (`cashExpected`), and what they come to. */
    to_collect_orders: z.number().int(),
    to_collect_fils: fils,
  }),
  /** Of the current day in the shop's time zone, net. */
  collected_today_fils: fils,
  banked_today_fils: fils,
  /** The sum of what is known below; 0 with an empty list: all cash is with somebody, and explained. */
  unexplained_fils: fils,
  unexplained: z.array(unexplained),
});

export type Holdings = z.infer<typeof answer>;
export type Unexplained = z.infer<typeof unexplained>;
