import { newId } from '../../contract/rules/ids.ts';
import { attemptInput } from './attempt-input.ts';
import {
  loadingInput,
  photographedAttempt,
  type StopCommand,
  sendStopCommand,
  undoInput,
} from './stop-commands.ts';
import type { TestApp } from './test-app.ts';
import { addOrder, type TestOrder, type TestShop, type TestStaff } from './test-shop.ts';

/** A driver's order with an open attempt, which follows an undone one. */
export type AttemptedOrder = { order: TestOrder; undone_id: string; attempt_id: string };

/**
 * Adds rows of both drivers to the tables of attempts, loads and goods, and settings of deliveries. Returns
 * the attempted order of each driver.
 */
export async function fillStops(
  app: TestApp,
  shop: TestShop,
): Promise<{ first: AttemptedOrder; second: AttemptedOrder }> {
  const { shop_id } = shop;
  const needs = { needs_photo: false, needs_note: false, needs_time: false };
  await app.owner
    .insertInto('attempt_reasons')
    .values({ shop_id, key: 'own_1', label: 'Gate closed', position: 0, ...needs })
    .execute();
  const template = { kind: 'on_the_way', language: 'en', text: 'On the way', is_reviewed: true };
  await app.owner
    .insertInto('message_templates')
    .values({ shop_id, ...template })
    .execute();
  // The shop offers only its own reason, which requires nothing.
  return {
    first: await attemptedOrder(app, shop, shop.driver),
    second: await attemptedOrder(app, shop, shop.driver2),
  };
}

async function attemptedOrder(app: TestApp, shop: TestShop, driver: TestStaff): Promise<AttemptedOrder> {
  const send = async (name: StopCommand, body: object) => {
    const response = await sendStopCommand(app, name, driver, body);
    if (response.status !== 200)
      throw new Error(`${name} returned ${response.status}: ${await response.text()}`);
  };
  const order = await addOrder(app.owner, shop, driver);
  const line = app.owner.selectFrom('order_line_items').select('id').where('order_id', '=', order.id);
  const { id: item_id } = await line.executeTakeFirstOrThrow();
  await send('check_loading', loadingInput([{ order_id: order.id, missing: [{ item_id, qty: 1 }] }]));
  const undone = attemptInput(order, { reason: 'own_1' });
  await send('record_attempt', undone);
  await send('undo_attempt', undoInput(undone));
  const attempt = await photographedAttempt(app, shop, driver, order);
  await send('record_attempt', attempt);
  await decideGoods(app, shop, driver, order);
  return { order, undone_id: undone.attempt_id, attempt_id: attempt.attempt_id };
}

/** Adds a decision about the goods of an order to a handover of its driver, if there is one. */
async function decideGoods(
  app: TestApp,
  { shop_id }: TestShop,
  { driver_id, user_id }: TestStaff,
  { id }: TestOrder,
) {
  const handovers = app.owner
    .selectFrom('cash_handovers')
    .select('id')
    .where('shop_id', '=', shop_id)
    .where('driver_id', '=', driver_id);
  const handover = await handovers.executeTakeFirst();
  if (!handover) return;
  const decision = { outcome: 'missing' as const, responsible_user_id: user_id, recorded_at: new Date() };
  const of = { shop_id, id: newId(), handover_id: handover.id, order_id: id, driver_id: driver_id ?? 0 };
  await app.owner
    .insertInto('goods_decisions')
    .values({ ...of, ...decision })
    .execute();
}
