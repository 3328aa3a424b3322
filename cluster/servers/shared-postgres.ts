import { dirname, join } from 'node:path';
import { databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import { postgresBinaries } from '../../server/platform/embedded-postgres/binaries.ts';
import { runStatement } from '../../tests/support/embedded-postgres-harness.ts';
import { startForeignPostgres } from '../../tests/support/foreign-postgres.ts';

export type SharedPostgres = { database_url: string; stop(): Promise<void> };

/**
 * Starts a new PostgreSQL with an empty database whose owner is no superuser, as hosting providers offer for
 * DATABASE_URL.
 */
export async function startSharedPostgres(directory: string): Promise<SharedPostgres> {
  const place = join(directory, 'postgres-programs');
  const binaries = await postgresBinaries(await databaseAccount(place), place);
  const postgres = await startForeignPostgres({ bin: dirname(binaries.initdb), version: 'built-in' });
  try {
    await runStatement(postgres.superuser_url, "create role shop_owner login createrole password 'shop'");
    await runStatement(postgres.superuser_url, 'create database shop owner shop_owner');
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  const url = new URL(postgres.superuser_url);
  [url.username, url.password, url.pathname] = ['shop_owner', 'shop', '/shop'];
  return { database_url: url.href, stop: postgres.stop };
}
