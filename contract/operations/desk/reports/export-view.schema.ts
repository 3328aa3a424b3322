import { z } from '@hono/zod-openapi';
import { EXPORT_FORMATS } from '../../../rules/reports/exports.ts';
import { auditQuery } from '../../../schemas/audit.ts';
import { deskOrdersQuery } from '../../../schemas/desk-orders.ts';
import { reportQuery } from '../../../schemas/reports.ts';

/** Lists that are exported as a whole. */
export const WHOLE_LISTS = ['people', 'machines', 'phones', 'stops', 'not_taken'] as const;

/** One view of the desk, with the query of its own endpoint. All pages are exported regardless of `after`. */
export const body = z
  .object({
    format: z.enum(EXPORT_FORMATS),
    /** True if the file is sent in parts with the number of rows so far: `export-frames`. */
    counted: z.boolean().optional(),
    report: reportQuery.optional(),
    orders: deskOrdersQuery.optional(),
    audit: auditQuery.optional(),
    list: z.enum(WHOLE_LISTS).optional(),
  })
  .superRefine(({ report, orders, audit, list }, context) => {
    if ([report, orders, audit, list].filter((one) => one !== undefined).length === 1) return;
    context.addIssue({
      code: 'custom',
      path: ['report'],
      message: 'exactly one of report, orders, audit, list is required',
    });
  });

/** The response body is the file. */
export const response = z.object({});

export type ExportView = z.infer<typeof body>;
