import type pg from 'pg';
import { UNFINISHED } from '../platform/database/migrations/migration-records.ts';
import { errorCode } from '../platform/error-code.ts';
import { BackupError } from './archive/archive-format.ts';

/**
 * Marks the database as containing only a part of the backup with this SHA-256, until the restore commits.
 */
export async function addMarker(owner: pg.Pool, sha256: string): Promise<void> {
  await owner.query(
    `create table ${UNFINISHED} (sha256 text primary key); insert into ${UNFINISHED} values ('${sha256}')`,
  );
}

/** The longest time that the session of a killed restore may take to end, in ms. */
const ENDING_MS_MAX = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Locks the marker until the transaction ends. Throws BackupError if another restore has locked it, or if it
 * belongs to another backup.
 */
export async function holdMarker(client: pg.ClientBase, sha256: string): Promise<void> {
  try {
    await client.query(`set local lock_timeout = ${ENDING_MS_MAX}`);
    const { rows } = await client.query<{ sha256: string }>(`select sha256 from ${UNFINISHED} for update`);
    await client.query('set local lock_timeout = 0');
    if (rows[0]?.sha256 === sha256) return;
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new BackupError('Another restore into this database is under way.');
  }
  throw new BackupError(
    'A restore of another backup was interrupted here. Run that one again, or restore into a new, empty database or DATA_DIR.',
  );
}

export async function removeMarker(client: pg.ClientBase): Promise<void> {
  await client.query(`drop table ${UNFINISHED}`);
}

/** Versions up to 0.2 kept the tables of an unfinished restore in this schema. */
const EARLIER_PLACE = 'restoring';

/**
 * Throws BackupError if an earlier version was killed during a restore: its tables are still in that schema.
 */
export async function refuseEarlierRestore(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select where to_regnamespace($1) is not null', [EARLIER_PLACE]);
  if (rows.length === 0) return;
  throw new BackupError(
    'A restore by an earlier version was interrupted here. Restore into a new, empty database or DATA_DIR.',
  );
}
