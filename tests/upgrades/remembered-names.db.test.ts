import { expect, test } from 'vitest';
import { readOwnNames } from '../../server/orders/incoming/own-names.ts';
import { databaseOf } from '../../server/platform/database/database.ts';
import { readMigrations } from '../../server/platform/database/migrations/migration-records.ts';
import { migrate } from '../../server/platform/database/migrations/migrations.ts';
import { openPools } from '../../server/platform/database/pools.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { createEmptyDatabase } from '../support/test-database.ts';

test('remembered words of a shop become names when the database is upgraded', {
  tags: ['upgrades'],
}, async () => {
  const database = await createEmptyDatabase();
  const pools = openPools({ owner_url: database.owner_url, request_url: database.owner_url });
  try {
    const all = (await readMigrations()).map(({ name }) => name);
    await migrate(pools.owner, { only: all.filter((name) => name < '0137') });
    await pools.owner.query(`insert into shops (id, name) values (1, 'Al Noor')`);
    await pools.owner.query(`insert into import_methods (shop_id, word, method, said_at) values
      (1, 'bank transfer', 'online', now()), (1, 'visa - door', 'card', now()), (1, 'visa / door', 'online', now()),
      (1, 'tabby', 'cash', now())`);
    await migrate(pools.owner);
    const own = await inTransaction(databaseOf(pools.owner), (tx) => readOwnNames(tx, 1));
    expect([...own.payment].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['bank transfer', 'online'],
      // The saved meaning contradicts the built-in one or that of another spelling, so a user must choose.
      ['tabby', null],
      ['visa door', null],
    ]);
  } finally {
    await pools.close();
    await database.drop();
  }
});
