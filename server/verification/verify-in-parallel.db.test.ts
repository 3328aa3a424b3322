import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { issue } from '../../tests/support/test-handover.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { databaseOf } from '../platform/database/database.ts';
import { verifyCash } from './verify-cash.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

it('the book is proved by one process if several processes lack shared memory', async () => {
  const shop = await createTestShop(app.owner);
  await issue(app, shop, shop.admin, 1_000);
  let several = false;
  let failed = 0;
  const without_memory = databaseOf(app.database.owner, {
    around: ({ statements }, send) => {
      const sent = statements.map(({ text }) => text).join(';');
      const [, processes] = /'max_parallel_workers_per_gather', '(\d)'/.exec(sent) ?? [];
      if (processes !== undefined) several = processes !== '0';
      if (!several || !sent.includes('from cash_movements')) return send();
      failed += 1;
      throw Object.assign(new Error('could not resize shared memory segment'), { code: '53100' });
    },
  });
  await app.database.owner.query('update cash_tracking_parts set cash_on_hand_fils = 900');
  const found = await verifyCash(without_memory);
  expect(found.map(({ kind }) => kind)).toEqual(['balance', 'shop_total']);
  expect(failed).toBe(1);
});
