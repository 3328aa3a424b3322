import { z } from '@hono/zod-openapi';
import { AUDIT_KINDS, AUDIT_SYSTEMS } from '../rules/audit-kinds.ts';
import { periodFault } from '../rules/report-period.ts';
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
const about = z.object({
  kind: z.enum(AUDIT_SUBJECTS),
  /** Of its page at the desk, where there is one. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  /** How many orders, where they are many. */
  count: z.number().int().nullable(),
});

const event = z.object({
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

/** Newest first. */
export const auditEvents = z.object({
  time_zone: z.string(),
  events: z.array(event),
  /** What to ask for as `after`; null: there are no more. */
  next: uuid.nullable(),
  /** Everybody who ever was of the shop, with the first page only. */
  people: z.array(z.object({ user_id: uuid, full_name: z.string() })).nullable(),
  /** What the query's `about` was taken to mean; none: nothing of the shop is called so. Null where nothing was asked. */
  found: z.array(about).nullable(),
});

const fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const facts = z.record(z.string(), z.union([fact, z.array(fact)]));

export const auditEventQuery = z.object({ event_id: uuid });

/** One event with all that it says: ids, amounts in fils, statuses and times, and of personal fields their names only. */
export const auditEvent = event.extend({
  before: facts.nullable(),
  after: facts.nullable(),
  personal_fields: z.array(z.string()),
  command_id: uuid.nullable(),
  /** What ids among the facts are called. */
  named: z.array(
    z.object({ kind: z.enum(['driver', 'person', 'machine', 'order']), id: z.string(), name: z.string() }),
  ),
});

export type AuditQuery = z.infer<typeof auditQuery>;
export type AuditEvents = z.infer<typeof auditEvents>;
export type AuditRow = z.infer<typeof event>;
export type AuditAbout = z.infer<typeof about>;
export type AuditSubject = AuditAbout['kind'];
export type AuditEventDetail = z.infer<typeof auditEvent>;
export type AuditFacts = z.infer<typeof facts>;
