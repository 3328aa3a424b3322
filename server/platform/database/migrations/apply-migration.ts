import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../../error-code.ts';
import type { Log } from '../../logging/log.ts';
import { PREVIOUS_VERSION, VERSION } from '../../own-package.ts';
import { type MigrationFile, recordOf, usedBy } from './migration-records.ts';

/**
 * The time that a statement waits for a lock, since others wait behind it, and the time for which a migration
 * is retried, in ms.
 */
export type LockPatience = { lock_ms_max: number; retry_ms_max: number };
export const LOCK_PATIENCE: LockPatience = { lock_ms_max: 2_000, retry_ms_max: 60_000 };

const PAUSE_MS = 1_000;
/** Codes for a lock that timed out, and for a deadlock. */
const LOCKS_REFUSED = ['55P03', '40P01'];

/** A migration did not get its locks in any attempt. It changed nothing; earlier migrations stay applied. */
export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked';
}

/** The commit of the last migration waits for the disk, which then has the earlier ones too. */
type Applying = { log: Log; patience: LockPatience; is_last: boolean };

/**
 * Applies one file in a separate transaction, with retries while it does not get its locks. Throws
 * MigrationBlocked.
 */
export async function applyMigration(
  client: pg.PoolClient,
  file: MigrationFile,
  { log, patience: { lock_ms_max, retry_ms_max }, is_last }: Applying,
): Promise<void> {
  const give_up_at = performance.now() + retry_ms_max;
  for (;;) {
    try {
      await client.query(`begin; set local lock_timeout = ${lock_ms_max}; set local search_path = public`);
      if (!is_last) await client.query('set local synchronous_commit = off');
      // Recorded with the first migration and not after the last one: an older server must not start in
      // between.
      await client.query(usedBy({ version: VERSION, works_beside: PREVIOUS_VERSION }));
      await client.query(file.sql);
      await client.query(recordOf(file));
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isLockFailure(error)) throw error;
      if (performance.now() >= give_up_at) throw await blocked(client, file, error);
      log.warn({ migration: file.name }, 'a migration did not get its locks and is retried');
      await pause(PAUSE_MS);
    }
  }
}

function isLockFailure(error: unknown): boolean {
  return LOCKS_REFUSED.includes(errorCode(error));
}

async function blocked(client: pg.PoolClient, { name }: MigrationFile, cause: unknown) {
  const { rows } = await client.query<{ session: string }>(
    `select format('%s (%s, %s)', pid, coalesce(nullif(application_name, ''), 'unnamed'), state) as session
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  );
  const oldest = rows[0] ? ` The longest transaction is that of session ${rows[0].session}.` : '';
  return new MigrationBlocked(
    `Migration ${name} did not get the locks it needs: another session holds them.${oldest} ` +
      'It changed nothing. End that session or wait for it, then start again.',
    { cause },
  );
}
