import { dataPaths } from '../../server/platform/data-directory/data-directory.ts';
import { databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import { postgresBinaries } from '../../server/platform/embedded-postgres/binaries.ts';
import { DATABASE } from '../../server/platform/embedded-postgres/cluster.ts';
import { runPostgresProgram } from '../../server/platform/embedded-postgres/programs.ts';

/**
 * Executes one-line statements as superuser in single-user mode: no login of the running database is a
 * superuser.
 */
export async function executeAsSuperuser(data_dir: string, statements: readonly string[]): Promise<void> {
  const { cluster, binaries } = dataPaths(data_dir);
  const account = await databaseAccount(cluster);
  const { postgres } = await postgresBinaries(account, binaries);
  const stdin = statements.map((statement) => `${statement}\n`).join('');
  await runPostgresProgram(postgres, ['--single', '-D', cluster, DATABASE], {
    account,
    cwd: cluster,
    stdin,
  });
}
