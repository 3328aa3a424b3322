import { join } from 'node:path';
import { backUp } from '../server/backup/back-up.ts';
import { checkBackup } from '../server/backup/check-backup.ts';
import { restore } from '../server/backup/restore.ts';
import { directoryStore } from '../server/files/directory-store.ts';
import { openPools } from '../server/platform/database/pools.ts';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../server/platform/log.ts';
import { makeTemporaryDirectory } from '../tests/support/temporary-directory.ts';
import type { BenchPlace } from './bench-place.ts';
import { tenths, timed } from './measure.ts';
import { fillBook } from './movements.ts';
import type { Part, Table } from './part.ts';

const quiet = () => undefined;
const passphrase = 'a passphrase of the benchmark';
const secrets = { auth_secrets: ['a secret of the benchmark, long enough to be one'] };

export const backup: Part<{ movements: number }> = {
  name: 'backup',
  about: 'backup, and restore into another database',
  sizes: { full: { movements: 1_000_000 }, quick: { movements: 20_000 } },
  measure: async ({ place }, { movements }) => {
    await fillBook(await place(), movements);
    return [await backupAndRestore(await place())];
  },
};

/** The whole installation into a file, and from the file into another database that is as durable. */
async function backupAndRestore({ pools, data_dir }: BenchPlace): Promise<Table> {
  const directory = await makeTemporaryDirectory();
  const path = join(directory.path, 'bench.backup');
  const place = { owner: pools.owner, store: directoryStore(join(data_dir, 'files')) };
  const written = await timed(() => backUp(place, secrets, { path, passphrase, on_progress: quiet }));
  const target = await startEmbeddedPostgres({ data_dir: join(directory.path, 'data'), log: silentLog });
  const target_pools = openPools(target);
  try {
    const store = directoryStore(join(directory.path, 'files'));
    const checked = await timed(() => checkBackup(path, quiet));
    const restored = await timed(() =>
      restore({ owner: target_pools.owner, store }, checked.answer, {
        before_commit: async () => undefined,
        on_progress: quiet,
      }),
    );
    const { rows, contents } = restored.answer;
    const counted = await target_pools.owner.query('select count(*) as movements from cash_movements');
    const row = {
      movements: Number(counted.rows[0].movements),
      rows,
      files: contents,
      mb: tenths(written.answer.bytes / 1_000_000),
      backup_s: tenths(written.ms / 1_000),
      check_s: tenths(checked.ms / 1_000),
      restore_s: tenths(restored.ms / 1_000),
    };
    return {
      title: 'Backup, and restore into another database',
      keys: [],
      steady: {},
      times: { backup_s: 'less', check_s: 'less', restore_s: 'less' },
      rows: [row],
    };
  } finally {
    await target_pools.close();
    await target.stop();
    await directory.remove();
  }
}
