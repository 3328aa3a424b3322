import { Gauge, type Registry } from 'prom-client';
import type { Figures, TaskFigures } from './read-figures.ts';

/** One for each figure that the database has a single number of. */
const SINGLE = {
  movements_unposted: ['mandoob_movements_unposted', 'Cash that was recorded and is in no balance yet'],
  movement_unposted_oldest_seconds: [
    'mandoob_movement_unposted_oldest_seconds',
    'Since when the oldest of them waits',
  ],
  unexplained_cash_fils: [
    'mandoob_unexplained_cash_fils',
    'What the desks of all shops call unexplained, in fils',
  ],
  unexplained_cash_looked_at_seconds: [
    'mandoob_unexplained_cash_looked_at_timestamp_seconds',
    'When that was looked at, in seconds since 1970',
  ],
  fulfilments_waiting: [
    'mandoob_fulfilments_waiting',
    'Delivered orders that their Shopify store has not been told of',
  ],
  fulfilments_failed: ['mandoob_fulfilments_failed', 'Those that it refused for good'],
  webhooks_waiting: ['mandoob_webhooks_waiting', 'Shopify webhooks received and not worked yet'],
  last_backup_seconds: [
    'mandoob_last_backup_timestamp_seconds',
    'When the newest backup was made, in seconds since 1970',
  ],
  files_estimate: ['mandoob_files_estimate', 'About how many versions of files are kept'],
  database_bytes: ['mandoob_database_bytes', 'How large the database is'],
} satisfies Partial<Record<keyof Figures, readonly [name: string, help: string]>>;

const OF_TASKS = {
  waiting: ['mandoob_jobs_waiting', 'Jobs that could run and do not yet, by task'],
  oldest_seconds: ['mandoob_job_waiting_oldest_seconds', 'Since when the oldest of them could run, by task'],
  failed: ['mandoob_jobs_failed', 'Jobs that were given up, by task'],
} satisfies Partial<Record<keyof TaskFigures, readonly [name: string, help: string]>>;

function entriesOf<T extends object>(of: T): [keyof T, T[keyof T]][] {
  return Object.entries(of) as [keyof T, T[keyof T]][];
}

/** Gauges of what the whole installation is like. Answers who sets them: all at once, or, without figures, to nothing at all. */
export function addDatabaseGauges(registry: Registry): (figures: Figures | null) => void {
  const registers = [registry];
  const up = new Gauge({
    name: 'mandoob_database_up',
    help: 'Whether the database answers this server: 1, or 0, and then nothing is told of what is in it',
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
