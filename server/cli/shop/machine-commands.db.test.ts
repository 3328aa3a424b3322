import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { alreadyOpen, runCli } from '../../../tests/support/test-cli.ts';
import { createTestShop } from '../../../tests/support/test-shop.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

const mandoob = (...args: string[]) => runCli(args, alreadyOpen(app.owner));

test('card machines are registered, listed with their drivers, returned, retired and reactivated', async () => {
  expect((await mandoob('machine', 'list')).out).toBe('There is no card machine yet\n');
  const shop = await createTestShop(app.owner);
  expect(await mandoob('machine', 'add', ' POS-01 ')).toEqual({
    out: `Added card machine POS-01 to shop ${shop.shop_id}\n`,
    err: '',
    code: 0,
  });
  const other = await createTestShop(app.owner, 'Other Shop');
  const of_other = ['--shop', String(other.shop_id)];
  expect((await mandoob('machine', 'add', 'POS-01', ...of_other)).code).toBe(0);
  await app.owner
    .updateTable('card_machines')
    .set({ holder_driver_id: shop.driver.driver_id })
    .where('shop_id', '=', shop.shop_id)
    .execute();
  const here = {
    shop_id: shop.shop_id,
    number: 'POS-01',
    driver_id: shop.driver.driver_id,
    holder: 'Dawood Driver',
    retired: false,
  };
  const there = { shop_id: other.shop_id, number: 'POS-01', driver_id: null, holder: null, retired: false };
  expect(JSON.parse((await mandoob('machine', 'list', '--json')).out)).toEqual([here, there]);
  expect(JSON.parse((await mandoob('machine', 'list', '--json', ...of_other)).out)).toEqual([there]);

  const of_here = ['--shop', String(shop.shop_id)];
  const { email } = await app.owner
    .selectFrom('users')
    .select('email')
    .where('id', '=', shop.driver.user_id)
    .executeTakeFirstOrThrow();
  expect(await mandoob('machine', 'retire', 'POS-01', ...of_here)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Dawood Driver has card machine POS-01'),
  });
  const disabled = await mandoob('staff', 'disable', email);
  expect(disabled.out).toContain(`${email} still has POS-01: run mandoob machine return <number>`);
  expect((await mandoob('machine', 'return', 'POS-01', ...of_here)).out).toBe(
    `Card machine POS-01 is back in shop ${shop.shop_id}; Dawood Driver had it\n`,
  );
  const free = { ...here, driver_id: null, holder: null };
  expect(JSON.parse((await mandoob('machine', 'list', '--json', ...of_here)).out)).toEqual([free]);
  for (const [command, outcome, retired] of [
    ['retire', 'is retired', true],
    ['retire', 'is retired', true],
    ['reactivate', 'is in use again', false],
  ] as const) {
    expect((await mandoob('machine', command, 'POS-01', ...of_here)).out).toBe(
      `Card machine POS-01 ${outcome}\n`,
    );
    expect(JSON.parse((await mandoob('machine', 'list', '--json', ...of_here)).out)).toEqual([
      { ...free, retired },
    ]);
  }
});

test.each([
  [['machine', 'add', 'POS-01'], 'There are several shops: choose one with --shop <id>'],
  [['machine', 'add', 'POS-01', '--shop', '1'], 'Shop 1 already has card machine POS-01'],
  [['machine', 'add', ' ', '--shop', '1'], "A card machine's number must have 1 to 100 characters"],
  [['machine', 'return', 'POS-01', '--shop', '1'], 'Card machine POS-01 is already in shop 1'],
  [['machine', 'return', 'POS-09', '--shop', '1'], 'Shop 1 has no card machine POS-09'],
  [['machine', 'add', 'POS-02', '--shop', '99'], 'There is no shop 99'],
])('%j is refused with exit code 1', async (args, message) => {
  const { out, err, code } = await mandoob(...args);
  expect({ out, code }).toEqual({ out: '', code: 1 });
  expect(err).toContain(message);
});
