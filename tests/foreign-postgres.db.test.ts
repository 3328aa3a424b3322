import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureRequestRole } from '../server/platform/database/database-roles.ts';
import { readMigrations } from '../server/platform/database/migration-records.ts';
import { isMigrated, migrate } from '../server/platform/database/migrations.ts';
import { openPools, type Pools, requestUrlOf } from '../server/platform/database/pools.ts';
import { ask } from './support/embedded-postgres-harness.ts';
import { type ForeignPostgres, installedPostgres, startForeignPostgres } from './support/foreign-postgres.ts';

const installed = await installedPostgres();
if (!installed)
  console.log('No PostgreSQL 15 or newer is installed: not tested against one that is not the built-in.');

/** A Postgres of the machine, used as DATABASE_URL would be: by an owner who is no superuser. */
describe.runIf(installed)(`on PostgreSQL ${installed?.version ?? '(none)'} of this machine`, () => {
  let server: ForeignPostgres;
  let owner_url: string;
  let pools: Pools;

  beforeAll(async () => {
    if (!installed) return;
    server = await startForeignPostgres(installed);
    await ask(server.superuser_url, "create role shop_owner login createrole password 'shop'");
    await ask(server.superuser_url, 'create database shop owner shop_owner');
    const url = new URL(server.superuser_url);
    url.username = 'shop_owner';
    url.password = 'shop';
    url.pathname = '/shop';
    owner_url = url.href;
    pools = openPools({ owner_url, request_url: requestUrlOf(owner_url) });
  });
  afterAll(async () => {
    await pools?.close();
    await server?.stop();
  });

  test('two servers that start at once make role and schema', async () => {
    const other = openPools({ owner_url, request_url: requestUrlOf(owner_url) });
    await Promise.all(
      [pools, other].map(async ({ owner }) => {
        await ensureRequestRole(owner);
        await migrate(owner);
      }),
    );
    await other.close();
    expect(await isMigrated(pools.owner, await readMigrations())).toBe(true);
  });

  test('requests are neither owner nor superuser, and see nothing without a session', async () => {
    await pools.owner.query("insert into shops (name) values ('Shop')");
    const { rows } = await pools.request.query(
      'select current_user as name, (select count(*) from shops) as shops',
    );
    expect(rows).toEqual([{ name: 'mandoob_request', shops: 0 }]);
    const { rows: all } = await pools.owner.query('select count(*) as shops from shops');
    expect(all).toEqual([{ shops: 1 }]);
  });

  test('requests cannot write cash', async () => {
    await expect(pools.request.query('delete from cash_movements')).rejects.toThrow('permission denied');
    await expect(pools.request.query('update cash_tracking_parts set shop_id = 1')).rejects.toThrow(
      'permission denied',
    );
  });
});
