import { z } from '@hono/zod-openapi';
import { EXPORT_FORMATS } from '../rules/exports.ts';
import { deskOrdersQuery } from './desk-orders.ts';
import { reportQuery } from './reports.ts';

/** Lists that are exported whole. */
export const WHOLE_LISTS = ['people', 'machines'] as const;

/** One view of the desk, asked for as its own endpoint is; all its pages are written, whatever `after` says. */
export const exportView = z
  .object({
    format: z.enum(EXPORT_FORMATS),
    report: reportQuery.optional(),
    orders: deskOrdersQuery.optional(),
    list: z.enum(WHOLE_LISTS).optional(),
  })
  .superRefine(({ report, orders, list }, context) => {
    if ([report, orders, list].filter((one) => one !== undefined).length === 1) return;
    context.addIssue({ code: 'custom', path: ['report'], message: 'must name one of report, orders, list' });
  });

/** The answer is the file itself. */
export const exportedFile = z.object({});

export type ExportView = z.infer<typeof exportView>;
