import { chown, mkdir } from 'node:fs/promises';
import { databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import { type Binaries, postgresBinaries } from '../../server/platform/embedded-postgres/binaries.ts';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { runPostgresProgram } from '../../server/platform/embedded-postgres/programs.ts';

export type BarePostgres = { make(): Promise<void>; start(): Promise<void>; stop(): Promise<void> };

/** The product's PostgreSQL, run directly by its own programs: no roles, no schema, no clients. */
export async function barePostgres(cluster: string): Promise<BarePostgres> {
  const account = await databaseAccount(cluster);
  const binaries: Binaries = await postgresBinaries(account, `${cluster}-binaries`);
  await mkdir(cluster, { mode: 0o700 });
  if (account) await chown(cluster, account.uid, account.gid);
  const run = async (program: keyof Binaries, ...parameters: string[]) => {
    await runPostgresProgram(binaries[program], parameters, { account, cwd: cluster });
  };
  const pgCtl = (mode: string, ...parameters: string[]) =>
    run('pg_ctl', mode, `--pgdata=${cluster}`, '--wait', '--silent', ...parameters);
  return {
    make: () =>
      run('initdb', `--pgdata=${cluster}`, '--username=postgres', '--auth=reject', '--no-instructions'),
    start: async () => {
      const settings = `-c port=${await freePort()} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
      await pgCtl('start', `--log=${cluster}/server.log`, `--options=${settings}`);
    },
    stop: () => pgCtl('stop', '--mode=fast'),
  };
}
