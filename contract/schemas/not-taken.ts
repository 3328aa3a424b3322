import { z } from '@hono/zod-openapi';
import { NOT_TAKEN_FIXES } from '../rules/orders/not-taken.ts';
import { filledText, instant, uuid } from './fields.ts';

export const what = filledText(200);

export const notTaken = z.object({
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
