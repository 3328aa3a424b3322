import { z } from '@hono/zod-openapi';
import { NAME_KINDS } from '../../../rules/import/source-names.ts';
import { instant } from '../../../schemas/fields.ts';
import { count, meaning } from '../../../schemas/names.ts';

const shopName = z.object({
  kind: z.enum(NAME_KINDS),
  /** The name as a source wrote it; empty: an order that names no payment. */
  name: z.string(),
  /** Null: a user has to define it. */
  meaning: meaning.nullable(),
  /** The user who defined it, and when; null: the meaning is the product's own, or remembered. */
  defined: z.object({ by: z.string().nullable(), at: instant }).nullable(),
  first_seen_at: instant.nullable(),
  /** The number of orders that wait because it has no meaning. */
  waiting_orders: count,
  /** The meaning that an older version remembered, where it is contradictory. */
  remembered: z.array(z.object({ name: z.string(), meaning })),
});

export type ShopName = z.infer<typeof shopName>;

/** The names without a meaning first, those that most orders wait for at the top. */
export const answer = z.object({ names: z.array(shopName) });
