import { type Environment, readConfig } from '../platform/config.ts';
import { type Database, databaseOf } from '../platform/database/database.ts';
import { appliedMigrations } from '../platform/database/migration-records.ts';
import { assertMigrated, migrate } from '../platform/database/migrations.ts';
import { openConfiguredDatabase } from '../platform/embedded-postgres/configured-database.ts';
import { attachOrStart } from '../platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../platform/log.ts';

/**
 * Reaches the shop's database as its owner, migrated: the one DATABASE_URL names; else that of the server running on
 * DATA_DIR; else the one lying there, started for this command alone. One that a server may be working on is not migrated
 * beneath it. Throws BadSettings, or MigrationsMismatch for a server of another version.
 */
export async function openDatabase(
  { create = false }: { create?: boolean } = {},
  env: Environment = process.env,
): Promise<{ owner: Database; close(): Promise<void> }> {
  // Only these two settings matter here; a command must not fail for a setting of the server's.
  const { DATABASE_URL, DATA_DIR } = env;
  const config = readConfig({ DATABASE_URL, DATA_DIR }, { demo: true });
  const builtIn = () => attachOrStart(config.data_dir, silentLog, { create });
  const { pools, attached, stop } = await openConfiguredDatabase(config, builtIn);
  const close = async () => {
    await pools.close();
    await stop();
  };
  try {
    if (attached && (await appliedMigrations(pools.owner)).length > 0) await assertMigrated(pools.owner);
    else await migrate(pools.owner);
    return { owner: databaseOf(pools.owner), close };
  } catch (error) {
    await close();
    throw error;
  }
}
