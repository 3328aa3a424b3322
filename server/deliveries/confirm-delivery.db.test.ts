import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryConfirmed } from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { build } from '../../tests/support/query-builder.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { alreadyOpen, runCli } from '../../tests/support/test-cli.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { addOrder, addStaff, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { postWaitingMovements } from '../cash/post-waiting-movements.ts';
import { runTransaction } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { silentLog } from '../platform/logging/log.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

async function cashOnHand(user_id: string): Promise<number> {
  const row = await app.owner
    .selectFrom('cash_tracking')
    .select('cash_on_hand_fils')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.cash_on_hand_fils ?? 0;
}

async function confirmationsOf(order_id: string) {
  return app.owner
    .selectFrom('delivery_confirmations')
    .selectAll()
    .where('order_id', '=', order_id)
    .orderBy('recorded_at')
    .execute();
}

async function orderOf(order_id: string) {
  return app.owner.selectFrom('orders').selectAll().where('id', '=', order_id).executeTakeFirstOrThrow();
}

const confirmed = async (response: Response): Promise<DeliveryConfirmed> => {
  expect(response.status).toBe(200);
  return response.json();
};
const problemOf = async (response: Response) => {
  const body = await response.json();
  return { status: response.status, code: body.code };
};

describe('confirming a delivery', () => {
  it('completes a cash order: order, history, files, movement and balance agree', async () => {
    const before = await cashOnHand(shop.driver.user_id);
    const order = await addOrder(app.owner, shop, shop.driver);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    const response = await confirmed(await sendDelivery(app, shop.driver, delivery));

    expect(response).toMatchObject({
      outcome: 'delivered',
      conflict: null,
      order: { id: order.id, status: 'completed', payment_status: 'paid' },
      cash: { success: true, error: null, amount_fils: 14_500, new_total_fils: before + 14_500 },
    });
    const row = await orderOf(order.id);
    expect(row.status).toBe('completed');
    expect(row.actual_delivery_time?.toISOString()).toBe(response.delivered_at);
    expect(row.delivery_duration_seconds).toBe(
      Math.floor((Date.parse(response.delivered_at) - order.created_at.getTime()) / 1000),
    );
    const [confirmation, ...others] = await confirmationsOf(order.id);
    expect(others).toEqual([]);
    expect(confirmation).toMatchObject({
      customer_name: 'فاطمة الزهراء',
      tender: 'cash',
      collected_fils: 14_500,
      cash_fils: 14_500,
      delivery_image_url: delivery.input.delivery_image.path,
      customer_signature_url: delivery.input.delivery_note.path,
    });
    const pinned = await app.owner
      .selectFrom('files')
      .select(['sha256', 'pinned_at'])
      .where('id', 'in', [
        confirmation?.delivery_image_file_id ?? '',
        confirmation?.delivery_note_file_id ?? '',
      ])
      .execute();
    expect(pinned.map(({ sha256 }) => sha256).sort()).toEqual(
      [delivery.input.delivery_image.sha256, delivery.input.delivery_note.sha256].sort(),
    );
    expect(pinned.every(({ pinned_at }) => pinned_at !== null)).toBe(true);
    const events = await app.owner
      .selectFrom('order_events')
      .select('kind')
      .where('order_id', '=', order.id)
      .execute();
    expect(events).toEqual([{ kind: 'delivered' }]);
    const fulfilment = await app.owner
      .selectFrom('order_fulfilments')
      .select('status')
      .where('order_id', '=', order.id)
      .execute();
    expect(fulfilment).toEqual([{ status: 'waiting' }]);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('books an order payable by cash or card by the selected tender, and rejects it without one', async () => {
    for (const [tender, cash_fils] of [
      ['card_machine', 0],
      ['cash', 14_500],
    ] as const) {
      const before = await cashOnHand(shop.driver.user_id);
      const order = await addOrder(app.owner, shop, shop.driver, { pays_either: true });
      const unselected = await prepareDelivery(app, shop, shop.driver, order, { tender: null });
      expect(await problemOf(await sendDelivery(app, shop.driver, unselected))).toEqual({
        status: 422,
        code: 'payment_confirmation_required',
      });
      expect(await confirmationsOf(order.id)).toEqual([]);
      const selected = await prepareDelivery(app, shop, shop.driver, order, { tender });
      await confirmed(await sendDelivery(app, shop.driver, selected));
      const row = { tender, collected_fils: 14_500, cash_fils, outcome: 'delivered', conflict: null };
      expect(await confirmationsOf(order.id)).toMatchObject([row]);
      expect(await cashOnHand(shop.driver.user_id)).toBe(before + cash_fils);
    }
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('records the delivery of an order that was not to be handed over, and lists it for review', async () => {
    const order = await addOrder(app.owner, shop, shop.driver, { waits_because: 'payment_voided' });
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    expect(await confirmed(await sendDelivery(app, shop.driver, delivery))).toMatchObject({
      outcome: 'delivered',
      conflict: null,
    });
    expect((await orderOf(order.id)).status).toBe('completed');
    const events = app.owner
      .selectFrom('order_events')
      .select(['kind', 'detail'])
      .where('order_id', '=', order.id);
    expect((await events.execute()).filter(({ kind }) => kind === 'conflict')).toEqual([
      { kind: 'conflict', detail: { conflict: 'not_to_hand_over' } },
    ]);
    const listed = app.owner
      .selectFrom('conflicts_to_review')
      .select('order_id')
      .where('order_id', '=', order.id);
    expect(await listed.execute()).toEqual([{ order_id: order.id }]);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('moves no cash for a card machine or an order already paid', async () => {
    const before = await cashOnHand(shop.driver.user_id);
    const card = await addOrder(app.owner, shop, shop.driver, { payment_method: 'card' });
    const byCard = await prepareDelivery(app, shop, shop.driver, card, { tender: 'card_machine' });
    expect(await confirmed(await sendDelivery(app, shop.driver, byCard))).toMatchObject({
      cash: null,
      order: { payment_status: 'paid' },
    });
    expect((await confirmationsOf(card.id))[0]).toMatchObject({
      tender: 'card_machine',
      collected_fils: 14_500,
      cash_fils: 0,
    });

    const paid = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 0 });
    // A tender sent for a paid order changes nothing.
    const withTender = await prepareDelivery(app, shop, shop.driver, paid, {
      tender: 'cash',
      payment_received: true,
    });
    expect(await confirmed(await sendDelivery(app, shop.driver, withTender))).toMatchObject({ cash: null });
    expect(await cashOnHand(shop.driver.user_id)).toBe(before);
  });

  it('makes the driver available when the last order out is delivered', async () => {
    const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Last Out', true);
    const [first, last] = [await addOrder(app.owner, shop, driver), await addOrder(app.owner, shop, driver)];
    await app.owner
      .updateTable('drivers')
      .set({ status: 'delivering' })
      .where('user_id', '=', driver.user_id)
      .execute();
    const statusOf = async () =>
      (
        await app.owner
          .selectFrom('drivers')
          .select('status')
          .where('user_id', '=', driver.user_id)
          .executeTakeFirst()
      )?.status;

    await confirmed(await sendDelivery(app, driver, await prepareDelivery(app, shop, driver, first)));
    expect(await statusOf()).toBe('delivering');
    await confirmed(await sendDelivery(app, driver, await prepareDelivery(app, shop, driver, last)));
    expect(await statusOf()).toBe('available');
  });

  it('uses the corrected time of the device, never before setting out and never in the future', async () => {
    const early = await addOrder(app.owner, shop, shop.driver);
    const tooEarly = await prepareDelivery(app, shop, shop.driver, early, {
      occurred_at: '2001-01-01T00:00:00Z',
    });
    const clamped = await confirmed(await sendDelivery(app, shop.driver, tooEarly));
    expect(clamped.delivered_at).toBe(early.dispatching_started_at?.toISOString());
    expect(clamped.order.delivery_duration_seconds).toBe(0);

    const order = await addOrder(app.owner, shop, shop.driver);
    const tenMinutesAgo = Date.now() - 600_000;
    const shifted = await prepareDelivery(app, shop, shop.driver, order, {
      occurred_at: new Date(tenMinutesAgo + 86_400_000).toISOString(),
      clock_offset_ms: -86_400_000,
    });
    expect((await confirmed(await sendDelivery(app, shop.driver, shifted))).delivered_at).toBe(
      new Date(tenMinutesAgo).toISOString(),
    );

    const late = await addOrder(app.owner, shop, shop.driver);
    const future = await prepareDelivery(app, shop, shop.driver, late, {
      occurred_at: '2099-01-01T00:00:00Z',
    });
    const now = await confirmed(await sendDelivery(app, shop.driver, future));
    expect(Date.parse(now.delivered_at)).toBeLessThanOrEqual(Date.now());
  });

  it('has no duration if no start of the delivery was recorded', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    await app.owner
      .updateTable('orders')
      .set({ dispatching_started_at: null })
      .where('id', '=', order.id)
      .execute();
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    const response = await confirmed(await sendDelivery(app, shop.driver, delivery));
    expect(response.order).toMatchObject({ status: 'completed', delivery_duration_seconds: null });
    expect((await orderOf(order.id)).delivery_duration_seconds).toBeNull();
  });

  it('allows a manager with a driver record to deliver orders assigned to them', async () => {
    const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    const order = await addOrder(app.owner, shop, manager);
    expect(
      await confirmed(await sendDelivery(app, manager, await prepareDelivery(app, shop, manager, order))),
    ).toMatchObject({ outcome: 'delivered' });
  });
});

describe('exactly once', () => {
  it('a retry returns the same reply byte for byte and changes nothing', async () => {
    const before = await cashOnHand(shop.driver.user_id);
    const order = await addOrder(app.owner, shop, shop.driver);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    const first = await (await sendDelivery(app, shop.driver, delivery)).text();
    const again = await (await sendDelivery(app, shop.driver, delivery)).text();
    expect(again).toBe(first);
    expect(await confirmationsOf(order.id)).toHaveLength(1);
    expect(await cashOnHand(shop.driver.user_id)).toBe(before + 14_500);
  });

  it('the same command sent several times concurrently is executed once', async () => {
    const before = await cashOnHand(shop.driver.user_id);
    const order = await addOrder(app.owner, shop, shop.driver);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => sendDelivery(app, shop.driver, delivery)),
    );
    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await confirmationsOf(order.id)).toHaveLength(1);
    expect(await cashOnHand(shop.driver.user_id)).toBe(before + 14_500);
  });

  it('a second command of the same driver is recorded, but the payment is booked once', async () => {
    const before = await cashOnHand(shop.driver.user_id);
    const order = await addOrder(app.owner, shop, shop.driver);
    const commands = [
      await prepareDelivery(app, shop, shop.driver, order),
      await prepareDelivery(app, shop, shop.driver, order),
    ];
    const responses = await Promise.all(commands.map((command) => sendDelivery(app, shop.driver, command)));
    const outcomes = await Promise.all(
      responses.map(async (response) => (await confirmed(response)).outcome),
    );
    expect(outcomes.sort()).toEqual(['delivered', 'recorded_with_conflict']);
    expect(await cashOnHand(shop.driver.user_id)).toBe(before + 14_500);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('a retry gets its reply also after the role was lost, and a new command is rejected', async () => {
    const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Former Driver', true);
    const [done, open] = [await addOrder(app.owner, shop, driver), await addOrder(app.owner, shop, driver)];
    const delivery = await prepareDelivery(app, shop, driver, done);
    const later = await prepareDelivery(app, shop, driver, open);
    const first = await (await sendDelivery(app, driver, delivery)).text();
    await app.owner.updateTable('profiles').set({ role: null }).where('id', '=', driver.user_id).execute();
    expect(await (await sendDelivery(app, driver, delivery)).text()).toBe(first);
    expect(await problemOf(await sendDelivery(app, driver, later))).toEqual({
      status: 403,
      code: 'no_access',
    });
  });

  it('a command id with another input is rejected, and another user may use the same id', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    await confirmed(await sendDelivery(app, shop.driver, delivery));
    const changed = { ...delivery, input: { ...delivery.input, customer_name: 'Somebody Else' } };
    expect(await problemOf(await sendDelivery(app, shop.driver, changed))).toEqual({
      status: 422,
      code: 'command_reused',
    });
    const other = await addOrder(app.owner, shop, shop.driver2);
    const theirs = await prepareDelivery(app, shop, shop.driver2, other);
    expect(
      await confirmed(await sendDelivery(app, shop.driver2, { ...theirs, command_id: delivery.command_id })),
    ).toMatchObject({ outcome: 'delivered', order: { id: other.id } });
  });

  it('a rejected command is not stored and succeeds once the reason is gone', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    const missing = {
      ...delivery,
      input: {
        ...delivery.input,
        delivery_image: { ...delivery.input.delivery_image, sha256: 'a'.repeat(64) },
      },
    };
    expect((await problemOf(await sendDelivery(app, shop.driver, missing))).code).toBe('file_missing');
    expect(await confirmationsOf(order.id)).toEqual([]);
    expect(await confirmed(await sendDelivery(app, shop.driver, delivery))).toMatchObject({
      outcome: 'delivered',
    });
  });
});

describe('a delivery in conflict with the order', () => {
  const cases = [
    { conflict: 'cancelled', change: { status: 'cancelled' as const } },
    { conflict: 'not_out_for_delivery', change: { status: 'packed' as const } },
  ];
  it.each(cases)(
    'stores confirmation, files and cash of an order that was $conflict',
    async ({ conflict, change }) => {
      const before = await cashOnHand(shop.driver.user_id);
      const order = await addOrder(app.owner, shop, shop.driver);
      const delivery = await prepareDelivery(app, shop, shop.driver, order);
      await app.owner.updateTable('orders').set(change).where('id', '=', order.id).execute();
      const response = await confirmed(await sendDelivery(app, shop.driver, delivery));
      expect(response).toMatchObject({
        outcome: 'recorded_with_conflict',
        conflict,
        order: { status: change.status, payment_status: 'pending' },
        cash: { success: true, new_total_fils: before + 14_500 },
      });
      expect((await orderOf(order.id)).status).toBe(change.status);
      expect(await verifyCash(app.owner)).toEqual([]);
      const shown = await runCli(
        ['orders', 'show', order.order_number, '--shop', String(shop.shop_id)],
        alreadyOpen(app.owner),
      );
      const { customer_name } = delivery.input;
      expect(shown.out).toContain(
        `CONFLICT (${conflict.replaceAll('_', ' ')}): ${shop.driver.full_name} to ${customer_name}, AED 145.00 by cash`,
      );
    },
  );

  it('books the payment of an order that went out again after a conflict only once, and completes it as paid', async () => {
    const before = await cashOnHand(shop.driver.user_id);
    const order = await addOrder(app.owner, shop, shop.driver);
    const move = (status: 'packed' | 'dispatching') =>
      app.owner.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
    const first = await prepareDelivery(app, shop, shop.driver, order);
    await move('packed');
    await confirmed(await sendDelivery(app, shop.driver, first));
    await move('dispatching');
    const next = await app.send('GET', `/api/orders/next?order_id=${order.id}`, {
      as: shop.driver.session_id,
    });
    expect(await next.json()).toMatchObject({
      order: { id: order.id, payment_status: 'pending', due_amount_fils: 14_500, taken_fils: 14_500 },
    });
    const second = await prepareDelivery(app, shop, shop.driver, order);
    expect(await confirmed(await sendDelivery(app, shop.driver, second))).toMatchObject({
      outcome: 'delivered',
      cash: null,
      order: { status: 'completed', payment_status: 'paid' },
    });
    expect(await cashOnHand(shop.driver.user_id)).toBe(before + 14_500);
  });

  it('is recorded for both drivers of an order that was reassigned and delivered meanwhile', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const late = await prepareDelivery(app, shop, shop.driver, order);
    await app.owner
      .updateTable('order_assignments')
      .set({ ended_at: new Date() })
      .where('order_id', '=', order.id)
      .execute();
    await app.owner
      .insertInto('order_assignments')
      .values({
        shop_id: shop.shop_id,
        id: newId(),
        order_id: order.id,
        driver_id: shop.driver2.driver_id ?? 0,
      })
      .execute();
    await app.owner
      .updateTable('orders')
      .set({ driver_id: shop.driver2.driver_id })
      .where('id', '=', order.id)
      .execute();
    const before = await cashOnHand(shop.driver.user_id);
    expect(await confirmed(await sendDelivery(app, shop.driver, late))).toMatchObject({
      outcome: 'recorded_with_conflict',
      conflict: 'reassigned',
    });
    const second = await prepareDelivery(app, shop, shop.driver2, order);
    expect(await confirmed(await sendDelivery(app, shop.driver2, second))).toMatchObject({
      outcome: 'delivered',
    });
    expect(await cashOnHand(shop.driver.user_id)).toBe(before + 14_500);
    expect((await confirmationsOf(order.id)).map(({ cash_fils }) => cash_fils)).toEqual([14_500, 14_500]);
    expect(await verifyCash(app.owner)).toEqual([]);
  });
});

describe('rejected deliveries', () => {
  it('rejects missing and wrong input with its code', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    const send = (changes: object) =>
      sendDelivery(app, shop.driver, { ...delivery, input: { ...delivery.input, ...changes } });
    expect(await problemOf(await send({ receipt_confirmed: false }))).toEqual({
      status: 422,
      code: 'missing_information',
    });
    expect(await problemOf(await send({ customer_name: '   ' }))).toEqual({
      status: 422,
      code: 'invalid_input',
    });
    expect(await problemOf(await send({ payment_received: false }))).toEqual({
      status: 422,
      code: 'payment_confirmation_required',
    });
    expect(await problemOf(await send({ due_amount_fils: 1 }))).toEqual({
      status: 422,
      code: 'invalid_input',
    });
    expect(await problemOf(await send({ order_id: newId() }))).toEqual({ status: 404, code: 'not_found' });
    expect(
      await problemOf(
        await send({
          delivery_image: { ...delivery.input.delivery_image, path: '1/1/2026-11/other/delivery-image.jpg' },
        }),
      ),
    ).toEqual({ status: 422, code: 'invalid_input' });
    expect(await problemOf(await send({ delivery_note: delivery.input.delivery_image }))).toEqual({
      status: 422,
      code: 'invalid_input',
    });
    expect((await orderOf(order.id)).status).toBe('dispatching');
    expect(await confirmationsOf(order.id)).toEqual([]);
  });

  it('rejects everyone except the assigned driver, with role Driver or Manager, of this shop', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    const other = await createTestShop(app.owner, 'Other Shop');
    const refused = async (who: { session_id: string }) =>
      problemOf(await sendDelivery(app, { ...shop.driver, ...who }, delivery));
    expect(await refused(shop.driver2)).toEqual({ status: 404, code: 'not_found' });
    expect(await refused(shop.admin)).toEqual({ status: 403, code: 'no_access' });
    expect(await refused(shop.stranger)).toEqual({ status: 403, code: 'no_access' });
    expect(await refused(shop.manager)).toEqual({ status: 404, code: 'driver_not_found' });
    expect(await refused(other.driver)).toEqual({ status: 404, code: 'not_found' });
    expect(await refused({ session_id: newId() })).toEqual({ status: 401, code: 'not_signed_in' });
    const drivingManager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Sees But Never Had It', true);
    expect(await refused(drivingManager)).toEqual({ status: 403, code: 'order_not_assigned' });
    expect(await confirmationsOf(order.id)).toEqual([]);
  });

  it('rejects a delivery without a command id', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const { input } = await prepareDelivery(app, shop, shop.driver, order);
    for (const key of [undefined, 'not-a-uuid']) {
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
      const response = await app.send('POST', '/api/deliveries', {
        as: shop.driver.session_id,
        body: input,
        headers,
      });
      expect(await problemOf(response)).toEqual({ status: 400, code: 'command_id_missing' });
    }
  });
});

describe('when the cash update fails', () => {
  async function failing<T>(statement: string, work: () => Promise<T>): Promise<T> {
    await app.database.owner.query(`
      create function fail_balance() returns trigger language plpgsql as $$ begin ${statement} end $$;
      create trigger fail_balance before insert or update on cash_tracking_parts for each row execute function fail_balance()`);
    try {
      return await work();
    } finally {
      await app.database.owner.query(
        'drop trigger fail_balance on cash_tracking_parts; drop function fail_balance',
      );
    }
  }

  it.each([
    { statement: `raise exception using errcode = 'disk_full', message = 'secret details';`, error: null },
    { statement: `raise exception 'The cash book is closed';`, error: 'The cash book is closed' },
  ])(
    'completes the order, reports the error and posts the cash later once ($error)',
    async ({ statement, error }) => {
      const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Waiting Driver', true);
      const order = await addOrder(app.owner, shop, driver);
      const delivery = await prepareDelivery(app, shop, driver, order);
      const response = await failing(statement, async () => {
        const first = await confirmed(await sendDelivery(app, driver, delivery));
        expect(await postWaitingMovements(app.owner, silentLog)).toEqual({ posted: 0, failed: 1 });
        return first;
      });
      expect(response).toMatchObject({
        outcome: 'delivered',
        order: { status: 'completed' },
        cash: { success: false, error, new_total_fils: null, amount_fils: 14_500 },
      });
      expect(await cashOnHand(driver.user_id)).toBe(0);
      expect(await verifyCash(app.owner)).toMatchObject([{ kind: 'waiting', expected_fils: 14_500 }]);
      const statistics = await app.send('GET', '/api/profile/statistics', { as: driver.session_id });
      expect(await statistics.json()).toMatchObject({
        cash_on_hand_fils: 0,
        waiting_fils: 14_500,
        cash_collected_fils: 14_500,
        deliveries_today: 1,
        pending_deliveries: 0,
      });
      const sweeps = await Promise.all([1, 2, 3].map(() => postWaitingMovements(app.owner, silentLog)));
      expect(sweeps.every(({ failed }) => failed === 0)).toBe(true);
      expect(await cashOnHand(driver.user_id)).toBe(14_500);
      expect(await verifyCash(app.owner)).toEqual([]);
    },
  );

  it('leaves the movement pending if the balance update exceeds the statement timeout', async () => {
    const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Slow Driver', true);
    const order = await addOrder(app.owner, shop, driver);
    const delivery = await prepareDelivery(app, shop, driver, order);
    // Shortens the statement timeout for the rest of the delivery's transaction; it is 20 s otherwise.
    await app.database.owner.query(`
      create function shorten_limit() returns trigger language plpgsql as $$
        begin perform set_config('statement_timeout', '1500ms', true); return new; end $$;
      create trigger shorten_limit before insert on delivery_confirmations for each row execute function shorten_limit()`);
    await failing('perform pg_sleep(60); return new;', async () => {
      expect(await confirmed(await sendDelivery(app, driver, delivery))).toMatchObject({
        outcome: 'delivered',
        order: { status: 'completed' },
        cash: { success: false, error: null, new_total_fils: null, amount_fils: 14_500 },
      });
    });
    await app.database.owner.query(
      'drop trigger shorten_limit on delivery_confirmations; drop function shorten_limit',
    );
    expect(await cashOnHand(driver.user_id)).toBe(0);
    expect(await postWaitingMovements(app.owner, silentLog)).toEqual({ posted: 1, failed: 0 });
    expect(await cashOnHand(driver.user_id)).toBe(14_500);
  });

  it('repeats the whole transaction after a deadlock, with one result', async () => {
    const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Deadlocked Driver', true);
    const order = await addOrder(app.owner, shop, driver);
    const delivery = await prepareDelivery(app, shop, driver, order);
    await app.database.owner.query('create sequence failures');
    await failing(
      `if nextval('failures') = 1 then raise exception using errcode = 'deadlock_detected'; end if; return new;`,
      async () => {
        await app.database.owner.query('grant usage on sequence failures to mandoob_request');
        expect(await confirmed(await sendDelivery(app, driver, delivery))).toMatchObject({
          cash: { success: true },
        });
      },
    );
    const { rows } = await app.database.owner.query('select last_value::int from failures');
    expect(rows[0].last_value).toBe(2);
    expect(await cashOnHand(driver.user_id)).toBe(14_500);
    expect(await confirmationsOf(order.id)).toHaveLength(1);
  });
});

describe('an unexpected failure', () => {
  it.each([
    { table: 'files', when: 'true', stage: 'photo' },
    { table: 'files', when: `new.type = 'application/pdf'`, stage: 'note' },
    { table: 'delivery_confirmations', when: 'true', stage: 'confirmation' },
    { table: 'orders', when: 'true', stage: 'order' },
    { table: 'commands', when: 'true', stage: undefined, errcode: 'internal_error' },
  ])(
    'reports only the stage $stage if writing $table fails, and records nothing',
    async ({ table, when, stage, errcode = 'disk_full' }) => {
      const order = await addOrder(app.owner, shop, shop.driver);
      const delivery = await prepareDelivery(app, shop, shop.driver, order);
      await app.database.owner.query(`
      create function break_it() returns trigger language plpgsql as $$ begin raise exception using errcode = '${errcode}', message = 'secret details'; end $$;
      create trigger break_it before insert or update on ${table} for each row when (${when}) execute function break_it()`);
      const response = await sendDelivery(app, shop.driver, delivery);
      const text = await response.text();
      await app.database.owner.query(`drop trigger break_it on ${table}; drop function break_it`);
      expect(response.status).toBe(500);
      const { code, stage: reported } = JSON.parse(text);
      expect({ code, stage: reported }).toEqual({ code: 'unexpected', stage });
      expect(text).not.toContain('secret');
      expect(await confirmationsOf(order.id)).toEqual([]);
      expect(
        await app.owner
          .selectFrom('commands')
          .select('status')
          .where('command_id', '=', delivery.command_id)
          .execute(),
      ).toEqual([]);
      expect(await confirmed(await sendDelivery(app, shop.driver, delivery))).toMatchObject({
        outcome: 'delivered',
      });
    },
  );
});

it('row-level security hides orders of other drivers from a request, for reads and updates', async () => {
  const order = await addOrder(app.owner, shop, shop.driver);
  await runTransaction(app.requests, async (tx) => {
    await sql`select * from begin_request(${shop.driver2.session_id}::uuid)`.execute(tx);
    expect(await build(tx).selectFrom('orders').select('id').where('id', '=', order.id).execute()).toEqual(
      [],
    );
    const updated = await build(tx)
      .updateTable('orders')
      .set({ status: 'completed' })
      .where('id', '=', order.id)
      .executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(0n);
  });
});
