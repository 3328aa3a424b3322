import { newId } from '../../contract/rules/ids.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { build } from './query-builder.ts';
import type { TestApp } from './test-app.ts';
import { addOrder, type TestShop, type TestStaff } from './test-shop.ts';

/** The ids of the rows of one driver. */
export type FilledPayments = {
  order_id: string;
  confirmation_id: string;
  payment_id: string;
  correction_id: string;
  expense_id: string;
};

/**
 * Adds rows of a driver to the tables of part deliveries, later payments, corrections, matches, waivers and
 * expenses: AED 100.00 were due for one of two items, and AED 80.00 were taken.
 */
export async function fillPayments(
  { owner: database }: TestApp,
  shop: TestShop,
  driver: TestStaff,
): Promise<FilledPayments> {
  const owner = build(database);
  const { shop_id, manager } = shop;
  const { user_id } = driver;
  const driver_id = driver.driver_id ?? 0;
  const order = await addOrder(database, shop, driver, { due_amount_fils: 20_000 });
  const { id: order_id } = order;
  const confirmation_id = newId();
  const file = await owner
    .selectFrom('files')
    .select('id')
    .where('shop_id', '=', shop_id)
    .where('uploaded_by', '=', user_id)
    .where('bucket', '=', 'order-deliveries')
    .executeTakeFirstOrThrow();
  const occurred_at = new Date();
  await owner
    .updateTable('orders')
    .set({ status: 'completed', actual_delivery_time: occurred_at, delivery_duration_seconds: 60 })
    .where('id', '=', order_id)
    .execute();
  const facts = { customer_name: 'Layla Haddad', tender: 'cash', due_fils: 10_000 } as const;
  await owner
    .insertInto('delivery_confirmations')
    .values({
      ...{ shop_id, id: confirmation_id, order_id, driver_id, user_id, ...facts, command_id: newId() },
      ...{ collected_fils: 8_000, cash_fils: 8_000, outcome: 'delivered', short_reason: 'No more cash' },
      ...{ delivery_image_url: 'photo.jpg', customer_signature_url: 'note.pdf', delivered_at: occurred_at },
      ...{ delivery_image_file_id: file.id, delivery_note_file_id: file.id },
    })
    .execute();
  const item = { qty: 2, handed_over: 1, refused_because: 'damaged', name: 'Dates' } as const;
  const price = { unit_price_fils: 10_000, amount_fils: 10_000 };
  await owner
    .insertInto('delivery_lines')
    .values({
      ...{ shop_id, confirmation_id, item_id: newId(), position: 1, order_id, driver_id, user_id },
      ...{ ...item, ...price },
    })
    .execute();
  const payment_id = newId();
  await owner
    .insertInto('order_payments')
    .values({
      ...{
        shop_id,
        id: payment_id,
        reference: `OP-${payment_id}`,
        order_id,
        confirmation_id,
        driver_id,
        user_id,
      },
      ...{
        customer_name: 'Layla Haddad',
        cash_fils: 300,
        card_fils: 0,
        link_fils: 200,
        link_reference: 'L-1',
      },
      ...{ transfer_fils: 0, receipt_url: 'receipt.pdf', receipt_file_id: file.id },
      ...{ command_id: newId(), occurred_at },
    })
    .execute();
  await owner
    .insertInto('payment_matches')
    .values({
      ...{ shop_id, id: newId(), order_id, source_id: payment_id, tender: 'payment_link', reference: 'L-1' },
      ...{ amount_fils: 200, outcome: 'received', decided_by: manager.user_id, command_id: newId() },
    })
    .execute();
  const correction_id = newId();
  await owner
    .insertInto('delivery_corrections')
    .values({
      ...{ shop_id, id: correction_id, confirmation_id, order_id, driver_id, user_id, number: 1, ...facts },
      ...{ collected_fils: 8_500, cash_fils: 8_500, rounding_fils: 0, link_fils: 0, transfer_fils: 0 },
      ...{ refund_fils: 0, short_reason: 'No more cash', document_url: 'document.pdf' },
      ...{ document_file_id: file.id, recorded_by: user_id, command_id: newId(), occurred_at },
    })
    .execute();
  const waiver = { id: newId(), order_id, amount_fils: 400, reason: 'A good customer' };
  const waiver_approval = await approvedByOperator(database, shop, 'waiver', { user_id, record: waiver });
  await owner
    .insertInto('order_waivers')
    .values({ shop_id, ...waiver, approval_id: waiver_approval, command_id: newId() })
    .execute();
  const expense_id = newId();
  const expense = {
    ...{ id: expense_id, reference: `EX-${expense_id}`, user_id, kind: 'parking', amount_fils: 500 },
    ...{ note: null, order_id: null, slip_url: 'slip.jpg', slip_file_id: file.id },
  };
  const expense_approval = await approvedByOperator(database, shop, 'expense', { user_id, record: expense });
  await owner
    .insertInto('expenses')
    .values({ shop_id, ...expense, approval_id: expense_approval, command_id: newId(), occurred_at })
    .execute();
  await requestExpense(database, shop, driver);
  return { order_id, confirmation_id, payment_id, correction_id, expense_id };
}

type Requested = { user_id: string; record: { id: string; amount_fils: number } };

/** Adds a request of the manager that the operator has approved. Returns its id. */
export async function approvedByOperator(
  owner: Database,
  { shop_id, manager }: TestShop,
  kind: 'waiver' | 'expense',
  { user_id, record }: Requested,
): Promise<string> {
  const approval_id = newId();
  await build(owner)
    .insertInto('approvals')
    .values({
      ...{
        shop_id,
        id: approval_id,
        kind,
        requested_by: manager.user_id,
        user_id,
        amount_fils: record.amount_fils,
      },
      ...{ record: JSON.stringify(record), command_id: newId(), expires_at: inAnHour() },
    })
    .execute();
  await build(owner)
    .insertInto('approval_decisions')
    .values({ shop_id, approval_id, outcome: 'approved', operator: 'olga', command_id: newId() })
    .execute();
  return approval_id;
}

/** Adds a request of the driver that is not decided, and one that the driver has withdrawn. */
async function requestExpense(owner: Database, { shop_id }: TestShop, driver: TestStaff): Promise<void> {
  const { user_id } = driver;
  for (const is_withdrawn of [false, true]) {
    const [id, record] = [newId(), { id: newId(), user_id, kind: 'fuel', amount_fils: 700 }];
    await build(owner)
      .insertInto('approvals')
      .values({
        ...{ shop_id, id, kind: 'expense', requested_by: user_id, user_id, amount_fils: 700 },
        ...{ record: JSON.stringify(record), command_id: newId(), expires_at: inAnHour() },
      })
      .execute();
    if (!is_withdrawn) continue;
    await build(owner)
      .insertInto('approval_decisions')
      .values({ shop_id, approval_id: id, outcome: 'withdrawn', decided_by: user_id, command_id: newId() })
      .execute();
  }
}

const inAnHour = () => new Date(Date.now() + 3_600_000);
