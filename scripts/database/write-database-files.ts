import { writeFile } from 'node:fs/promises';
import { migrate } from '../../server/platform/database/migrations/migrations.ts';
import { openPools } from '../../server/platform/database/pools.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { describeSchema } from './database-schema.ts';
import { writeDatabaseTypes } from './database-types.ts';

/**
 * Writes database/types.ts and database/schema.sql, which are derived from the migrations, from a new
 * database.
 */
const directory = await makeTemporaryDirectory();
try {
  const database = await startEmbeddedPostgres({ data_dir: directory.path, log: silentLog, durable: false });
  const pools = openPools(database);
  try {
    await migrate(pools.owner);
    writeDatabaseTypes(database.owner_url, 'database/types.ts');
    const client = await pools.owner.connect();
    await writeFile('database/schema.sql', await describeSchema(client));
    client.release();
  } finally {
    await pools.close();
    await database.stop();
  }
} finally {
  await directory.remove();
}
