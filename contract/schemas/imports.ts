import { z } from '@hono/zod-openapi';
import { ROW_CELLS_MAX } from '../rules/csv/csv-row-limits.ts';
import { ROW_FAULTS } from '../rules/import/cell-faults.ts';
import {
  DATE_ORDERS,
  IMPORT_CELL_MAX,
  IMPORT_COLUMN_NAME_MAX,
  IMPORT_COLUMNS_MAX,
  IMPORT_ORDERS_MAX,
  LIST_FIELDS,
  missingFields,
} from '../rules/import/import-fields.ts';
import { PAYMENT_METHODS } from '../rules/orders/tender.ts';
import { filledText, text } from './fields.ts';

export const column = filledText(IMPORT_COLUMN_NAME_MAX);

export const line = z.number().int().min(1).max(10_000_000);

export const method = z.enum(PAYMENT_METHODS);

export const layout = z
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
      context.addIssue({ code: 'custom', path, message: 'must be assigned a column' });
    }
  });

const rowFault = z.object({
  code: z.enum(ROW_FAULTS),
  values: z
    .record(z.string().max(10), text(200))
    .refine((values) => Object.keys(values).length <= 2, 'has at most two'),
});

const row = z.object({
  line,
  cells: z.array(text(IMPORT_CELL_MAX)).max(IMPORT_COLUMNS_MAX),
  /** Set if the number of cells differs from the header's. */
  misshapen: z.object({ column: text(IMPORT_COLUMN_NAME_MAX), fault: rowFault }).nullable(),
});

/** The rows of one order. The first row contains all values that do not belong to a line item. */
export const rows = z.tuple([row]).rest(row);

/** The format of the file: Shopify's export, or a list with a column layout. */
const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shopify') }),
  z.object({ kind: z.literal('list'), layout }),
]);

export const read = {
  source,
  /** True if the file uses a decimal comma, as in `17,49`. */
  decimal_comma: z.boolean(),
  /** The headers of the cells in the request. */
  columns: z.array(column).min(1).max(IMPORT_COLUMNS_MAX),
};

/** Some orders of a file as cells. */
export const importBatch = z.object({ ...read, orders: z.array(rows).max(IMPORT_ORDERS_MAX) });

export const importRemembered = z.object({});
