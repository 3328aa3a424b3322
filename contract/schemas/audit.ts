import { z } from '@hono/zod-openapi';
import { AUDIT_KINDS, AUDIT_SYSTEMS } from '../rules/audit/audit-kinds.ts';
import { periodFault } from '../rules/reports/report-period.ts';
import { instant, text, uuid } from './fields.ts';
import { admitPeriod, reportPeriod } from './reports.ts';

export const auditQuery = z
  .object({
    /** Business days, both included. Each is optional. */
    from: reportPeriod.shape.from.optional(),
    to: reportPeriod.shape.to.optional(),
    /** The author: a member of staff by id, or one of the systems. */
    by: z.union([uuid, z.enum(AUDIT_SYSTEMS)]).optional(),
    /** The command-line account. */
    account: text(100).optional(),
    kind: z.enum(AUDIT_KINDS).optional(),
    /**
     * The subject: an order's number, the reference of a handover, deposit or float, a card machine, a name,
     * or the id of one of these.
     */
    about: text(200).optional(),
    /** The id of the last event already shown; older events are returned. */
    after: uuid.optional(),
  })
  .superRefine(({ from, to }, context) => {
    if (from !== undefined && to !== undefined && periodFault({ from, to }))
      admitPeriod({ from, to }, context);
  });

export const AUDIT_SUBJECTS = [
  'order',
  'orders',
  'person',
  'machine',
  'device',
  'handover',
  'collection',
  'deposit',
  'float',
  'photo',
  'note',
  'receipt',
  'slip',
  'signature',
  'report',
  'shop',
  'store',
] as const;

/** The subject of an event, if it has a name. */
export const about = z.object({
  kind: z.enum(AUDIT_SUBJECTS),
  /** The id in the desk's page about the subject; null if there is no page. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  /** The number of orders if the subject is several orders. */
  count: z.number().int().nullable(),
});

export const event = z.object({
  id: uuid,
  recorded_at: instant,
  by: z.object({
    kind: z.enum(['staff', ...AUDIT_SYSTEMS]),
    /** The id of a member of staff. */
    user_id: uuid.nullable(),
    /** The name of a member of staff, or the command-line account. */
    name: z.string().nullable(),
  }),
  what: z.string(),
  about: about.nullable(),
  client_address: z.string().nullable(),
  device: z.string().nullable(),
});

export type AuditQuery = z.infer<typeof auditQuery>;
export type AuditRow = z.infer<typeof event>;
export type AuditAbout = z.infer<typeof about>;
export type AuditSubject = AuditAbout['kind'];
