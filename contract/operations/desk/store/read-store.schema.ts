import { z } from '@hono/zod-openapi';
import { fils, instant, uuid } from '../../../schemas/fields.ts';

const connection = z.object({
  shop_domain: z.string(),
  client_id: z.string().nullable(),
  connected_at: instant,
  /** The reason why no requests are sent to the store any more. */
  refused_because: z.string().nullable(),
  /** The reason why orders are not marked as paid in the store. */
  marking_refused_because: z.string().nullable(),
  /** Null until the store has been queried. */
  missing_scopes: z.array(z.string()).nullable(),
  webhook_url: z.string().nullable(),
  webhooks_problem: z.string().nullable(),
  checked_at: instant.nullable(),
  read_at: instant.nullable(),
  read_error: z.string().nullable(),
  /**
   * The latest resync since a requested day, in progress until `ended_at`; `read`: the number of orders
   * reloaded.
   */
  resync: z
    .object({ since: instant, ended_at: instant.nullable(), read: z.number().int().nullable() })
    .nullable(),
});

export const response = z.object({
  connection: connection.nullable(),
  /** The URL for the store's webhooks; null if the store cannot reach it, with the reason. */
  webhooks_to: z.string().nullable(),
  webhooks_cannot: z.string().nullable(),
  /** Webhooks that named the store but were not signed with its secret. */
  unverified: z.object({ count: z.number().int(), last_at: instant }).nullable(),
  /** The newest ten. */
  webhooks: z.array(
    z.object({
      id: uuid,
      received_at: instant,
      topic: z.string(),
      order_number: z.string().nullable(),
      outcome: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  webhooks_waiting: z.number().int(),
  not_taken_total: z.number().int(),
  fulfilments_total: z.number().int(),
  /** The first 50 that are not done. */
  fulfilments: z.array(
    z.object({
      order_id: uuid,
      order_number: z.string(),
      status: z.string(),
      attempts: z.number().int(),
      last_error: z.string().nullable(),
      created_at: instant,
    }),
  ),
  payments_total: z.number().int(),
  /** The first 50 that are not marked as paid in the store, with both amounts. */
  payments: z.array(
    z.object({
      confirmation_id: uuid,
      order_id: uuid,
      order_number: z.string(),
      /** `owed`: waits until the rest is paid and all references are matched. */
      status: z.enum(['owed', 'waiting', 'listed', 'failed']),
      /** The amount that was taken so far. */
      collected_fils: fils,
      /** Still owed or not matched. */
      open_fils: fils,
      /** The amount that the store was asked to mark, if another one was taken since. */
      marked_fils: fils.nullable(),
      /** Null until the store has been queried. */
      outstanding_fils: fils.nullable(),
      last_error: z.string().nullable(),
      created_at: instant,
    }),
  ),
});

export type Store = z.infer<typeof response>;
