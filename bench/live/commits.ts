import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPaths } from '../../server/platform/data-directory/data-directory.ts';
import type { BenchPlace } from '../bench-place.ts';

/** Makes a stopped cluster record the commit time of each transaction. */
export async function trackCommitTimes(data_dir: string): Promise<void> {
  const settings = join(dataPaths(data_dir).cluster, 'postgresql.auto.conf');
  await appendFile(settings, '\ntrack_commit_timestamp = on\n');
}

/**
 * Returns the commit time of each entity or command that hints named, in ms since the epoch. `of`: the column
 * of the feed that contains the keys.
 */
export async function commitTimes(
  { pools }: BenchPlace,
  of: 'command_id' | 'subject_id',
  keys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await pools.owner.query(
    `select ${of}::text as key, max(extract(epoch from pg_xact_commit_timestamp(xid::xid)) * 1000)::float8 as at_ms
     from feed where topic = 'orders' and ${of}::text = any($1) group by 1`,
    [keys],
  );
  return new Map(rows.map(({ key, at_ms }) => [key, at_ms]));
}
