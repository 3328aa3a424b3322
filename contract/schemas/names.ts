import { z } from '@hono/zod-openapi';
import {
  NAME_KINDS,
  NAME_MAX,
  NAMES_AT_ONCE_MAX,
  type NameKind,
  nameKey,
  PAYMENT_MEANINGS,
  STATUS_MEANINGS,
} from '../rules/source-names.ts';
import { PAYMENT_METHODS } from '../rules/tender.ts';
import { WAIT_REASONS } from '../rules/waiting-orders.ts';
import { fils, instant, text, uuid } from './fields.ts';

/** A name and its meaning. `seen`: the meaning that the user saw; older pages do not send it. */
function definitionOf<Kind extends NameKind, Meanings extends readonly [string, ...string[]]>(
  kind: Kind,
  meanings: Meanings,
) {
  const meaning = z.enum(meanings);
  return z.object({
    kind: z.literal(kind),
    name: text(NAME_MAX),
    meaning,
    seen: meaning.nullable().optional(),
  });
}

const definition = z.discriminatedUnion('kind', [
  definitionOf('payment', PAYMENT_MEANINGS),
  definitionOf('status', STATUS_MEANINGS),
]);
export type NameDefinition = z.infer<typeof definition>;

/** Definitions of names. Two spellings of one name are one name. */
export const defineNames = z.object({
  names: z
    .array(definition)
    .min(1)
    .max(NAMES_AT_ONCE_MAX)
    .refine(
      (names) => new Set(names.map(({ kind, name }) => `${kind} ${nameKey(name)}`)).size === names.length,
      { message: 'must define each name once' },
    ),
});

const count = z.number().int().min(0);
const meaning = z.enum([...PAYMENT_MEANINGS, ...STATUS_MEANINGS]);

const shopName = z.object({
  kind: z.enum(NAME_KINDS),
  /** As a source wrote it; empty: an order that names no payment. */
  name: z.string(),
  /** Null: a user has to define it. */
  meaning: meaning.nullable(),
  /** The user who defined it, and when; null: the meaning is the product's own, or remembered. */
  defined: z.object({ by: z.string().nullable(), at: instant }).nullable(),
  first_seen_at: instant.nullable(),
  /** How many orders wait because it has no meaning. */
  waiting_orders: count,
  /** What an older version remembered of it, where that is contradictory. */
  remembered: z.array(z.object({ name: z.string(), meaning })),
});
export type ShopName = z.infer<typeof shopName>;

/** The names without a meaning first, those that most orders wait for at the top. */
export const shopNames = z.object({ names: z.array(shopName) });

/** How an order is paid. */
const paid = z.object({
  payment_method: z.enum(PAYMENT_METHODS),
  pays_either: z.boolean(),
  due_amount_fils: fils,
  waits_because: z.enum(WAIT_REASONS).nullable(),
});
export type PaymentOfOrder = z.infer<typeof paid>;

const changedOrder = z.object({
  order_id: uuid,
  order_number: z.string(),
  from: paid,
  to: paid,
  /** The driver from whom it is taken, since it has to wait. */
  taken_from: z.string().nullable(),
});
export type ChangedOrder = z.infer<typeof changedOrder>;

/** The open orders that definitions change: counted in full, the first of them listed. */
export const namesPreview = z.object({ total: count, orders: z.array(changedOrder) });

export const namesDefined = z.object({ changed_orders: count });
