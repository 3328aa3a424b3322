import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { fillBook } from '../../tests/support/full-book.ts';
import { addSecondPerson } from '../../tests/support/second-person-book.ts';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { allRows, backUpTo, migratedPlace, restoreFrom } from '../../tests/support/test-backup.ts';
import { prepareEnd, prepareVoid, recorded, sendCommand } from '../../tests/support/test-handover.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { verifyNamedFiles } from '../files/verify-named-files.ts';
import { sumUntil } from '../reports/sums/sum-up.ts';
import { verifyCash } from './verify-cash.ts';

/** A book with approvals, differences, settlements and voids. */
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  const shop = await createTestShop(app.owner);
  await fillBook(app, shop);
  await addSecondPerson(app, shop);
});
afterAll(() => app.drop());

it('reports no difference in a book with approvals, differences, settlements and voids', async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
});

it('the sums of the reports include movements between two holders who are no staff', async () => {
  const in_a_minute = new Date(Date.now() + 60_000).toISOString();
  expect(await sumUntil(app.owner, new AbortController().signal, in_a_minute)).toBe(true);
  const summed = app.owner.selectFrom('cash_sums').select(['from_holder', 'to_holder']).distinct();
  const written_off = summed.where('reason', '=', 'write_off').orderBy('from_holder');
  expect(await written_off.execute()).toEqual([
    { from_holder: 'adjustment', to_holder: 'over' },
    { from_holder: 'shortage', to_holder: 'adjustment' },
  ]);
  expect(await verifyCash(app.owner)).toEqual([]);
});

it('a restored backup has the same rows, and verification reports no difference', async () => {
  const directory = await makeTemporaryDirectory();
  const target = await migratedPlace();
  try {
    const path = join(directory.path, 'shop.backup');
    const source = { owner: app.database.owner, store: app.store };
    const rows = await allRows(source.owner);
    await backUpTo(path, source);
    await restoreFrom(path, target);
    const restored = await allRows(target.owner);
    for (const table of [
      'approvals',
      'approval_decisions',
      'cash_differences',
      'cash_settlements',
      'cash_voids',
    ]) {
      expect(restored[table]).toEqual(rows[table]);
    }
    expect(restored.cash_movements).toEqual(rows.cash_movements);
    expect(await verifyCash(target.database)).toEqual([]);
  } finally {
    await target.drop();
    await directory.remove();
  }
});
it.each([
  ['the shop', null],
  ['the driver', 'driver'],
  ['another driver', 'driver2'],
] as const)(
  'reports no difference if a voided end of day without a choice received the card machine of %s',
  async (_from, holder) => {
    const shop = await createTestShop(app.owner);
    const card_machine_id = newId();
    const holder_driver_id = holder === null ? null : shop[holder].driver_id;
    await app.owner
      .insertInto('card_machines')
      .values({ shop_id: shop.shop_id, id: card_machine_id, number: 'POS-1', holder_driver_id })
      .execute();
    const end = await prepareEnd(app, shop, { card_machine_id, amount_fils: 0, card_machine_received: true });
    const record_id = await recorded(app, shop, 'end', end);
    const voided = await prepareVoid(app, shop, {
      record_type: 'handover',
      record_id,
      with: shop.driver,
    });
    expect((await sendCommand(app, 'void', shop.admin, voided)).status).toBe(200);
    expect(await verifyCash(app.owner)).toEqual([]);
  },
);
