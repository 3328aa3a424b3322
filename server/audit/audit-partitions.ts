import type { TimePartitions } from '../platform/database/time-partitions.ts';

/** Kept for ever. */
export const AUDIT_PARTITIONS: TimePartitions = {
  table: 'audit_events',
  each: 'month',
  ahead: 2,
  kept_by: 'keep_audit_event',
};
