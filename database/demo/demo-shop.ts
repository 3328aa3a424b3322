import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { issueCash } from '../../server/cash/operator-bookings.ts';
import { addCardMachine } from '../../server/handovers/card-machines.ts';
import { addShop } from '../../server/identity/shops.ts';
import { runAs, SERVER } from '../../server/operations/run-as.ts';
import { importOrders } from '../../server/orders/import/import-orders.ts';
import { PLAIN_READING } from '../../server/orders/incoming/shop-reading.ts';
import { assignOrder } from '../../server/orders/status/assign-order.ts';
import { moveOrder } from '../../server/orders/status/move-order.ts';
import type { System } from '../../server/platform/actor.ts';
import type { Database, Tx } from '../../server/platform/database/database.ts';
import { addUnlessThere, changeRows, oneRow } from '../../server/platform/database/rows.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { machineNow } from '../../server/platform/machine.ts';
import { readExport } from '../../server/shopify/export/read-export.ts';
import { DEMO_ORDERS, type DemoOrder } from './demo-orders.ts';
import { addDemoStaff, type DemoStaff } from './demo-staff.ts';
import { beforeHistory } from './history/history-plan.ts';
import { recordedAt } from './history/past-clock.ts';
import { isEmpty } from './shop-state.ts';

/** Resolves to the same file from database/demo/ and from dist/server/. */
const DEMO_EXPORT = fileURLToPath(new URL('../../database/demo/shopify-orders-export.csv', import.meta.url));

const ADMIN_FLOAT_FILS = 200_000;
const DRIVER2_CASH_FILS = 25_000;
const CARD_MACHINES = ['POS-01', 'POS-02'];
/** The time for which `driver` has been out when the demo begins. */
const OUT_SINCE_MS = 25 * 60_000;

/**
 * Makes the demo shop in one transaction and marks the database. If two servers do this concurrently, the
 * second finds the mark and does nothing. Throws if the database is not empty.
 */
export async function makeDemoShop(
  owner: Database,
  { password, now = machineNow() }: { password: string; now?: Date },
): Promise<void> {
  await inTransaction(owner, async (tx) => {
    // Blocks until a concurrent transaction with the same key ends.
    const marked = await addUnlessThere(tx, 'installation', { key: 'demo', value: now.toISOString() });
    if (!marked) return;
    if (!(await isEmpty(tx))) throw new Error('The demo shop needs an empty database.');
    const shop = { name: 'Al Barsha Fresh Market', time_zone: 'Asia/Dubai' };
    // The shop is older than the two weeks of history, which are added later.
    const opened = beforeHistory(now);
    const { server, staff } = await recordedAt(tx, opened, async () => {
      const shop_id = await runAs(tx, SERVER, addShop, shop, opened);
      const server = { ...SERVER, shop_id };
      const staff = await addDemoStaff(tx, server, password, opened);
      await issueDemoCash(tx, server, staff, opened);
      for (const number of CARD_MACHINES) await runAs(tx, server, addCardMachine, { number }, opened);
      return { server, staff };
    });
    await importDemoOrders(tx, server);
    for (const order of DEMO_ORDERS) await placeOrder(tx, server, staff, order, now);
  });
}

async function importDemoOrders(tx: Tx, server: System): Promise<void> {
  const orders = readExport(createReadStream(DEMO_EXPORT), PLAIN_READING);
  const { imported, rows, unreadable } = await importOrders(tx, server, orders, {
    on_finding: ({ line, column, reason }) => {
      throw new Error(`The demo's orders are invalid: line ${line}, ${column}: ${reason}`);
    },
  });
  if (unreadable !== null || imported === 0) throw new Error(unreadable ?? `No order found in ${rows} rows`);
}

async function placeOrder(
  tx: Tx,
  server: System,
  staff: DemoStaff,
  plan: DemoOrder,
  now: Date,
): Promise<void> {
  const { shop_id } = server;
  const order = sql<{ id: string }>`
    select id from orders where shop_id = ${shop_id} and order_number = ${plan.order_number}`;
  const { id: order_id } = await oneRow(tx, order);
  const driver_id = plan.driver && staff[plan.driver].driver_id;
  if (driver_id !== null) await runAs(tx, server, assignOrder, { order_id, driver_id }, now);
  if (plan.status !== 'picking') {
    const moved_at = new Date(now.getTime() - OUT_SINCE_MS);
    await runAs(tx, server, moveOrder, { order_id, to: plan.status }, moved_at);
    await recordPicking(tx, shop_id, order_id, plan.picked);
  }
  if (plan.location) {
    const [latitude, longitude] = plan.location;
    await changeRows(tx, 'orders', { shop_id, id: order_id }, { latitude, longitude });
  }
}

/** Records that all quantities were picked, except those in `picked`; does nothing if `picked` is false. */
export async function recordPicking(
  tx: Tx,
  shop_id: number,
  order_id: string,
  picked: DemoOrder['picked'] = {},
): Promise<void> {
  if (picked === false) return;
  await sql`
    update order_line_items l
    set picked_qty = coalesce(short.qty, l.qty), line_total_fils = coalesce(short.qty, l.qty) * l.unit_price_fils
    from order_line_items o
    left join (select key::int as position, value::int as qty from jsonb_each_text(${JSON.stringify(picked)}::jsonb)) short
      on short.position = o.position
    where o.shop_id = ${shop_id} and o.order_id = ${order_id} and l.shop_id = o.shop_id and l.id = o.id`.execute(
    tx,
  );
}

/** Books the admin's float and the first cash of `driver2` from the safe. */
async function issueDemoCash(tx: Tx, server: System, staff: DemoStaff, now: Date): Promise<void> {
  const issues = [
    { user_id: staff.admin.user_id, amount_fils: ADMIN_FLOAT_FILS },
    { user_id: staff.driver2.user_id, amount_fils: DRIVER2_CASH_FILS },
  ];
  for (const issue of issues) await runAs(tx, server, issueCash, issue, now);
}
