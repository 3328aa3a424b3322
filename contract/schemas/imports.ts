import { z } from '@hono/zod-openapi';
import { ROW_FAULTS } from '../rules/cell-faults.ts';
import { ROW_CELLS_MAX } from '../rules/csv-row-limits.ts';
import {
  DATE_ORDERS,
  IMPORT_CELL_MAX,
  IMPORT_COLUMN_NAME_MAX,
  IMPORT_COLUMNS_MAX,
  IMPORT_FATES,
  IMPORT_ORDERS_MAX,
  LIST_FIELDS,
  missingFields,
} from '../rules/import-fields.ts';
import { NAME_KINDS } from '../rules/source-names.ts';
import { PAYMENT_METHODS } from '../rules/tender.ts';
import { WAIT_REASONS } from '../rules/waiting-orders.ts';
import { filledText, fils, instant, text } from './fields.ts';

const column = filledText(IMPORT_COLUMN_NAME_MAX);
const line = z.number().int().min(1).max(10_000_000);
const method = z.enum(PAYMENT_METHODS);

const layout = z
  .object({
    columns: z.partialRecord(z.enum(LIST_FIELDS), z.tuple([column]).rest(column)),
    method: method.nullable(),
    date_order: z.enum(DATE_ORDERS),
    knows_pickups: z.boolean().optional(),
    knows_refunds: z.boolean().optional(),
    hidden: z.array(column).max(ROW_CELLS_MAX).optional(),
  })
  .superRefine((one, context) => {
    for (const field of missingFields(one)) {
      const path = field === 'method' ? [field] : ['columns', field];
      context.addIssue({ code: 'custom', path, message: 'must be told by a column' });
    }
  });

const ofTheFile = z.object({
  code: z.enum(ROW_FAULTS),
  values: z
    .record(z.string().max(10), text(200))
    .refine((values) => Object.keys(values).length <= 2, 'has at most two'),
});

const row = z.object({
  line,
  cells: z.array(text(IMPORT_CELL_MAX)).max(IMPORT_COLUMNS_MAX),
  /** Set when the row has not as many cells as the header. */
  misshapen: z.object({ column: text(IMPORT_COLUMN_NAME_MAX), fault: ofTheFile }).nullable(),
});

/** One order of a file: its rows, the first of which carries all that is not about a line. */
const rows = z.tuple([row]).rest(row);

/** How a file is read: as Shopify's export, or as a list by its columns. */
const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shopify') }),
  z.object({ kind: z.literal('list'), layout }),
]);

const read = {
  source,
  /** Whether `17,49` is an amount in this file. */
  decimal_comma: z.boolean(),
  /** The headers of the cells that are sent. */
  columns: z.array(column).min(1).max(IMPORT_COLUMNS_MAX),
};

/** Some orders of a file, as their cells say. */
export const importBatch = z.object({ ...read, orders: z.array(rows).max(IMPORT_ORDERS_MAX) });
export const correctImported = z.object({
  ...read,
  order: rows,
  /** The order's version in the preview: of another one nothing is changed. Without it, as a browser of before asks, the order is left. */
  seen_version: z.number().int().min(1).max(2_147_483_647).optional(),
});

/** `code` is one of CELL_FAULTS, `reason` its English with the values filled in. */
const toldFault = z.object({
  code: z.string(),
  values: z.record(z.string(), z.string()),
  reason: z.string(),
});
export type ToldFault = z.output<typeof toldFault>;

const cellFault = toldFault.extend({
  line,
  column: z.string(),
  value: z.string(),
  /** A word for a method that nobody has explained yet. */
  unknown_method: z.string().nullable(),
});
export type CellFault = z.output<typeof cellFault>;

const previewed = z.object({
  line,
  order_number: z.string(),
  fate: z.enum(IMPORT_FATES),
  /** Null where it cannot be read. */
  order: z
    .object({
      customer: z.string(),
      area: z.string().nullable(),
      due_amount_fils: fils,
      payment_method: method,
      pays_either: z.boolean().optional(),
      /** Why it would wait in the shop. */
      waits_because: z.enum(WAIT_REASONS).nullable().optional(),
      /** When it came, and for when it is promised; null where the file does not say. */
      created_at: instant.nullable(),
      promised_at: instant.nullable(),
    })
    .nullable(),
  /** What is wrong with which cell, or why it is left out. */
  faults: z.array(cellFault),
  differences: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
  /** Why it stays as it is, also where corrections are asked for. */
  left_because: toldFault.nullable(),
  /** Of an order that differs: what a correction of it was decided on. */
  version: z.number().int().nullable(),
  /** The names of its payment or status that the shop has not defined. */
  unknown_names: z.array(z.object({ kind: z.enum(NAME_KINDS), name: z.string() })).optional(),
});
export type PreviewedOrder = z.output<typeof previewed>;

/** Each order in the batch's order. */
export const importPreview = z.object({ orders: z.array(previewed) });

/** What was written, and of the others which they are: without what their cells say, since this is kept. */
export const ordersImported = z.object({
  imported: z.number().int(),
  same: z.number().int(),
  others: z.array(
    z.object({
      line,
      order_number: z.string(),
      fate: z.enum(['differs', 'bad', 'left_out']),
      columns: z.array(z.string()),
    }),
  ),
});

export const importedCorrected = z.object({
  outcome: z.enum(['updated', 'same', 'new', 'left', 'changed_since', 'bad', 'left_out']),
  columns: z.array(z.string()),
});

const rememberedLayout = z.object({ header: z.array(column).min(1).max(ROW_CELLS_MAX), layout });

export const rememberLayout = rememberedLayout;
export const rememberMethods = z.object({
  methods: z.array(z.object({ word: text(200), method })).max(50),
});
export const importRemembered = z.object({});

/** What the shop remembers of its lists, the newest layout first. */
export const importMemory = z.object({
  layouts: z.array(z.object({ header: z.array(z.string()), layout })),
  methods: z.array(z.object({ word: z.string(), method })),
});
