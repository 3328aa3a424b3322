import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { issue } from '../../tests/support/test-handover.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { balances } from './verify-movements.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

it('verification accepts a balance whose update waited long for a lock, though its timestamp precedes the wait', async () => {
  const shop = await createTestShop(app.owner);
  await issue(app, shop, shop.admin, 1_000);
  await app.database.owner.query(`
    alter table cash_movements disable trigger user;
    update cash_movements set recorded_at = recorded_at - interval '31 minutes';
    alter table cash_movements enable trigger user;
    update cash_tracking_parts set last_updated = last_updated - interval '30 minutes'`);
  expect((await balances.execute(app.owner)).rows).toEqual([]);
});

it('verification accepts a balance whose last change was posted before another movement, as after a clock was set back', async () => {
  const shop = await createTestShop(app.owner, 'Shop of the clock');
  for (const amount_fils of [1_000, 2_000]) await issue(app, shop, shop.admin, amount_fils);
  await app.database.owner.query(`
    alter table cash_movements disable trigger user;
    update cash_movements set recorded_at = recorded_at + interval '1 hour', posted_at = posted_at + interval '1 hour'
      where amount_fils = 1000 and shop_id = ${shop.shop_id};
    alter table cash_movements enable trigger user`);
  expect((await balances.execute(app.owner)).rows).toEqual([]);
});
