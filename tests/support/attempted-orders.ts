import { expect } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { attemptInput } from './attempt-input.ts';
import {
  loadingInput,
  photographedAttempt,
  type StopCommand,
  sendStopCommand,
  setOutInput,
  undoInput,
} from './stop-commands.ts';
import type { TestApp } from './test-app.ts';
import { prepareDelivery, sendDelivery } from './test-delivery.ts';
import { addOrder, type TestOrder, type TestShop } from './test-shop.ts';

/**
 * Adds attempts of the first driver to a filled book: one in conflict, one undone and then open, one after
 * which the order was delivered, and one that was undone too late to restore the order. Also checks a load,
 * and decides about goods at the driver's end of day.
 */
export async function attemptOrders(app: TestApp, shop: TestShop): Promise<void> {
  const { driver } = shop;
  const order = (due_amount_fils: number, status: 'dispatching' | 'dispatched' = 'dispatching') =>
    addOrder(app.owner, shop, driver, { due_amount_fils, status });
  const send = async (name: StopCommand, body: object, expected: object) => {
    const response = await sendStopCommand(app, name, driver, body);
    expect(await response.json()).toMatchObject(expected);
  };
  const attempt = async (of: TestOrder, expected: object = { conflict: null }) => {
    const input = attemptInput(of);
    await send('record_attempt', input, expected);
    return input;
  };

  const cancelled = await order(6_100);
  await app.owner.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', cancelled.id).execute();
  await attempt(cancelled, { conflict: 'cancelled' });

  const open = await order(6_200);
  await send('undo_attempt', undoInput(await attempt(open)), { outcome: 'undone' });
  await send('record_attempt', await photographedAttempt(app, shop, driver, open), { number: 2 });

  const delivered = await order(6_300);
  await attempt(delivered);
  const delivery = await prepareDelivery(app, shop, driver, delivered, { tender: 'card_machine' });
  expect(await (await sendDelivery(app, driver, delivery)).json()).toMatchObject({ outcome: 'delivered' });

  const [loaded, lacking] = [await order(6_400, 'dispatched'), await order(6_500, 'dispatched')];
  const line = app.owner.selectFrom('order_line_items').select('id').where('order_id', '=', lacking.id);
  const { id: item_id } = await line.executeTakeFirstOrThrow();
  const stops = [
    { order_id: loaded.id, missing: [] },
    { order_id: lacking.id, missing: [{ item_id, qty: 1 }] },
  ];
  await send('check_loading', loadingInput(stops), { missing_orders: 1 });
  await send('set_out', setOutInput([loaded, lacking]), { skipped: [] });

  const again = await order(6_600);
  const settled = await attempt(again);
  await send('set_out', setOutInput([again], { after_attempt: true }), { set_out: [again.id] });
  await send('undo_attempt', undoInput(settled), { outcome: 'recorded_with_conflict' });
  await decideGoods(app, shop, [cancelled, lacking]);
}

/** Adds the decisions about goods to the driver's last end of day: missing, and kept. */
async function decideGoods(
  app: TestApp,
  { shop_id, driver, admin }: TestShop,
  orders: TestOrder[],
): Promise<void> {
  const ends = app.owner
    .selectFrom('cash_handovers')
    .select('id')
    .where('driver_id', '=', driver.driver_id)
    .where('handover_type', '=', 'end');
  const { id: handover_id } = await ends.executeTakeFirstOrThrow();
  for (const [at, { id: order_id }] of orders.entries()) {
    const outcome = at === 0 ? ('missing' as const) : ('kept' as const);
    const responsible_user_id = at === 0 ? driver.user_id : null;
    const decision = {
      id: newId(),
      handover_id,
      driver_id: driver.driver_id ?? 0,
      outcome,
      responsible_user_id,
    };
    await app.owner
      .insertInto('goods_decisions')
      .values({ shop_id, order_id, recorded_at: new Date(), ...decision })
      .execute();
    const detail = JSON.stringify({ handover_id, outcome });
    await app.owner
      .insertInto('order_events')
      .values({ shop_id, id: newId(), order_id, kind: 'goods', detail, actor_user_id: admin.user_id })
      .execute();
  }
}
