import { z } from '@hono/zod-openapi';
import { AUDIT_KINDS, AUDIT_SYSTEMS } from '../rules/audit/audit-kinds.ts';
import { periodFault } from '../rules/reports/report-period.ts';
import { instant, text, uuid } from './fields.ts';
import { admitPeriod, reportPeriod } from './reports.ts';

export const auditQuery = z
  .object({
    /** Days of the shop, both included; either may be left out. */
    from: reportPeriod.shape.from.optional(),
    to: reportPeriod.shape.to.optional(),
    /** Who did it: a member of staff by id, or one of the systems. */
    by: z.union([uuid, z.enum(AUDIT_SYSTEMS)]).optional(),
    /** The account that ran the command line. */
    account: text(100).optional(),
    kind: z.enum(AUDIT_KINDS).optional(),
    /**
     * What it is about, as people name it: an order's number, the reference of a handover, deposit or float, a card machine, a name; or the id of
     * any of these.
     */
    about: text(200).optional(),
    /** The id of the last event already shown; answers those before it. */
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

/** What an event is about, as far as it has a name. */
export const about = z.object({
  kind: z.enum(AUDIT_SUBJECTS),
  /** Of its page at the desk, where there is one. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  /** How many orders, where they are many. */
  count: z.number().int().nullable(),
});

export const event = z.object({
  id: uuid,
  recorded_at: instant,
  by: z.object({
    kind: z.enum(['staff', ...AUDIT_SYSTEMS]),
    /** Of a member of staff. */
    user_id: uuid.nullable(),
    /** Of a member of staff, or the account that ran the command line. */
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
