import { z } from '@hono/zod-openapi';
import { IMPORT_OUTCOMES } from '../../../rules/import/import-fields.ts';
import { NAME_KINDS } from '../../../rules/import/source-names.ts';
import { WAIT_REASONS } from '../../../rules/orders/waiting-orders.ts';
import { fils, instant } from '../../../schemas/fields.ts';
import { importBatch, line, method } from '../../../schemas/imports.ts';

export const body = importBatch;

/** `code` is one of CELL_FAULTS, `reason` its English text with the values filled in. */
const faultMessage = z.object({
  code: z.string(),
  values: z.record(z.string(), z.string()),
  reason: z.string(),
});

export type FaultMessage = z.output<typeof faultMessage>;

const cellFault = faultMessage.extend({
  line,
  column: z.string(),
  value: z.string(),
  /** A payment method name that no user has defined yet. */
  unknown_method: z.string().nullable(),
});

export type CellFault = z.output<typeof cellFault>;

const previewed = z.object({
  line,
  order_number: z.string(),
  fate: z.enum(IMPORT_OUTCOMES),
  /** Null if the order cannot be read. */
  order: z
    .object({
      customer: z.string(),
      area: z.string().nullable(),
      due_amount_fils: fils,
      payment_method: method,
      pays_either: z.boolean().optional(),
      /** The reason why the order would wait in the shop. */
      waits_because: z.enum(WAIT_REASONS).nullable().optional(),
      /** The time of the order and its promised time; null if the file does not contain them. */
      created_at: instant.nullable(),
      promised_at: instant.nullable(),
    })
    .nullable(),
  /** The faults by cell, or the reason why the order is skipped. */
  faults: z.array(cellFault),
  differences: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
  /** The reason why the order stays unchanged even if corrections are requested. */
  left_because: faultMessage.nullable(),
  /** The version of a differing order for which the correction was previewed. */
  version: z.number().int().nullable(),
  /** The payment and status names of the order that the shop has not defined. */
  unknown_names: z.array(z.object({ kind: z.enum(NAME_KINDS), name: z.string() })).optional(),
});

export type PreviewedOrder = z.output<typeof previewed>;

/** The orders in the batch's order. */
export const response = z.object({ orders: z.array(previewed) });
