import { z } from '@hono/zod-openapi';
import { CASH_RECORD_KINDS } from '../rules/cash-records.ts';
import { MOVEMENT_REASONS } from '../rules/reports.ts';
import { cashHolder, cashRecordQuery } from './cash-records.ts';
import { amountFils, fils, instant, uuid } from './fields.ts';

/** One movement that cash went with, and the record that tells of it. */
const step = z.object({
  movement_id: uuid,
  reason: z.enum(MOVEMENT_REASONS),
  from: cashHolder,
  to: cashHolder,
  /** The whole movement. */
  amount_fils: fils,
  occurred_at: instant,
  recorded_at: instant,
  /** Waits to be posted; held all the same (ruling A4). */
  waiting: z.boolean(),
  /** A delivery's, or of a kind of its own; null for what an operator booked, and has no page. */
  record: z
    .object({ kind: z.enum(['delivery', ...CASH_RECORD_KINDS]), id: uuid, reference: z.string() })
    .nullable(),
});

export const cashPathQuery = z.object({ order_id: uuid });

const route = z.object({
  /** So much of the delivery's cash went this way. */
  amount_fils: fils,
  /** The delivery first. */
  steps: z.array(step),
  /** `held`: by whom the last step went to. `left`: the staff's hands, with the last step. `far`: followed no further. */
  end: z.enum(['held', 'left', 'far']),
});

/** Where the cash of an order's deliveries went, the oldest cash going first (decision 57). */
export const cashPath = z.object({
  deliveries: z.array(
    z.object({
      id: uuid,
      /** What its routes and what is not followed come to. */
      amount_fils: fils,
      routes: z.array(route),
      /** In more parts than are told. */
      not_followed_fils: fils,
    }),
  ),
});

export const cashSourcesQuery = cashRecordQuery.extend({
  /** How many of the record's fils are told already: `next_fils` of the answer before. */
  after_fils: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(amountFils)
    .openapi({ type: 'integer' })
    .optional(),
});

const source = z.object({
  /**
   * `order`: taken at a door. `outside`: brought from the safe, by an opening or an adjustment. `not_booked`: given before anything was booked to whoever gave it.
   * `round`: given and come back without anybody having brought it. `far`: followed no further back.
   */
  kind: z.enum(['order', 'outside', 'not_booked', 'round', 'far']),
  amount_fils: fils,
  order: z.object({ order_id: uuid, order_number: z.string() }).nullable(),
  /** The movement that brought it, or the oldest that is known. */
  step,
});

/** Whose cash a record moved, in the order in which it lies in it; the pages together come to exactly its amount. */
export const cashSources = z.object({
  amount_fils: fils,
  after_fils: fils,
  sources: z.array(source),
  /** Null: all of it is told. */
  next_fils: fils.nullable(),
});

export type CashPath = z.infer<typeof cashPath>;
export type CashRoute = z.infer<typeof route>;
export type CashStep = z.infer<typeof step>;
export type CashSource = z.infer<typeof source>;
export type CashSources = z.infer<typeof cashSources>;
export type CashSourcesQuery = z.infer<typeof cashSourcesQuery>;
