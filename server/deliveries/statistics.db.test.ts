import { afterAll, beforeAll, expect, it } from 'vitest';
import { response as statistics } from '../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

async function ceilingOf(by: TestStaff): Promise<number | null> {
  const answer = await app.send('GET', '/api/profile/statistics', { as: by.session_id });
  expect(answer.status).toBe(200);
  return statistics.parse(await answer.json()).ceiling_fils;
}

it("the ceiling in the figures is the driver's own, else the shop's, and absent for others", async () => {
  const { shop_id, driver, driver2, admin } = shop;
  expect(await ceilingOf(driver)).toBeNull();
  await app.owner
    .updateTable('shops')
    .set({ cash_ceiling_fils: 200_000 })
    .where('id', '=', shop_id)
    .execute();
  const own = { shop_id, user_id: driver2.user_id, ceiling_fils: 50_000 };
  await app.owner.insertInto('cash_ceilings').values(own).execute();
  expect(await ceilingOf(driver)).toBe(200_000);
  expect(await ceilingOf(driver2)).toBe(50_000);
  expect(await ceilingOf(admin)).toBeNull();
  const elsewhere = await createTestShop(app.owner, 'Other Shop');
  expect(await ceilingOf(elsewhere.driver)).toBeNull();
});
