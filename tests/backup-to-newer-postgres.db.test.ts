import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import { bookIssue } from '../server/cash/operator-bookings.ts';
import { databaseOf } from '../server/platform/database/database.ts';
import { ensureRequestRole } from '../server/platform/database/database-roles.ts';
import { migrate } from '../server/platform/database/migrations/migrations.ts';
import { inTransaction } from '../server/platform/database/transactions.ts';
import { verifyCash } from '../server/verification/verify-cash.ts';
import { runStatement } from './support/embedded-postgres-harness.ts';
import { type ForeignPostgres, installedPostgres, startForeignPostgres } from './support/foreign-postgres.ts';
import { makeTemporaryDirectory } from './support/temporary-directory.ts';
import {
  allDefinitions,
  allRows,
  backUpTo,
  type EmptyPlace,
  emptyPlace,
  restoreFrom,
} from './support/test-backup.ts';
import { createTestShop } from './support/test-shop.ts';

const installed = await installedPostgres();

/**
 * Restores a backup of the machine's own PostgreSQL, whose owner is not a superuser, into the built-in one
 * and back.
 */
describe.runIf(installed)(`a backup of PostgreSQL ${installed?.version ?? '(none)'}`, () => {
  let server: ForeignPostgres;
  let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
  let foreign: EmptyPlace;
  let foreign_again: EmptyPlace;

  beforeAll(async () => {
    if (!installed) return;
    directory = await makeTemporaryDirectory();
    server = await startForeignPostgres(installed);
    await runStatement(server.superuser_url, "create role shop_owner login createrole password 'shop'");
    [foreign, foreign_again] = [await ownDatabase('shop'), await ownDatabase('shop_again')];
    await ensureRequestRole(foreign.owner);
    await migrate(foreign.owner);
    const shop = await createTestShop(foreign.database);
    const { shop_id, admin } = shop;
    await inTransaction(foreign.database, (tx) =>
      bookIssue(tx, {
        id: newId(),
        shop_id,
        user_id: admin.user_id,
        amount_fils: 50_000,
        occurred_at: new Date(),
      }),
    );
  });
  afterAll(async () => {
    await foreign?.drop();
    await foreign_again?.drop();
    await server?.stop();
    await directory?.remove();
  });

  async function ownDatabase(name: string): Promise<EmptyPlace> {
    await runStatement(server.superuser_url, `create database ${name} owner shop_owner`);
    const url = new URL(server.superuser_url);
    url.username = 'shop_owner';
    url.password = 'shop';
    url.pathname = `/${name}`;
    return emptyPlace(url.href);
  }

  test('a backup restores into the embedded Postgres, and from there to a server whose owner is no superuser', {
    tags: ['backup'],
  }, async () => {
    const path = join(directory.path, 'foreign.backup');
    const built_in = await emptyPlace();
    try {
      await backUpTo(path, foreign);
      await restoreFrom(path, built_in);
      expect(await allRows(built_in.owner)).toEqual(await allRows(foreign.owner));
      expect(await verifyCash(databaseOf(built_in.owner))).toEqual([]);

      const back = join(directory.path, 'back.backup');
      await backUpTo(back, built_in);
      await restoreFrom(back, foreign_again);
      // Each backup contains the record of itself and of earlier ones.
      const { backups, ...rows } = await allRows(foreign_again.owner);
      const { backups: first_backups, ...first_rows } = await allRows(foreign.owner);
      expect(rows).toEqual(first_rows);
      expect([backups?.length, first_backups?.length]).toEqual([2, 1]);
      expect(await allDefinitions(foreign_again.owner)).toEqual(await allDefinitions(foreign.owner));
      await expect(foreign_again.owner.query('delete from cash_movements')).rejects.toThrow('append-only');
    } finally {
      await built_in.drop();
    }
  });
});
