import { z } from '@hono/zod-openapi';
import { CASH_RECORD_KINDS } from '../rules/cash-records.ts';
import { BEYOND_STAFF } from '../rules/reports/reports.ts';
import { uuid } from './fields.ts';

/** The holder of cash: a member of staff, with id and name, or a place outside the staff's hands. */
export const cashHolder = z.object({
  holder: z.enum(['staff', ...BEYOND_STAFF]),
  user_id: uuid.nullable(),
  full_name: z.string().nullable(),
});

export const cashRecordQuery = z.object({ kind: z.enum(CASH_RECORD_KINDS), id: uuid });

export type CashHolder = z.infer<typeof cashHolder>;
export type CashRecordQuery = z.infer<typeof cashRecordQuery>;
