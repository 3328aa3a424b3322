import { z } from '@hono/zod-openapi';
import { NOT_TAKEN_FIXES } from '../rules/not-taken.ts';
import { filledText, instant, uuid } from './fields.ts';

const what = filledText(200);

const notTaken = z.object({
  /** What names it when it is tried again or dismissed: the order's number, or the webhook's id where it is not known whose it is. */
  what: z.string(),
  order_number: z.string().nullable(),
  reason: z.string(),
  /** Fields of the store's order that are not what they should be, each with why; empty where the reason says it all. */
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
  fix: z.enum(NOT_TAKEN_FIXES),
  /** When it became what it is in the store. */
  told_at: instant.nullable(),
  /** The order that is here under this number, whatever of it could not be taken. */
  order_id: uuid.nullable(),
  /** Where it stands in the store; null without a store, or where its id is not known. */
  store_url: z.string().nullable(),
  /** Whether trying again can change anything: the store can be asked, or what it told is still here. */
  may_retry: z.boolean(),
});
export type NotTakenOrder = z.output<typeof notTaken>;

/** Newest first; `total` counts those that are not listed too. */
export const notTakenOrders = z.object({ orders: z.array(notTaken), total: z.number().int() });

export const retryNotTaken = z.object({ what });
/** What became of an order that was tried again. `waiting`: it is being tried, and the list will show what became of it. */
export const notTakenRetried = z.object({
  outcome: z.enum(['taken', 'not_taken', 'not_to_deliver', 'waiting']),
  /** As it is listed now; null where it is no longer. */
  listed: notTaken.nullable(),
  /** Why it is not to be delivered. */
  reason: z.string().nullable(),
  order_number: z.string().nullable(),
  order_id: uuid.nullable(),
  /** Why the store could not be asked for it anew: then what it told before was tried. */
  store_problem: z.string().nullable(),
});
export type NotTakenRetried = z.output<typeof notTakenRetried>;

export const dismissNotTaken = z.object({ what, note: filledText(500) });
export const notTakenDismissed = z.object({});
