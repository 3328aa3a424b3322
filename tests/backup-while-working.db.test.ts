import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyFiles } from '../server/files/verify-files.ts';
import { verifyCash } from '../server/verification/verify-cash.ts';
import { makeTemporaryDirectory } from './support/temporary-directory.ts';
import { createTestApp } from './support/test-app.ts';
import { backUpTo, deliver, migratedPlace, restoreFrom } from './support/test-backup.ts';
import { createTestShop } from './support/test-shop.ts';

test('a backup made while a driver delivers is consistent: restored cash and files agree', {
  tags: ['backup'],
}, async () => {
  const directory = await makeTemporaryDirectory();
  const app = await createTestApp();
  const target = await migratedPlace();
  try {
    const shop = await createTestShop(app.owner);
    for (let n = 0; n < 5; n += 1) await deliver(app, shop);
    let working = true;
    let delivered = 5;
    const work = async () => {
      while (working) {
        await deliver(app, shop);
        delivered += 1;
      }
    };
    const driving = work();
    const path = join(directory.path, 'live.backup');
    // Each read of a file waits for a delivery, so that the database changes during the backup.
    const slow = {
      ...app.store,
      read: async (...of: Parameters<typeof app.store.read>) => {
        const until = delivered + 1;
        await expect.poll(() => delivered).toBeGreaterThanOrEqual(until);
        return app.store.read(...of);
      },
    };
    const summary = await backUpTo(path, { owner: app.database.owner, store: slow });
    working = false;
    await driving;

    expect(summary.lost).toEqual([]);
    await restoreFrom(path, target);
    expect(await verifyCash(target.database)).toEqual([]);
    expect(await verifyFiles(target.database, target.store, () => undefined)).toEqual([]);
    const { rows } = await target.owner.query('select count(*) as deliveries from delivery_confirmations');
    expect(rows[0].deliveries).toBeGreaterThanOrEqual(5);
    expect(rows[0].deliveries).toBeLessThan(delivered);
  } finally {
    await app.drop();
    await target.drop();
    await directory.remove();
  }
});
