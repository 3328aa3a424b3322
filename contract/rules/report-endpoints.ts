import { change, type Endpoint, read } from './endpoint.ts';
import { DESK_ROLES } from './roles.ts';

/** The shop's figures of any period, and what stands behind each of them (ruling G1). */
export const REPORT_ENDPOINTS = {
  read_report: read({
    path: '/api/desk/reports',
    access: DESK_ROLES,
    shows: ['orders', 'cash', 'handovers', 'deposits', 'staff'],
    errors: [],
    summary: 'One page of one of the reports over days of the shop, with what the whole period comes to',
  }),
  list_report_people: read({
    path: '/api/desk/report-people',
    access: DESK_ROLES,
    shows: ['staff', 'cash'],
    errors: [],
    summary: 'Everybody whom a report can be narrowed to, whoever has left among them',
  }),
  read_figures: read({
    path: '/api/desk/figures',
    access: DESK_ROLES,
    shows: ['orders', 'cash', 'handovers', 'deposits', 'devices', 'staff', 'shop', 'store'],
    errors: [],
    summary:
      'The shop now and today: orders, cash on the road, collected, banked, and what nobody has explained',
  }),
  // Proofs: handovers, collections, deposits and floats whenever they were, and the path of cash.
  read_cash_record: read({
    path: '/api/desk/cash-record',
    access: DESK_ROLES,
    shows: ['handovers', 'deposits', 'cash', 'staff'],
    errors: ['not_found'],
    summary:
      'All that is kept of one handover, collection, deposit or float, with its receipt and signatures',
  }),
  read_cash_path: read({
    path: '/api/desk/cash-path',
    access: DESK_ROLES,
    shows: ['orders', 'cash', 'handovers', 'deposits', 'staff'],
    errors: ['not_found'],
    summary: "Where the cash of an order's deliveries went, the oldest cash going first",
  }),
  read_cash_sources: read({
    path: '/api/desk/cash-sources',
    access: DESK_ROLES,
    shows: ['orders', 'cash', 'handovers', 'deposits', 'staff'],
    errors: ['not_found'],
    summary: 'Whose cash a handover, collection, deposit or float moved, order by order, by page',
  }),
  // Exports.
  export_view: change({
    path: '/api/desk/exports',
    access: DESK_ROLES,
    errors: ['not_found'],
    summary: 'All rows of a report or a list of the desk as a file, CSV or Excel, and what they come to',
  }),
  // Audit.
  list_audit_events: read({
    path: '/api/desk/audit',
    access: DESK_ROLES,
    shows: ['orders', 'cash', 'handovers', 'deposits', 'machines', 'devices', 'staff', 'shop', 'store'],
    errors: [],
    summary: 'Every change by whom, when, from where and about what, the newest first, by page',
  }),
  read_audit_event: read({
    path: '/api/desk/audit/event',
    access: DESK_ROLES,
    shows: ['staff', 'machines'],
    errors: ['not_found'],
    summary: 'One change with what it found and what it left',
  }),
  // What is kept how long.
  read_kept: read({
    path: '/api/desk/kept',
    access: DESK_ROLES,
    shows: ['shop', 'orders'],
    errors: [],
    summary:
      'What the shop erases of old orders, what it would erase after other days, and which backups still hold what is erased',
  }),
} as const satisfies Record<string, Endpoint>;
