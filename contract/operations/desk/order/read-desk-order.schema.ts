import { z } from '@hono/zod-openapi';
import { ATTEMPT_CONFLICTS, GOODS_OUTCOMES } from '../../../rules/orders/attempts.ts';
import { DELIVERY_CONFLICTS } from '../../../rules/orders/delivery-conflicts.ts';
import { ORDER_STATUSES } from '../../../rules/orders/order-life.ts';
import { REFUSED_BECAUSE } from '../../../rules/orders/part-delivery.ts';
import { RECORDED_TENDERS } from '../../../rules/orders/takings.ts';
import { attemptPhoto, nextTime } from '../../../schemas/attempts.ts';
import { deliveryFacts, listedCorrection } from '../../../schemas/corrections.ts';
import { fils, instant, sha256, smallId, uuid } from '../../../schemas/fields.ts';
import { namedDriver } from '../../../schemas/order-page.ts';
import { order, orderLineItem } from '../../../schemas/orders.ts';

/**
 * The author: a person, the operator's account or one of the shop's systems. `name` is null if not recorded.
 */
const doer = z.object({ kind: z.enum(['staff', 'operator', 'system']), name: z.string().nullable() });

/** A changed value. Null: there was no value, or it is not recorded. */
const step = z.object({
  /** A column of the order, `line` with the product's name, or a group of columns such as `customer`. */
  what: z.string(),
  name: z.string().nullable(),
  from: z.union([z.string(), z.number()]).nullable(),
  to: z.union([z.string(), z.number()]).nullable(),
});

const orderEvent = z.object({
  id: uuid,
  kind: z.string(),
  /** The time of a delivery or an attempt by the device's corrected clock; null for other events. */
  occurred_at: instant.nullable(),
  recorded_at: instant,
  by: doer,
  /** The origin of a new order. */
  source: z.string().nullable(),
  from: z.enum(ORDER_STATUSES).nullable(),
  to: z.enum(ORDER_STATUSES).nullable(),
  /** True if the event undid the previous change. */
  undone: z.boolean(),
  driver: namedDriver.nullable(),
  reason: z.string().nullable(),
  conflict: z.string().nullable(),
  tender: z.enum(RECORDED_TENDERS).nullable(),
  collected_fils: fils.nullable(),
  steps: z.array(step),
  /**
   * The number of an attempt, and its reason; null for other events. Absent in responses of older servers.
   */
  attempt: z
    .object({
      number: z.number().int(),
      /** The key of the reason, and its label at that time if it is not a built-in one. */
      reason: z.string(),
      reason_label: z.string().nullable(),
    })
    .nullable()
    .optional(),
  /** The goods that were missing when the driver checked the load; null for other events. */
  missing: z
    .array(z.object({ name: z.string(), qty: z.number().int() }))
    .nullable()
    .optional(),
  /** The amount of a payment, a decision or a waiver; null for other events. */
  amount_fils: fils.nullable().optional(),
  /** The outcome of a Manager's decision about a payment by link or transfer. */
  match: z.enum(['received', 'not_received']).nullable().optional(),
  /** The amounts that a delivery left open, and the goods that were refused; null for other events. */
  taken: z.object({ owed_fils: fils, pending_fils: fils, refund_fils: fils }).nullable().optional(),
  refused: z
    .array(z.object({ name: z.string(), qty: z.number().int() }))
    .nullable()
    .optional(),
  /** The decision about the goods at an end of day; null for other events. */
  goods: z.enum(GOODS_OUTCOMES).nullable().optional(),
});

const proof = z.object({ bucket: z.literal('order-deliveries'), path: z.string(), sha256 });

const recordedAttempt = z.object({
  id: uuid,
  /** The number among all attempts of the order, undone ones included. */
  number: z.number().int(),
  driver: z.string(),
  /** The key of the reason, and its label at that time if it is not a built-in one. */
  reason: z.string(),
  reason_label: z.string().nullable(),
  note: z.string().nullable(),
  /** The time that the customer asked for. */
  next: nextTime.nullable(),
  /** True if the desk has not decided about it yet. */
  is_open: z.boolean(),
  /** True if the driver undid it. */
  undone: z.boolean(),
  conflict: z.enum(ATTEMPT_CONFLICTS).nullable(),
  /** The time by the device's corrected clock. */
  occurred_at: instant,
  recorded_at: instant,
  photo: attemptPhoto.nullable(),
  /** The phone's position; null if the shop does not record it. */
  position: z
    .object({ latitude: z.number(), longitude: z.number(), accuracy_m: z.number().int().nullable() })
    .nullable(),
  /** The time at which photo, note and position were erased; null if they were not. */
  erased_at: instant.nullable(),
});

const storePayment = z.object({
  /** `owed`: waits until the rest is paid and all references are matched. */
  status: z.enum(['owed', 'waiting', 'done', 'listed', 'failed', 'dismissed']),
  collected_fils: fils,
  /** The amount that the store was asked to mark, if another one was taken since. */
  marked_fils: fils.nullable().optional(),
  /** The amount that the store reported as due; null before it was queried. */
  outstanding_fils: fils.nullable(),
});

/** The amounts of a delivery that did not take exactly what was due by one tender. Erased texts are null. */
const taking = z.object({
  /** The amount due for the goods that were handed over. */
  due_fils: fils,
  rounding_fils: fils,
  /** The cash that the customer gave, before the change; null if it was not entered. */
  received_fils: fils.nullable(),
  link_fils: fils,
  link_reference: z.string().nullable(),
  transfer_fils: fils,
  transfer_reference: z.string().nullable(),
  /** Owed after the delivery; negative if too much was taken. */
  owed_fils: fils,
  /** Paid before for goods that the customer refused. */
  refund_fils: fils,
  short_reason: z.string().nullable(),
  refused: z.array(
    z.object({
      name: z.string(),
      /** The quantity that was on the way, and the part that was handed over. */
      qty: z.number().int(),
      handed_over: z.number().int(),
      because: z.enum(REFUSED_BECAUSE),
    }),
  ),
});

const file = z.object({ bucket: z.enum(['order-deliveries', 'cash-handovers']), path: z.string(), sha256 });

/** The payments and decisions about an order after its delivery, first to last. */
const orderPayments = z.object({
  /** The open amounts; null if nothing was ever open. */
  balance: z.object({ owed_fils: fils, unmatched_fils: fils, refund_fils: fils }).nullable(),
  paid_later: z.array(
    z.object({
      id: uuid,
      reference: z.string(),
      by_name: z.string(),
      cash_fils: fils,
      card_fils: fils,
      link_fils: fils,
      link_reference: z.string().nullable(),
      transfer_fils: fils,
      transfer_reference: z.string().nullable(),
      occurred_at: instant,
      receipt: file.nullable(),
    }),
  ),
  decisions: z.array(
    z.object({
      id: uuid,
      tender: z.enum(['payment_link', 'bank_transfer']),
      reference: z.string().nullable(),
      amount_fils: fils,
      outcome: z.enum(['received', 'not_received']),
      by_name: z.string(),
      recorded_at: instant,
    }),
  ),
  waivers: z.array(
    z.object({
      id: uuid,
      amount_fils: fils,
      reason: z.string().nullable(),
      /** Null for the operator. */
      by_name: z.string().nullable(),
      recorded_at: instant,
    }),
  ),
  /** Approved refunds to the customer. */
  paid_back: z.array(
    z.object({
      id: uuid,
      reference: z.string(),
      amount_fils: fils,
      note: z.string().nullable(),
      by_name: z.string(),
      recorded_at: instant,
      slip: file.nullable(),
    }),
  ),
});

const recordedDelivery = z.object({
  id: uuid,
  driver: z.string(),
  customer_name: z.string(),
  outcome: z.enum(['delivered', 'recorded_with_conflict']),
  conflict: z.enum(DELIVERY_CONFLICTS).nullable(),
  tender: z.enum(RECORDED_TENDERS).nullable(),
  collected_fils: fils,
  /** The cash part of the collected amount. */
  cash_fils: fils,
  /** The delivery time by the device's corrected clock. */
  delivered_at: instant,
  recorded_at: instant,
  photo: proof,
  note: proof,
  /** The time at which photo, note and name were erased; null if they were not. */
  erased_at: instant.nullable(),
  /** The payment's state in the store; null if the payment is not sent to a store. */
  store_payment: storePayment.nullable(),
  /** Null if all that was due was taken by one tender. Absent in responses of older servers. */
  taking: taking.nullable().optional(),
  /** The facts as recorded at first, with the corrections since. Absent in responses of older servers. */
  correctable: z
    .object({
      driver_id: smallId,
      /** The user who delivered, whose delivery another Manager corrects. */
      user_id: uuid,
      facts: deliveryFacts,
      corrections: z.array(listedCorrection),
      /** True if cash was handed in since: the difference is then short or over. */
      handed_in: z.boolean(),
    })
    .optional(),
});

export const query = z.object({ order_id: uuid });

export const response = z.object({
  order: order.extend({
    version: z.number().int(),
    /** The source's name of the payment, as received; null if a user decided the payment. */
    payment_names: z.array(z.string()).nullable().optional(),
    /** The fields that were truncated to the maximum length. */
    shortened: z.array(z.string()).optional(),
    /** The id in the shop's store; null for orders from another source. */
    external_id: z.string().nullable(),
    area: z.string().nullable(),
    promised_at: instant.nullable(),
    driver: z.string().nullable(),
    /**
     * The newest history event about a delivery that conflicts with a change; null once a user has reviewed
     * it.
     */
    conflict_id: uuid.nullable(),
    /** True if the store cancelled the order, which can then not be reopened here. */
    cancelled_in_store: z.boolean(),
    /** The time at which the customer's data were erased; null if they were not. */
    erased_at: instant.nullable(),
  }),
  /** Other orders with the same number key, added before duplicate numbers were refused. */
  same_number: z.array(z.object({ order_id: uuid, order_number: z.string() })).optional(),
  items: z.array(orderLineItem),
  /** Earlier amounts due, the latest first. */
  former_amounts: z.array(z.object({ due_amount_fils: fils, replaced_at: instant })),
  /** The drivers to whom the order was assigned, first to last. */
  assignments: z.array(
    z.object({
      driver_id: smallId,
      driver: z.string(),
      assigned_at: instant,
      ended_at: instant.nullable(),
    }),
  ),
  deliveries: z.array(recordedDelivery),
  /** Null before a delivery. Absent in responses of older servers. */
  payments: orderPayments.nullable().optional(),
  /** The attempts, first to last. Absent in responses of older servers. */
  attempts: z.array(recordedAttempt).optional(),
  /** The events, newest first. */
  history: z.array(orderEvent),
  /** The fulfilment in the store; null before a delivery, and without a store. */
  fulfilment: z
    .object({
      status: z.enum(['waiting', 'done', 'failed']),
      attempts: z.number().int(),
      done_at: instant.nullable(),
    })
    .nullable(),
});

export type OrderPage = z.infer<typeof response>;
export type OrderPageEvent = z.infer<typeof orderEvent>;
export type DeskAttempt = z.infer<typeof recordedAttempt>;
export type DeskTaking = z.infer<typeof taking>;
export type OrderPayments = z.infer<typeof orderPayments>;
export type DeskDelivery = z.infer<typeof recordedDelivery>;
