import { z } from '@hono/zod-openapi';
import { EXPORT_FORMATS } from '../../../rules/reports/exports.ts';
import { auditQuery } from '../../../schemas/audit.ts';
import { deskOrdersQuery } from '../../../schemas/desk-orders.ts';
import { reportQuery } from '../../../schemas/reports.ts';

/** Lists that are exported whole. */
export const WHOLE_LISTS = ['people', 'machines', 'phones', 'stops', 'not_taken'] as const;

/** One view of the desk, asked for as its own endpoint is; all its pages are written, whatever `after` says. */
export const body = z
  .object({
    format: z.enum(EXPORT_FORMATS),
    /** The file comes in pieces that say how many rows it has by then: `export-frames`. */
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
      message: 'must name one of report, orders, audit, list',
    });
  });

/** The answer is the file itself. */
export const answer = z.object({});

export type ExportView = z.infer<typeof body>;
