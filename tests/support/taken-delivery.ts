import type {
  DeliverAsTaken,
  DeliveredAsTaken,
} from '../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import type { RefusedBecause } from '../../contract/rules/orders/part-delivery.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { build } from './query-builder.ts';
import type { Sends } from './test-app.ts';
import { prepareDelivery } from './test-delivery.ts';
import type { TestOrder, TestShop, TestStaff } from './test-shop.ts';

export type OrderedLine = { qty: number; unit_price_fils: number; tax_fils?: number; picked_qty?: number };

export type OrderedParts = {
  lines: readonly OrderedLine[];
  sent_fils?: number;
  discount_fils?: number;
  shipping_fils?: number;
  tax_fils?: number;
  paid_amount_fils?: number;
};

export type OrderOfParts = TestOrder & { parts: OrderedParts; item_ids: string[] };

/** Gives an order these lines and amounts, as if the store had sent them. */
export async function setParts(
  owner: Database,
  { shop_id }: Pick<TestShop, 'shop_id'>,
  order: TestOrder,
  parts: OrderedParts,
): Promise<OrderOfParts> {
  const { lines, sent_fils = 0, discount_fils = 0, shipping_fils = 0, tax_fils = 0 } = parts;
  const { paid_amount_fils = 0 } = parts;
  const subtotal_fils = sent_fils + lines.reduce((sum, line) => sum + line.qty * line.unit_price_fils, 0);
  const total_amount_fils = subtotal_fils - discount_fils + shipping_fils + tax_fils;
  const due_amount_fils = total_amount_fils - paid_amount_fils;
  await build(owner)
    .deleteFrom('order_line_items')
    .where('shop_id', '=', shop_id)
    .where('order_id', '=', order.id)
    .execute();
  const names = lines.map((_, at) => `Goods ${at + 1}`);
  await build(owner)
    .insertInto('products')
    .values(names.map((name) => ({ shop_id, id: newId(), name })))
    // Another order of the shop may have the same goods.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await build(owner)
    .selectFrom('products')
    .select(['id', 'name'])
    .where('shop_id', '=', shop_id)
    .where('name', 'in', names)
    .execute();
  const products = names.map((name) => known.find((one) => one.name === name));
  const items = lines.map(({ qty, picked_qty = null, unit_price_fils, tax_fils: line_tax = null }, at) => ({
    shop_id,
    id: newId(),
    order_id: order.id,
    position: at + 1,
    product_id: products[at]?.id ?? '',
    qty,
    picked_qty,
    unit_price_fils,
    line_total_fils: (picked_qty ?? qty) * unit_price_fils,
    tax_fils: line_tax,
  }));
  await build(owner).insertInto('order_line_items').values(items).execute();
  await build(owner)
    .updateTable('orders')
    .set({
      ...{ subtotal_fils, discount_fils, shipping_fils, tax_fils },
      ...{ total_amount_fils, paid_amount_fils, due_amount_fils },
      taxes_included: lines.some((line) => line.tax_fils !== undefined) ? false : null,
      payment_status: due_amount_fils > 0 ? 'pending' : 'paid',
      ...(due_amount_fils === 0 && { payment_method: 'online' as const }),
    })
    .where('shop_id', '=', shop_id)
    .where('id', '=', order.id)
    .execute();
  return { ...order, due_amount_fils, parts, item_ids: items.map(({ id }) => id) };
}

/** The part of a delivery of which these quantities of each line were refused. */
export function partOf(
  { parts, item_ids }: OrderOfParts,
  refused: readonly number[],
  because: RefusedBecause = 'not_wanted',
): NonNullable<DeliverAsTaken['part']> {
  const { sent_fils = 0, discount_fils = 0, shipping_fils = 0, tax_fils = 0, paid_amount_fils = 0 } = parts;
  return {
    ...{ sent_fils, discount_fils, shipping_fils, tax_fils, paid_amount_fils },
    lines: parts.lines.map(({ qty, unit_price_fils, tax_fils: line_tax = null }, at) => ({
      item_id: item_ids[at] ?? '',
      ...{ qty, unit_price_fils, tax_fils: line_tax },
      refused: refused[at] ?? 0,
      refused_because: refused[at] ? because : null,
    })),
  };
}

type Taken = DeliverAsTaken['taken'];
export const NOTHING_TAKEN: Taken = {
  ...{ cash_fils: 0, card_fils: 0, link: null, transfer: null, received_fils: null, rounding_fils: 0 },
};

export type PreparedTaking = { command_id: string; input: DeliverAsTaken };

/** Uploads photo and note, and returns the command of a delivery as taken, ready to send. */
export async function prepareTaking(
  app: Sends,
  shop: Pick<TestShop, 'shop_id' | 'time_zone'>,
  driver: TestStaff,
  order: Pick<TestOrder, 'id' | 'order_number' | 'due_amount_fils'>,
  { taken, ...changes }: Partial<Omit<DeliverAsTaken, 'taken'>> & { taken?: Partial<Taken> } = {},
): Promise<PreparedTaking> {
  const delivery = await prepareDelivery(app, shop, driver, order);
  const { tender: _, ...input } = delivery.input;
  const all = { ...NOTHING_TAKEN, ...taken };
  const is_taken = all.cash_fils + all.card_fils > 0 || all.link !== null || all.transfer !== null;
  return {
    command_id: delivery.command_id,
    input: {
      ...input,
      ...{ part: null, short_reason: null, consent_id: null },
      payment_received: is_taken,
      taken: all,
      ...changes,
    },
  };
}

export function sendTaking(
  app: Sends,
  driver: TestStaff,
  { command_id, input }: PreparedTaking,
  headers: Record<string, string> = {},
): Promise<Response> {
  return app.send('POST', '/api/deliveries/as-taken', {
    as: driver.session_id,
    body: input,
    headers: { 'idempotency-key': command_id, ...headers },
  });
}

/** Delivers an order as taken and returns the reply. */
export async function deliverTaken(
  app: Sends,
  shop: Pick<TestShop, 'shop_id' | 'time_zone'>,
  driver: TestStaff,
  order: Pick<TestOrder, 'id' | 'order_number' | 'due_amount_fils'>,
  changes: Parameters<typeof prepareTaking>[4] = {},
): Promise<DeliveredAsTaken> {
  const response = await sendTaking(app, driver, await prepareTaking(app, shop, driver, order, changes));
  if (response.status !== 200) throw new Error(`the delivery was refused: ${await response.text()}`);
  return response.json();
}
