import { newId } from '../../contract/rules/ids.ts';
import type { Database, Tx } from '../../server/platform/database/database.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { build } from './query-builder.ts';
import { deliverTaken, partOf, setParts } from './taken-delivery.ts';
import type { TestApp } from './test-app.ts';
import { addOrder, type TestOrder, type TestShop } from './test-shop.ts';

/** The order that {@link addLaterRows} delivers and changes, and the amounts that remain open. */
export type ChangedOrder = {
  order: TestOrder;
  confirmation_id: string;
  correction_id: string;
  payment_id: string;
  file_id: string;
  refunded: TestOrder;
};

/**
 * Adds an order of which the customer took a part, with each kind of later change, as the commands record
 * them: a delivery by cash, card machine and link, a correction, a later payment, a decision, a waiver; an
 * order whose customer was paid back; and an expense of the driver.
 *
 * Delivered: due 60.00, cash 20.00, card 10.00, link 5.00, rounding 0, owed 25.00. Corrected to cash 25.00,
 * owed 20.00. Paid later: cash 6.00 and transfer 4.00. The link was not received: owed 15.00. Waived: 2.00.
 */
export async function addLaterRows(app: TestApp, shop: TestShop): Promise<ChangedOrder> {
  const { owner } = app;
  const { shop_id, driver, manager, admin } = shop;
  const order = await setParts(owner, shop, await addOrder(owner, shop, driver), {
    lines: [{ qty: 3, unit_price_fils: 3_000 }],
  });
  await deliverTaken(app, shop, driver, order, {
    part: partOf(order, [1], 'damaged'),
    taken: { cash_fils: 2_000, card_fils: 1_000, link: { amount_fils: 500, reference: 'LINK 1' } },
    short_reason: 'no more cash',
  });
  const refunded = await setParts(owner, shop, await addOrder(owner, shop, driver), {
    lines: [{ qty: 2, unit_price_fils: 4_000 }],
    paid_amount_fils: 8_000,
  });
  await deliverTaken(app, shop, driver, refunded, { part: partOf(refunded, [1]) });
  const delivery = await build(owner)
    .selectFrom('delivery_confirmations')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const [correction_id, payment_id] = [newId(), newId()];
  const { confirmation_id, file_id } = {
    confirmation_id: delivery.id,
    file_id: delivery.delivery_note_file_id,
  };
  const of_delivery = { shop_id, confirmation_id, order_id: order.id, driver_id: Number(driver.driver_id) };
  const at = () => ({ occurred_at: new Date() });
  await inTransaction(owner, async (tx) => {
    await build(tx)
      .insertInto('delivery_corrections')
      .values({
        ...{ ...of_delivery, ...at(), id: correction_id, user_id: driver.user_id, number: 1 },
        ...{ customer_name: 'Layla H.', tender: 'cash_and_card', collected_fils: 3_500, cash_fils: 2_500 },
        ...{ due_fils: 6_000, rounding_fils: 0, link_fils: 500, link_reference: 'LINK 1', transfer_fils: 0 },
        ...{ refund_fils: 0, short_reason: 'no more cash', document_url: 'x', document_file_id: file_id },
        ...{ reason: 'counted again', recorded_by: manager.user_id, command_id: newId() },
      })
      .execute();
    const first = await build(tx)
      .selectFrom('cash_movements')
      .select('id')
      .where('source_id', '=', confirmation_id)
      .executeTakeFirstOrThrow();
    const { user_id } = driver;
    const of = { reason: 'correction', source_type: 'delivery_correction', source_id: correction_id };
    await move(tx, shop_id, {
      ...of,
      from_id: user_id,
      beyond: 'customers',
      fils: 2_000,
      reverses: first.id,
    });
    await move(tx, shop_id, { ...of, to_id: user_id, beyond: 'customers', fils: 2_500, leg: 2 });
  });
  await inTransaction(owner, async (tx) => {
    await build(tx)
      .insertInto('order_payments')
      .values({
        ...{ ...of_delivery, ...at(), id: payment_id, reference: 'OP-1', user_id: manager.user_id },
        ...{ customer_name: 'Layla H.', cash_fils: 600, card_fils: 0, link_fils: 0, transfer_fils: 400 },
        ...{ transfer_reference: 'AANI 2', receipt_url: 'x', receipt_file_id: file_id, command_id: newId() },
      })
      .execute();
    const of = { reason: 'order_payment', source_type: 'order_payment', source_id: payment_id };
    await move(tx, shop_id, { ...of, to_id: manager.user_id, beyond: 'customers', fils: 600 });
  });
  await build(owner)
    .insertInto('payment_matches')
    .values({
      ...{ shop_id, id: newId(), order_id: order.id, source_id: confirmation_id, tender: 'payment_link' },
      ...{ reference: 'LINK 1', amount_fils: 500, outcome: 'not_received', decided_by: manager.user_id },
      command_id: newId(),
    })
    .execute();
  const of_order = { shop_id, order_id: order.id, amount_fils: 200, reason: 'a regular customer' };
  await approved(owner, shop, 'waiver', driver.user_id, of_order, 'order_waivers');
  const expense = { shop_id, kind: 'parking', amount_fils: 300, slip_url: 'x', slip_file_id: file_id };
  const spent = { ...expense, user_id: driver.user_id, reference: 'EX-1', note: null, order_id: null };
  await spend(owner, shop, spent);
  const back = { ...expense, user_id: admin.user_id, reference: 'EX-2', note: 'in cash' };
  await spend(owner, shop, { ...back, kind: 'customer_refund', amount_fils: 1_000, order_id: refunded.id });
  return { order, confirmation_id, correction_id, payment_id, file_id, refunded };
}

/**
 * Settles what {@link addLaterRows} left open: the rest is paid, the transfer received, the customer paid
 * back.
 */
export async function settleLaterRows(app: TestApp, shop: TestShop, changed: ChangedOrder): Promise<void> {
  const { owner } = app;
  const { shop_id, driver, manager, admin } = shop;
  const { order, confirmation_id, payment_id, file_id, refunded } = changed;
  const rest = {
    ...{ shop_id, confirmation_id, order_id: order.id, driver_id: Number(driver.driver_id), id: newId() },
    ...{ occurred_at: new Date(), reference: 'OP-2', user_id: manager.user_id, customer_name: 'Layla H.' },
    ...{ cash_fils: 0, card_fils: 1_300, link_fils: 0, transfer_fils: 0, command_id: newId() },
  };
  await build(owner)
    .insertInto('order_payments')
    .values({ ...rest, receipt_url: 'x', receipt_file_id: file_id })
    .execute();
  await build(owner)
    .insertInto('payment_matches')
    .values({
      ...{ shop_id, id: newId(), order_id: order.id, source_id: payment_id, tender: 'bank_transfer' },
      ...{ reference: 'AANI 2', amount_fils: 400, outcome: 'received', decided_by: manager.user_id },
      command_id: newId(),
    })
    .execute();
  await spend(owner, shop, {
    ...{ shop_id, kind: 'customer_refund', amount_fils: 3_000, slip_url: 'x', slip_file_id: file_id },
    ...{ user_id: admin.user_id, reference: 'EX-3', note: 'the rest', order_id: refunded.id },
  });
}

type Spent = { user_id: string; amount_fils: number; [column: string]: unknown };

async function spend(owner: Database, shop: TestShop, spent: Spent): Promise<void> {
  const { shop_id } = shop;
  const { user_id, amount_fils } = spent;
  const record = { ...spent, occurred_at: new Date().toISOString() };
  const id = await approved(owner, shop, 'expense', user_id, record, 'expenses');
  const of = { reason: 'expense', source_type: 'expense', source_id: id };
  await inTransaction(owner, (tx) =>
    move(tx, shop_id, { ...of, from_id: user_id, beyond: 'expense', account_id: user_id, fils: amount_fils }),
  );
}

type Moved = {
  reason: string;
  source_type: string;
  source_id: string;
  from_id?: string;
  to_id?: string;
  /** The holder other than the user. */
  beyond: string;
  account_id?: string;
  fils: number;
  leg?: number;
  reverses?: string;
};

async function move(tx: Tx, shop_id: number, moved: Moved): Promise<void> {
  const { reason, source_type, source_id, from_id = null, to_id = null, beyond, fils, leg = 1 } = moved;
  const { account_id = null, reverses = null } = moved;
  await sql`select * from post_movement(
    p_shop_id => ${shop_id}, p_id => ${newId()}, p_from_holder => ${from_id ? 'staff' : beyond}, p_from_user_id => ${from_id},
    p_to_holder => ${to_id ? 'staff' : beyond}, p_to_user_id => ${to_id}, p_amount_fils => ${fils}, p_reason => ${reason},
    p_source_type => ${source_type}, p_source_id => ${source_id}, p_leg => ${leg}, p_command_id => ${newId()},
    p_occurred_at => now(), p_reverses => ${reverses}, p_may_wait => false, p_account_user_id => ${account_id})`.execute(
    tx,
  );
}

/** Adds a request that an operator approved, and the row that it adds. Returns the row's id. */
async function approved(
  owner: Database,
  { shop_id, manager }: TestShop,
  kind: 'waiver' | 'expense',
  user_id: string,
  row: { amount_fils: number; [column: string]: unknown },
  table: 'order_waivers' | 'expenses',
): Promise<string> {
  const [id, approval_id] = [newId(), newId()];
  const record = { ...row, id, shop_id };
  await inTransaction(owner, async (tx) => {
    await sql`
      insert into approvals (shop_id, id, kind, requested_by, user_id, amount_fils, reason, record, command_id, expires_at)
      values (${shop_id}, ${approval_id}, ${kind}, ${manager.user_id}, ${user_id}, ${row.amount_fils}, 'as agreed', ${JSON.stringify(record)}::jsonb,
        ${newId()}, now() + interval '90 days')`.execute(tx);
    await sql`
      insert into approval_decisions (shop_id, approval_id, outcome, operator, command_id)
      values (${shop_id}, ${approval_id}, 'approved', 'operator', ${newId()})`.execute(tx);
    const full = JSON.stringify({ ...record, approval_id, command_id: newId() });
    await sql`
      insert into ${sql.ref(table)} select (r).* from (
        select jsonb_populate_record(jsonb_populate_record(null::${sql.ref(table)}, '{}'), ${full}::jsonb || jsonb_build_object('recorded_at', now())) as r
      ) rows`.execute(tx);
  });
  return id;
}
