import { countPendingMovements } from '../cash/post-waiting-movements.ts';
import { knownUnexplained } from '../desk/unexplained-cash.ts';
import { type Database, runTransaction } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';

export type TaskFigures = { task: string; waiting: number; oldest_seconds: number; failed: number };

/** Figures of the whole installation, the same from every server. Null: no value. */
export type Figures = {
  tasks: TaskFigures[];
  movements_unposted: number;
  movement_unposted_oldest_seconds: number;
  unexplained_cash_fils: number | null;
  unexplained_cash_looked_at_seconds: number | null;
  fulfilments_waiting: number;
  fulfilments_failed: number;
  webhooks_waiting: number;
  last_backup_seconds: number | null;
  files_estimate: number;
  database_bytes: number;
};

/** Statement timeout of these queries, in ms. */
const STATEMENT_MS_MAX = 2_000;

/**
 * Reads the figures in one round trip, from indexes of pending work and never from whole tables. Throws if
 * the database does not respond.
 */
export function readFigures(owner: Database, now: Date): Promise<Figures> {
  return runTransaction(owner, async (tx) => {
    const limiting = sql`select set_config('statement_timeout', ${String(STATEMENT_MS_MAX)}, true)`;
    // Each time a sweeper is due, its pending job is moved to now: only its creation time shows how long it
    // has waited. A job whose key was reused while it ran has a successor, so its failure does not count. A
    // permanent failure counts for a day; only run_at, which the last failure moved hours ahead, shows when
    // it happened.
    const counting = sql<TaskFigures>`
      with jobs as (
        select task_identifier, attempts < max_attempts and locked_at is null and run_at <= ${now}::timestamptz as waits,
          case when key like 'every-%' then created_at else run_at end as since,
          attempts >= max_attempts and locked_at is null and key is not null
            and run_at > ${now}::timestamptz - interval '1 day' as is_given_up
        from graphile_worker.jobs
      )
      select task_identifier as task, (count(*) filter (where waits))::int as waiting,
        coalesce(extract(epoch from ${now}::timestamptz - min(since) filter (where waits)), 0)::float as oldest_seconds,
        (count(*) filter (where is_given_up))::int as failed
      from jobs group by task_identifier`;
    const looking = sql<Omit<Figures, 'tasks' | `movement${string}` | `unexplained${string}`>>`
      select f.waiting as fulfilments_waiting, f.failed as fulfilments_failed,
        (select count(*)::int from shopify_webhooks where worked_at is null) as webhooks_waiting,
        (select extract(epoch from max(made_at))::float from backups) as last_backup_seconds,
        (select greatest(reltuples, pg_stat_get_live_tuples(oid))::float from pg_class where oid = 'public.files'::regclass) as files_estimate,
        pg_database_size(current_database()) as database_bytes
      from (
        select (count(*) filter (where status = 'waiting'))::int as waiting, (count(*) filter (where status = 'failed'))::int as failed
        from order_fulfilments where status <> 'done'
      ) f`;
    const [, tasks, movements, unexplained, others] = await Promise.all([
      limiting.execute(tx),
      counting.execute(tx),
      countPendingMovements(tx, now),
      knownUnexplained(tx, now),
      oneRow(tx, looking),
    ]);
    return {
      tasks: tasks.rows,
      movements_unposted: movements.unposted,
      movement_unposted_oldest_seconds: movements.oldest_seconds,
      unexplained_cash_fils: unexplained?.fils ?? null,
      unexplained_cash_looked_at_seconds: unexplained ? unexplained.looked_at.getTime() / 1000 : null,
      ...others,
    };
  });
}
