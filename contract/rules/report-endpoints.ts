import { type Endpoint, read } from './endpoint.ts';
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
  // Proofs: handovers, collections, deposits and floats whenever they were, and the path of cash.
  // Exports.
  // Audit.
  // What is kept how long.
} as const satisfies Record<string, Endpoint>;
