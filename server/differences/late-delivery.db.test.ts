import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTransaction } from '../../tests/support/open-transaction.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import {
  accountOf,
  bookedBy,
  deliverLate,
  listedDifferences,
  offlineDelivery,
  ok,
  recordEnd,
} from '../../tests/support/test-differences.ts';
import {
  adjust,
  cashOnHand,
  prepareEnd,
  prepareSettlement,
  prepareVoid,
  sendCommand,
  whileBalances,
} from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { waitingForLocks } from '../../tests/support/waiting-for-locks.ts';
import { postWaitingMovements } from '../cash/post-waiting-movements.ts';
import { sql } from '../platform/database/sql.ts';
import { silentLog } from '../platform/logging/log.ts';

/** A delivery that was made before an end of day and recorded after it first cancels an over of that day. */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** Ends the day of a driver without cash, who hands in `fils` all the same. */
const bookOver = (fils: number, changes: Parameters<typeof bookedBy>[2] = {}) =>
  bookedBy(app, shop, { amount_fils: fils, ...changes });
const openOver = () => accountOf(app, shop.driver, 'over');
const differences = () => listedDifferences(app, shop.manager);
const settlements = () =>
  app.owner.selectFrom('cash_settlements').selectAll().where('shop_id', '=', shop.shop_id).execute();

describe('a late delivery', () => {
  it('cancels a part of an over', async () => {
    const id = await bookOver(3_000);
    const delivery = await offlineDelivery(app, shop, { due_amount_fils: 1_000 });
    await ok(sendDelivery(app, shop.driver, delivery));
    expect(await openOver()).toBe(2_000);
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    const { open } = await differences();
    expect(open).toMatchObject([
      { id, account: 'over', amount_fils: 3_000, open_fils: 2_000, settlements: [{ kind: 'late_delivery' }] },
    ]);
    expect(open[0]?.settlements).toMatchObject([
      { amount_fils: 1_000, by: 'Dawood Driver', reason: null, reference: null, receipt: null },
    ]);
    expect(open[0]?.settlements[0]?.order_number).toEqual(expect.any(String));
    expect(await settlements()).toMatchObject([
      { difference_id: id, command_id: delivery.command_id, staff_user_id: null, approval_id: null },
    ]);
  });

  it('cancels an over wholly, and the rest is the cash of the driver', async () => {
    await bookOver(3_000);
    await deliverLate(app, shop, { due_amount_fils: 4_500 });
    expect(await openOver()).toBe(0);
    expect(await cashOnHand(app, shop.driver)).toBe(1_500);
    expect(await differences()).toMatchObject({ open: [], settled: [{ open_fils: 0 }] });
  });

  it('cancels several overs, the oldest first', async () => {
    const first = await bookOver(1_000, { occurred_at: minutesAgo(8) });
    const second = await bookOver(2_000, { occurred_at: minutesAgo(4) });
    await deliverLate(app, shop, { due_amount_fils: 1_500, minutes_ago: 10 });
    expect((await differences()).open).toMatchObject([{ id: second, open_fils: 1_500 }]);
    expect((await differences()).settled).toMatchObject([{ id: first }]);
    await deliverLate(app, shop, { due_amount_fils: 1_500, minutes_ago: 10 });
    expect(await openOver()).toBe(0);
    expect(await cashOnHand(app, shop.driver)).toBe(0);
  });

  it('ignores an over of a day that had ended before it', async () => {
    await bookOver(1_000, { occurred_at: minutesAgo(20) });
    const later = await bookOver(2_000, { occurred_at: minutesAgo(4) });
    await deliverLate(app, shop, { due_amount_fils: 2_500, minutes_ago: 10 });
    expect(await openOver()).toBe(1_000);
    expect((await differences()).settled).toMatchObject([{ id: later }]);
    expect(await cashOnHand(app, shop.driver)).toBe(500);
  });

  it('ignores overs of other drivers, shortages, and differences that the driver kept', async () => {
    await bookOver(2_000, { driver: shop.driver2 });
    await adjust(app, shop, shop.driver, 5_000);
    await bookedBy(app, shop, { amount_fils: 4_000 });
    await recordEnd(app, shop, { amount_fils: 700, difference_choice: 'kept' });
    await deliverLate(app, shop, { due_amount_fils: 900 });
    expect(await settlements()).toEqual([]);
    expect(await cashOnHand(app, shop.driver)).toBe(200);
    expect(await accountOf(app, shop.driver, 'shortage')).toBe(1_000);
  });

  it('ignores an over of a voided end of day', async () => {
    const { id } = await recordEnd(app, shop, { amount_fils: 3_000 });
    const of = { record_type: 'handover', record_id: id, with: shop.driver } as const;
    await ok(sendCommand(app, 'void', shop.admin, await prepareVoid(app, shop, of)));
    await deliverLate(app, shop, { due_amount_fils: 1_000 });
    expect(await settlements()).toEqual([]);
    expect(await openOver()).toBe(0);
    expect(await cashOnHand(app, shop.driver)).toBe(1_000);
  });

  it('ignores the part of an over that was paid back: the driver has the cash of the customer', async () => {
    const difference_id = await bookOver(3_000);
    const back = await prepareSettlement(app, shop, { difference_id, amount_fils: 2_500 });
    await ok(sendCommand(app, 'settlement', shop.manager, back));
    await deliverLate(app, shop, { due_amount_fils: 1_000 });
    expect(await openOver()).toBe(0);
    expect(await cashOnHand(app, shop.driver)).toBe(500);
  });

  it('cancels an over once, also if it is sent several times', async () => {
    await bookOver(3_000);
    const delivery = await offlineDelivery(app, shop, { due_amount_fils: 1_000 });
    const replies = await Promise.all([1, 2, 3].map(() => sendDelivery(app, shop.driver, delivery)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await openOver()).toBe(2_000);
    expect(await settlements()).toHaveLength(1);
  });

  it('together with another one cancels no more than the over', async () => {
    await bookOver(3_000);
    const deliveries = [
      await offlineDelivery(app, shop, { due_amount_fils: 2_000 }),
      await offlineDelivery(app, shop, { due_amount_fils: 2_500 }),
    ];
    await Promise.all(deliveries.map((one) => ok(sendDelivery(app, shop.driver, one))));
    expect(await openOver()).toBe(0);
    expect(await cashOnHand(app, shop.driver)).toBe(1_500);
    const sum = (await settlements()).reduce((fils, { amount_fils }) => fils + amount_fils, 0);
    expect(sum).toBe(3_000);
  });

  it('together with a payment of the same over settles no more than the over', async () => {
    const difference_id = await bookOver(3_000);
    const back = await prepareSettlement(app, shop, { difference_id, amount_fils: 2_500 });
    const delivery = await offlineDelivery(app, shop, { due_amount_fils: 2_000 });
    const [paid] = await Promise.all([
      sendCommand(app, 'settlement', shop.manager, back),
      ok(sendDelivery(app, shop.driver, delivery)),
    ]);
    // Whichever comes first, the driver neither owes nor is owed anything else.
    expect(await openOver()).toBe(paid.status === 200 ? 0 : 1_000);
    expect(await cashOnHand(app, shop.driver)).toBe(paid.status === 200 ? 1_500 : 0);
  });
});

describe('a delivery on time', () => {
  it('cancels nothing', async () => {
    await bookOver(3_000);
    const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 1_000 });
    await ok(sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order)));
    expect(await openOver()).toBe(3_000);
    expect(await cashOnHand(app, shop.driver)).toBe(1_000);
  });
});

describe('a balance that cannot be changed', () => {
  it('leaves the delivery recorded, and the sweeper posts the delivery and the cancelled over', async () => {
    await bookOver(3_000);
    const delivery = await offlineDelivery(app, shop, { due_amount_fils: 1_000 });
    const reply = await whileBalances(app, `raise exception using errcode = 'disk_full';`, () =>
      ok<{ cash: unknown }>(sendDelivery(app, shop.driver, delivery)),
    );
    expect(reply.cash).toMatchObject({ success: false });
    expect(await openOver()).toBe(2_000);
    const waiting = app.owner.selectFrom('cash_movements').select('reason').where('posted_at', 'is', null);
    expect((await waiting.execute()).map(({ reason }) => reason)).toEqual(['delivery', 'late_delivery']);
    expect(await postWaitingMovements(app.owner, silentLog)).toEqual({ posted: 2, failed: 0 });
    expect(await postWaitingMovements(app.owner, silentLog)).toEqual({ posted: 0, failed: 0 });
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    expect(await openOver()).toBe(2_000);
  });
});

describe('a late delivery and an end of day that cross', () => {
  /** Pauses commands of this endpoint shortly before their commit, until `go` is called. */
  async function pausing(
    what: 'confirm_delivery' | 'end_handover',
    work: (go: () => Promise<void>) => Promise<void>,
  ) {
    const gate = await openTransaction(app.owner);
    await sql`select pg_advisory_xact_lock(39)`.execute(gate);
    await app.database.owner.query(`
      create function pause_it() returns trigger language plpgsql security definer as $$ begin
        perform pg_advisory_xact_lock_shared(39); return new; end $$;
      create trigger pause_it after insert on audit_events for each row when (new.what = '${what}') execute function pause_it()`);
    let opened: Promise<void> | undefined;
    try {
      await work(() => {
        opened ??= gate.commit();
        return opened;
      });
    } finally {
      await (opened ?? gate.commit());
      await app.database.owner.query('drop trigger pause_it on audit_events; drop function pause_it');
    }
  }
  const waiting = () => waitingForLocks(app.owner);

  it.each([
    ['confirm_delivery', 'end_handover'],
    ['end_handover', 'confirm_delivery'],
  ] as const)('leave no over that the delivery explains: first %s, then %s', async (first, second) => {
    const delivery = await offlineDelivery(app, shop, { due_amount_fils: 1_000 });
    const end = await prepareEnd(app, shop, { amount_fils: 1_000, difference_choice: 'short_or_over' });
    const send = {
      confirm_delivery: () => sendDelivery(app, shop.driver, delivery),
      end_handover: () => sendCommand(app, 'end', shop.admin, end),
    };
    await pausing(first, async (go) => {
      const one = send[first]();
      await expect.poll(waiting).toBe(1);
      let is_over = false;
      const other = send[second]().finally(() => {
        is_over = true;
      });
      await expect.poll(async () => is_over || (await waiting()) === 2).toBe(true);
      await go();
      for (const response of await Promise.all([one, other])) expect(response.status).toBe(200);
    });
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    expect(await openOver()).toBe(0);
  });
});
