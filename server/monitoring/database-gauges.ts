import { Gauge, type Registry } from 'prom-client';
import type { Figures, TaskFigures } from './read-figures.ts';

/** Gauges for the figures that are single numbers in the database. */
const SINGLE = {
  movements_unposted: ['mandoob_movements_unposted', 'Recorded cash movements not yet in a balance'],
  movement_unposted_oldest_seconds: [
    'mandoob_movement_unposted_oldest_seconds',
    'Age of the oldest recorded cash movement not yet in a balance',
  ],
  unexplained_cash_fils: [
    'mandoob_unexplained_cash_fils',
    'The unexplained cash of the desks of all shops, in fils',
  ],
  unexplained_cash_looked_at_seconds: [
    'mandoob_unexplained_cash_looked_at_timestamp_seconds',
    'Time at which the unexplained cash was computed, in seconds since 1970',
  ],
  fulfilments_waiting: [
    'mandoob_fulfilments_waiting',
    'Delivered orders not yet reported to their Shopify store',
  ],
  fulfilments_failed: [
    'mandoob_fulfilments_failed',
    'Delivered orders that their Shopify store refused permanently',
  ],
  webhooks_waiting: ['mandoob_webhooks_waiting', 'Shopify webhooks received and not yet processed'],
  last_backup_seconds: [
    'mandoob_last_backup_timestamp_seconds',
    'Time of the newest backup, in seconds since 1970',
  ],
  files_estimate: ['mandoob_files_estimate', 'Approximate number of stored file versions'],
  database_bytes: ['mandoob_database_bytes', 'Size of the database'],
} satisfies Partial<Record<keyof Figures, readonly [name: string, help: string]>>;

const OF_TASKS = {
  waiting: ['mandoob_jobs_waiting', 'Jobs that are due and not yet running, by task'],
  oldest_seconds: ['mandoob_job_waiting_oldest_seconds', 'Age of the oldest due job, by task'],
  failed: ['mandoob_jobs_failed', 'Jobs that failed permanently, by task'],
} satisfies Partial<Record<keyof TaskFigures, readonly [name: string, help: string]>>;

function entriesOf<T extends object>(of: T): [keyof T, T[keyof T]][] {
  return Object.entries(of) as [keyof T, T[keyof T]][];
}

/**
 * Adds gauges about the whole installation. Returns a function that sets them all; without figures, it
 * removes them.
 */
export function addDatabaseGauges(registry: Registry): (figures: Figures | null) => void {
  const registers = [registry];
  const up = new Gauge({
    name: 'mandoob_database_up',
    help: '1 if the database responds to this server; 0 if not, and then the metrics about its content are absent',
    registers,
  });
  const singles = entriesOf(SINGLE).map(
    ([figure, [name, help]]) => [figure, new Gauge({ name, help, registers })] as const,
  );
  const of_tasks = entriesOf(OF_TASKS).map(
    ([figure, [name, help]]) => [figure, new Gauge({ name, help, labelNames: ['task'], registers })] as const,
  );
  return (figures) => {
    up.set(figures ? 1 : 0);
    for (const [figure, gauge] of singles) {
      const value = figures?.[figure] ?? null;
      if (value === null) gauge.remove();
      else gauge.set(value);
    }
    for (const [figure, gauge] of of_tasks) {
      gauge.reset();
      for (const of of figures?.tasks ?? []) gauge.set({ task: of.task }, of[figure]);
    }
  };
}
