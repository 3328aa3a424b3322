import { z } from '@hono/zod-openapi';
import { NAME_KINDS } from '../../../rules/import/source-names.ts';
import { instant } from '../../../schemas/fields.ts';
import { count, meaning } from '../../../schemas/names.ts';

const shopName = z.object({
  kind: z.enum(NAME_KINDS),
  /** The name as the source wrote it; empty for orders without a payment name. */
  name: z.string(),
  /** Null if a user has to define it. */
  meaning: meaning.nullable(),
  /**
   * The user who defined it, and the time; null if the meaning is built in or was saved by an older version.
   */
  defined: z.object({ by: z.string().nullable(), at: instant }).nullable(),
  first_seen_at: instant.nullable(),
  /** The number of orders that wait because the name has no meaning. */
  waiting_orders: count,
  /** The meanings that an older version saved, if they contradict each other or the built-in meaning. */
  remembered: z.array(z.object({ name: z.string(), meaning })),
});

export type ShopName = z.infer<typeof shopName>;

/** Names without a meaning first, ordered by the number of waiting orders. */
export const response = z.object({ names: z.array(shopName) });
