import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { deliver } from '../../tests/support/test-backup.ts';
import {
  issue,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { type Movement, postMovement } from '../cash/movements.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { verifyCash } from './verify-cash.ts';

/** Every delivery, handover, collection and deposit has exactly one movement, and every movement a source. */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  await issue(app, shop, shop.admin, 100_000);
  await deliver(app, shop);
  const { admin, manager } = shop;
  const responses = [
    await sendCommand(app, 'start', admin, await prepareStart(app, shop, { amount_fils: 40_000 })),
    await sendCommand(app, 'end', admin, await prepareEnd(app, shop, { amount_fils: 10_000 })),
    await sendCommand(app, 'end', admin, await prepareEnd(app, shop, { amount_fils: 0 })),
    await sendCommand(
      app,
      'collection',
      manager,
      await prepareCollection(app, shop, { amount_fils: 20_000 }),
    ),
    await sendCommand(app, 'deposit', manager, await prepareDeposit(app, shop, { amount_fils: 5_000 })),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

const differences = async () =>
  (await verifyCash(app.owner)).filter(({ shop_id }) => shop_id === shop.shop_id);
const tamper = (statement: string) => app.database.owner.query(statement, [shop.shop_id]);

/** Changes movements as a superuser could; the triggers prevent it otherwise. */
async function tamperMovements(statement: string): Promise<void> {
  await app.database.owner.query('alter table cash_movements disable trigger user');
  await tamper(statement);
  await app.database.owner.query('alter table cash_movements enable trigger user');
}

it('reports no difference in an unchanged book', async () => {
  expect(await differences()).toEqual([]);
});

it.each([
  [
    'an amount other than the one taken from the customer',
    'update delivery_confirmations set cash_fils = 1, collected_fils = 1 where shop_id = $1',
    {
      kind: 'wrong_movement',
      subject: expect.stringMatching(/^delivery of order /),
      expected_fils: 1,
      found_fils: 14_500,
    },
  ],
  [
    'another driver',
    `update delivery_confirmations c set user_id = p.id from profiles p
     where c.shop_id = $1 and p.shop_id = $1 and p.full_name = 'Dina Driver'`,
    {
      kind: 'wrong_movement',
      holder: 'Dina Driver',
      expected_route: 'customers -> Dina Driver',
      found_route: 'customers -> Dawood Driver',
    },
  ],
  [
    'another amount',
    `update cash_handovers set amount_fils = amount_fils + 1 where shop_id = $1 and handover_type = 'start'`,
    { kind: 'wrong_movement', subject: expect.stringMatching(/^start handover SOD-/), expected_fils: 40_001 },
  ],
  [
    'other users',
    `update cash_handovers h set staff_user_id = p.id from profiles p
     where h.shop_id = $1 and h.handover_type = 'end' and h.amount_fils > 0 and p.shop_id = $1 and p.full_name = 'Dina Driver'`,
    { kind: 'wrong_movement', subject: expect.stringMatching(/^end handover EOD-/), expected_fils: 10_000 },
  ],
  [
    'an amount without a movement',
    `update cash_handovers set amount_fils = 700, cash_received = true where shop_id = $1 and amount_fils = 0`,
    {
      kind: 'missing_movement',
      subject: expect.stringMatching(/^end handover EOD-/),
      expected_fils: 700,
      found_fils: null,
    },
  ],
  [
    'another amount collected',
    `update cash_handovers set amount_fils = 1 where shop_id = $1 and handover_type = 'collection'`,
    {
      kind: 'wrong_movement',
      subject: expect.stringMatching(/^collection /),
      expected_fils: 1,
      found_fils: 20_000,
    },
  ],
  [
    'another amount deposited',
    'update bank_deposits set amount_fils = 1 where shop_id = $1',
    {
      kind: 'wrong_movement',
      subject: expect.stringMatching(/^deposit BD-/),
      expected_fils: 1,
      found_fils: 5_000,
    },
  ],
])('reports a record with %s', async (_what, statement, difference) => {
  await tamper(statement);
  expect(await differences()).toEqual(expect.arrayContaining([expect.objectContaining(difference)]));
});

it.each(['cash_handovers', 'bank_deposits'])(
  'reports a movement whose row in %s is deleted',
  async (table) => {
    const count = table === 'bank_deposits' ? 1 : 3;
    await tamper(`delete from ${table} where shop_id = $1`);
    const found = await differences();
    expect(found.filter(({ kind }) => kind === 'unexplained_movement')).toHaveLength(count);
  },
);

it('reports a cash delivery whose movement is deleted, and the balance that still includes it', async () => {
  await tamperMovements("delete from cash_movements where shop_id = $1 and reason = 'delivery'");
  const [balance, total, delivery, ...more] = await differences();
  const { user_id } = shop.driver;
  expect(balance).toMatchObject({ kind: 'balance', user_id, holder: 'Dawood Driver' });
  expect(total).toMatchObject({ kind: 'shop_total', user_id: null });
  expect(delivery).toMatchObject({
    kind: 'missing_movement',
    user_id,
    source_id: expect.any(String),
    movement_id: null,
    expected_fils: 14_500,
    expected_route: 'customers -> Dawood Driver',
    found_fils: null,
    found_route: null,
  });
  expect(more).toEqual([]);
});

it('reports a changed movement of a cash delivery', async () => {
  await tamperMovements(
    "update cash_movements set amount_fils = 14000 where shop_id = $1 and reason = 'delivery'",
  );
  const { rows } = await app.database.owner.query(
    "select id as movement_id, source_id from cash_movements where shop_id = $1 and reason = 'delivery'",
    [shop.shop_id],
  );
  expect((await differences()).find(({ kind }) => kind === 'wrong_movement')).toMatchObject({
    ...rows[0],
    user_id: shop.driver.user_id,
    holder: 'Dawood Driver',
    expected_fils: 14_500,
    found_fils: 14_000,
    found_route: 'customers -> Dawood Driver',
  });
});

it('reports a second movement of the same handover', async () => {
  const { id } = await app.owner
    .selectFrom('cash_handovers')
    .select('id')
    .where('shop_id', '=', shop.shop_id)
    .where('handover_type', '=', 'start')
    .executeTakeFirstOrThrow();
  const again: Movement = {
    shop_id: shop.shop_id,
    from: { holder: 'staff', user_id: shop.admin.user_id },
    to: { holder: 'staff', user_id: shop.driver.user_id },
    amount_fils: 40_000,
    reason: 'start_handover',
    source_type: 'cash_handover',
    source_id: id,
    leg: 2,
    command_id: newId(),
    occurred_at: new Date(),
    may_wait: false,
  };
  await inTransaction(app.owner, (tx) => postMovement(tx, again));
  expect(await differences()).toMatchObject([
    {
      kind: 'unexplained_movement',
      holder: 'Dawood Driver',
      source_id: id,
      found_fils: 40_000,
      found_route: 'Amal Admin -> Dawood Driver',
    },
  ]);
});
