import type { TimePartitions } from '../platform/database/time-partitions.ts';

/** Partitions of the audit; they are kept forever. */
export const AUDIT_PARTITIONS: TimePartitions = {
  table: 'audit_events',
  each: 'month',
  ahead: 2,
  kept_by: 'keep_audit_event',
};
