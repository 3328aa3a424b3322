import { expect, it } from 'vitest';
import { fillBook } from '../bench/book/filled-book.ts';
import { verifyCash } from '../server/verification/verify-cash.ts';
import { createTestApp } from './support/test-app.ts';
import { createTestShop } from './support/test-shop.ts';

/** The benchmark measures the verification on a filled book, and would measure differences in place of it. */
it('the book of the benchmark explains every fils, order and command', async () => {
  const app = await createTestApp();
  try {
    const { shop_id, driver, manager, admin } = await createTestShop(app.owner);
    const { driver_id, user_id } = driver;
    const ids = { manager_id: manager.user_id, admin_id: admin.user_id };
    const people = [{ shop_id, driver_id: driver_id ?? 0, user_id, ...ids }];
    await fillBook({ pools: app.database }, people, { movements: 1_500, orders: 150 });
    await fillBook({ pools: app.database }, people, { movements: 3_000, orders: 300 });
    const { rows } = await app.database.owner.query(
      'select (select count(*)::int from delivery_attempts) as attempts, (select count(*)::int from attempt_undos) as undos',
    );
    expect(rows).toEqual([{ attempts: 16, undos: 2 }]);
    expect(await verifyCash(app.owner)).toEqual([]);
  } finally {
    await app.drop();
  }
});
