import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../contract/rules/ids.ts';
import { backUp } from '../server/backup/back-up.ts';
import { checkBackup } from '../server/backup/check-backup.ts';
import { restore } from '../server/backup/restore.ts';
import { directoryStore } from '../server/files/store/directory-store.ts';
import { openPools } from '../server/platform/database/pools.ts';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../server/platform/logging/log.ts';
import { makeTemporaryDirectory } from '../tests/support/temporary-directory.ts';
import { limitsOf } from './backup-limits.ts';
import type { BenchPlace } from './bench-place.ts';
import { hundredths, knownOnly, tenths, timed } from './measure/measure.ts';
import { postmasterOf, processorMsOfTree } from './measure/processor-time.ts';
import { fillBook } from './movements.ts';
import type { Part, Table } from './part.ts';

const quiet = () => undefined;
const passphrase = 'a passphrase of the benchmark';
const secrets = { auth_secrets: ['a secret of the benchmark, long enough to be one'] };

export const backup: Part<{ movements: number; mb: number }> = {
  name: 'backup',
  about: 'backup, and restore into another database',
  sizes: { full: { movements: 1_000_000, mb: 500 }, quick: { movements: 20_000, mb: 5 } },
  measure: async ({ place }, { movements, mb }) => {
    await fillBook(await place(), movements);
    await addFiles(await place(), mb * 1_000_000);
    return [await backupAndRestore(await place())];
  },
};

/** Adds photos of 300 kB and notes of 30 kB, each with its row, until the files total `wanted` bytes. */
async function addFiles({ pools, data_dir, shop_id, manager }: BenchPlace, wanted: number): Promise<void> {
  const puts = directoryStore(join(data_dir, 'files')).beginPuts();
  const { rows } = await pools.owner.query<{ bytes: number }>(
    'select coalesce(sum(bytes), 0)::float8 as bytes from files',
  );
  const files: { id: string; sha256: string; bytes: number }[] = [];
  for (let bytes = rows[0]?.bytes ?? 0; bytes < wanted; ) {
    for (const size of [300_000, 30_000]) {
      const content = randomBytes(size);
      const sha256 = createHash('sha256').update(content).digest('hex');
      await puts.put({ shop_id, sha256 }, content);
      files.push({ id: newId(), sha256, bytes: size });
      bytes += size;
    }
  }
  await puts.settle();
  await pools.owner.query(
    `insert into files (shop_id, id, bucket, path, sha256, bytes, type, uploaded_by, pinned_at)
     select $1, id, 'order-deliveries', 'bench/' || id, sha256, bytes, 'image/jpeg', $2, now()
     from jsonb_to_recordset($3::jsonb) as f (id uuid, sha256 text, bytes bigint)`,
    [shop_id, manager.user_id, JSON.stringify(files)],
  );
}

/**
 * Backs up the whole installation to a file and restores it into another database with the same durability
 * settings, then measures each step in isolation.
 */
async function backupAndRestore({ pools, data_dir }: BenchPlace): Promise<Table> {
  const directory = await makeTemporaryDirectory();
  const path = join(directory.path, 'bench.backup');
  const target_dir = join(directory.path, 'data');
  const place = { owner: pools.owner, store: directoryStore(join(data_dir, 'files')) };
  const written = await worked(data_dir, () =>
    backUp(place, secrets, { path, passphrase, on_progress: quiet }),
  );
  const target = await startEmbeddedPostgres({ data_dir: target_dir, log: silentLog, loads: true });
  const target_pools = openPools(target);
  try {
    const store = directoryStore(join(directory.path, 'files'));
    const checked = await worked(target_dir, () => checkBackup(path, quiet));
    const restored = await worked(target_dir, () =>
      restore({ owner: target_pools.owner, store }, checked.answer, {
        before_commit: async () => undefined,
        on_progress: quiet,
      }),
    );
    const limits = await limitsOf(
      { from: pools.owner, into: target_pools.owner },
      { backup: path, directory: directory.path },
    );
    const facts = {
      rows: restored.answer.rows,
      files: restored.answer.contents,
      mb: Math.round(written.answer.bytes / 1_000_000),
    };
    const { out_ms, in_ms, indexes_ms, hash_ms, write_ms } = limits;
    const row = (
      step: string,
      { ms, processor_ms }: typeof checked | typeof written | typeof restored,
      bare_ms: number,
    ) => ({
      step,
      ...facts,
      to_bare: hundredths(ms / bare_ms),
      ...knownOnly({ processor_s: processor_ms && tenths(processor_ms / 1_000) }),
      seconds: tenths(ms / 1_000),
      bare_s: tenths(bare_ms / 1_000),
    });
    return {
      title:
        'Backup, and restore into another database, to its steps in isolation: COPY, indexes, SHA-256, one file with one fsync',
      keys: ['step'],
      steady: { to_bare: 'less', processor_s: 'less' },
      times: { seconds: 'less', bare_s: 'less' },
      rows: [
        row('backup', written, out_ms + hash_ms + write_ms),
        row('check', checked, hash_ms),
        row('restore', restored, in_ms + indexes_ms + hash_ms + write_ms),
      ],
    };
  } finally {
    await target_pools.close();
    await target.stop();
    await directory.remove();
  }
}

/** Adds the processor time of this process and of the database in `data_dir`; null without /proc. */
async function worked<T>(data_dir: string, work: () => Promise<T>) {
  const of_database = () => processorMsOfTree(postmasterOf(join(data_dir, 'postgres')));
  const [before, own] = [of_database(), process.cpuUsage()];
  const done = await timed(work);
  const { user, system } = process.cpuUsage(own);
  // The postmaster counts a session's time only after it has reaped the ended process.
  await pause(300);
  const after = of_database();
  const known = before !== null && after !== null;
  return { ...done, processor_ms: known ? after - before + (user + system) / 1_000 : null };
}
